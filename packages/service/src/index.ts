// Configuration.
export * from './config/kinds.ts';
export { ConfigError, readConfig } from './config/read-config.ts';
export type { Environment } from './config/secret-files.ts';
export { COMMON_VARIABLES, serviceConfig } from './config/service-config.ts';
export { database, pooledDatabase, readReplica, redis } from './config/database-variables.ts';
export * from './config/dashboard-variables.ts';
export { languageModel } from './config/language-model.ts';
export { issuerAddress, mail, notifications } from './config/notification-variables.ts';
export { allowedOrigins, resourceServer, trustProxy } from './config/resource-server-variables.ts';
export {
  apiKeyEncryptionKey,
  identityEncryptionKey,
  introspectionClient,
  visitorSecret,
} from './config/secret-variables.ts';
export { describeVariable, type Variable } from './config/variable.ts';

// Running a service.
export { hashingWith } from './running/hashing.ts';
export { type Clock, createClock, readConfigOrExit, runService } from './running/run-service.ts';
export { openServiceDatabase } from './running/service-database.ts';

// Logs and metrics.
export { logSecurityEvents } from './observability/log-security-events.ts';
export { createLogger, type Logger, logOnce } from './observability/logger.ts';
export { boundedLabel } from './observability/bounded-label.ts';
export { databaseMetrics } from './observability/database-metrics.ts';
export { watchPool } from './observability/database-pool.ts';
export { observeMemory } from './observability/memory-metrics.ts';
export { createRegistry } from './observability/registry.ts';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';

// Traces.
export { inSpan, traceHeaders, type TraceHeaders } from './observability/spans.ts';

// What an HTTP application mounts.
export { rejectForgedForm, sendErrorPage } from './http/error-page.ts';
export { readForm } from './http/read-form.ts';
export { StartingError } from './http/health.ts';
export { createObservability, type Observability } from './running/observability.ts';
export { HungUpError, methodNotAllowed, notFound, sendProblem } from './http/problem.ts';
export { createFailedCredentials } from './limits/failed-credentials.ts';
export { verifyJsonBody } from './http/json-body.ts';
export { keptOn } from './http/kept-on.ts';
export { networkOf, networkOfRequest } from './http/network.ts';
export {
  type Network,
  network,
  send,
} from './http/outgoing-requests.ts';
export { addressesOf, publicAddresses } from './http/public-addresses.ts';
export { addToRequestLog, requestIdOf } from './http/requests.ts';
export { securityHeaders, strictTransport } from './http/security-headers.ts';
export type { Handler } from './http/handler.ts';

// What describes an HTTP application.
export { COMMON_HEADERS, headerReferences, textHeader } from './openapi/headers.ts';
export { PROBLEM_SCHEMA, problemResponsesOf } from './openapi/problems.ts';
export { meaningOf, type Meanings, withMeanings } from './openapi/with-meanings.ts';
export { VERSION } from './config/version.ts';

// Who may send requests, and how many.
export { type AdmissionOptions, admit } from './limits/admit.ts';
export { type Admission, admissionOf } from './admission/admission.ts';
export { createCapacity } from './admission/capacity.ts';
export { createCapacityMetrics } from './admission/capacity-metrics.ts';
export { BODY_TIMEOUT_MS, bodyTimeout } from './admission/body-timeout.ts';
export { receiveBody } from './admission/receive-body.ts';
export { createRateLimiter, type RateLimiter } from './limits/rate-limiter.ts';
