import type { Registry } from 'prom-client';
import { answerInTime } from '../admission/admission.ts';
import { createHealth, type HealthOptions } from '../http/health.ts';
import type { ErrorHandler, Handler } from '../http/handler.ts';
import { SECURITY_TXT_PATH } from '../http/security-txt.ts';
import { metricsEndpoint, requestMetrics } from '../http/request-metrics.ts';
import { errorHandler } from '../http/problem.ts';
import { requestId, requestLog } from '../http/requests.ts';

export interface ObservabilityOptions extends Omit<HealthOptions, 'timeoutMs'> {
  registry: Registry;
  /** Whether the public port hides metrics and the results of checks, as in production. */
  isPublic?: boolean;
  /** Whom to tell about a weakness, if anybody. */
  securityTxt?: Handler | undefined;
}

/** What every HTTP application mounts around its own routes: logs, metrics, health and errors. */
export interface Observability {
  /** Mount first: request id, log line, duration, time limit. */
  middleware: readonly Handler[];
  /** GET endpoints by path: `/healthz`, `/readyz`, `security.txt` and, unless they are public, `/metrics`. */
  endpoints: Readonly<Record<string, Handler>>;
  /** The same with everything, for the operations port. */
  operations: Readonly<Record<string, Handler>>;
  /** Mount last. */
  errorHandler: ErrorHandler;
  /** Makes `/readyz` fail, so that load balancers stop sending requests. */
  beginStop(): void;
}

export function createObservability({
  registry,
  isPublic = false,
  securityTxt,
  ...options
}: ObservabilityOptions): Observability {
  const { logger } = options;
  const health = createHealth(options);
  const answerError = errorHandler(logger);
  const operations = {
    '/healthz': health.live,
    '/readyz': health.ready,
    '/metrics': metricsEndpoint(registry),
  };
  const endpoints = {
    ...(isPublic ? { '/healthz': health.live, '/readyz': health.bareReady } : operations),
    ...(securityTxt && { [SECURITY_TXT_PATH]: securityTxt }),
  };
  return {
    middleware: [
      requestId,
      requestLog(logger, new Set(Object.keys(endpoints))),
      requestMetrics(registry),
      answerInTime(answerError),
    ],
    endpoints,
    operations,
    errorHandler: answerError,
    beginStop: () => health.beginStop(),
  };
}
