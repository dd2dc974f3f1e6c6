import type { Registry } from 'prom-client';
import { type Checks, createHealth } from './health.ts';
import type { ErrorHandler, Handler } from './handler.ts';
import type { Logger } from './logger.ts';
import { metricsEndpoint, requestMetrics } from './metrics.ts';
import { errorHandler } from './problem.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';

export interface ObservabilityOptions {
  logger: Logger;
  registry: Registry;
  checks: Checks;
}

/** What every HTTP application mounts around its own routes. */
export interface Observability {
  /** First: request id, log line, duration. */
  middleware: readonly Handler[];
  /** GET endpoints by path: `/healthz`, `/readyz`, `/metrics`. */
  endpoints: Readonly<Record<string, Handler>>;
  /** Last. */
  errorHandler: ErrorHandler;
  /** Turns readiness off. */
  beginStop(): void;
}

export function createObservability({ logger, registry, checks }: ObservabilityOptions): Observability {
  const health = createHealth({ checks, logger });
  const endpoints = {
    '/healthz': health.live,
    '/readyz': health.ready,
    '/metrics': metricsEndpoint(registry),
  };
  return {
    middleware: [requestId, requestLog(logger, new Set(Object.keys(endpoints))), requestMetrics(registry)],
    endpoints,
    errorHandler: errorHandler(logger),
    beginStop: () => health.beginStop(),
  };
}
