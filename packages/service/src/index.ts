// Configuration.
export { listOf, password, port, resource, statementTimeout, wholeNumber } from './config/kinds.ts';
export { ConfigError, type Environment, readConfig } from './config/read-config.ts';
export { COMMON_VARIABLES, serviceConfig } from './config/service-config.ts';
export {
  allowedOrigins,
  apiKeyEncryptionKey,
  database,
  databasePooler,
  databasePoolMax,
  introspectionClient,
  languageModel,
  readReplica,
  redis,
  resourceServer,
  trustProxy,
} from './config/shared-variables.ts';
export { describeVariable, type Variable } from './config/variable.ts';

// Running a service.
export { type Clock, createClock, readConfigOrExit, runService } from './run-service.ts';
export {
  openServiceDatabase,
  type ServiceDatabase,
  type ServiceDatabaseOptions,
} from './service-database.ts';

// Logs and metrics.
export { createLogger, type Logger, logOnce } from './logger.ts';
export { boundedLabel } from './bounded-label.ts';
export { databaseMetrics } from './database-metrics.ts';
export { watchPool } from './database-pool.ts';
export { observeMemory } from './memory-metrics.ts';
export { createRegistry } from './metrics.ts';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';

// Traces.
export { inSpan, traceHeaders, type TraceHeaders } from './tracing/spans.ts';

// What an HTTP application mounts.
export { StartingError } from './health.ts';
export { createObservability, type Observability } from './observability.ts';
export { type Html, html, htmlDocument, type HtmlValue } from './html.ts';
export { overview } from './overview.ts';
export { markedText } from './api-reference/marked-text.ts';
export { HungUpError, methodNotAllowed, notFound, sendProblem } from './problem.ts';
export { createFailedCredentials, type FailedCredentials } from './failed-credentials.ts';
export { verifyJsonBody } from './json-body.ts';
export { networkOf } from './network.ts';
export { addToRequestLog, type LoggedCaller, requestIdOf } from './requests.ts';
export { securityHeaders, strictTransport } from './security-headers.ts';
export type { Handler } from './handler.ts';

// What describes an HTTP application.
export { createApiReference } from './api-reference/api-reference.ts';
export { COMMON_HEADERS, headerReferences } from './openapi/headers.ts';
export { PROBLEM_SCHEMA, problemResponsesOf } from './openapi/problems.ts';
export { shareRepeated } from './openapi/share-repeated.ts';
export { VERSION } from './version.ts';

// Who may send requests, and how many.
export { type AdmissionOptions, admit, type Caller } from './admit.ts';
export { createCapacity, signalOf, weigh } from './limits/capacity.ts';
export { createCapacityMetrics } from './limits/capacity-metrics.ts';
export { BODY_TIMEOUT_MS, bodyTimeout } from './limits/body-timeout.ts';
export { inPlace, receiveBody, whileSending } from './limits/receive-body.ts';
export { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
export { observedAuthenticator } from './token-checks.ts';
