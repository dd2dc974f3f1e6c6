import type { Registry } from 'prom-client';
import { type Checks, createHealth } from './health.ts';
import type { ErrorHandler, Handler } from './handler.ts';
import type { Logger } from './logger.ts';
import { metricsEndpoint, requestMetrics } from './metrics.ts';
import { errorHandler } from './problem.ts';
import { requestId, requestLog } from './requests.ts';

/** Options of `createObservability`. */
export interface ObservabilityOptions {
  logger: Logger;
  registry: Registry;
  checks: Checks;
}

/** What every HTTP application mounts around its own routes: logs, metrics, health and errors. */
export interface Observability {
  /** Mount first: request id, log line, duration. */
  middleware: readonly Handler[];
  /** GET endpoints by path: `/healthz`, `/readyz`, `/metrics`. */
  endpoints: Readonly<Record<string, Handler>>;
  /** Mount last. */
  errorHandler: ErrorHandler;
  /** Makes `/readyz` fail, so that load balancers stop sending requests. */
  beginStop(): void;
}

/** Creates the observability of one HTTP application. */
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
