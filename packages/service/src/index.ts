export { type AdmissionOptions, admit } from './admit.ts';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';
export { type Clock, createClock } from './clock.ts';
export { ConfigError, type Environment, readConfig } from './config.ts';
export {
  apiKeyEncryptionKey,
  databasePoolMax,
  databaseUrl,
  introspectionClient,
  languageModel,
  port,
  redisUrl,
  resourceServer,
  type ServiceConfig,
  serviceConfig,
  trustProxy,
  wholeNumber,
} from './config-fields.ts';
export { type Closer, type GracefulStopOptions, stopGracefully } from './graceful-stop.ts';
export type { ErrorHandler, Handler, Next } from './handler.ts';
export type { Check, Checks } from './health.ts';
export { type HttpServer, type HttpServerOptions, ListenError, startHttpServer } from './http-server.ts';
export { logOnce } from './log-once.ts';
export { createLogger, type Logger, type LoggerOptions } from './logger.ts';
export { createRegistry } from './metrics.ts';
export { createObservability, type Observability, type ObservabilityOptions } from './observability.ts';
export { methodNotAllowed, notFound, sendProblem } from './problem.ts';
export { requestIdOf } from './request-id.ts';
export {
  type ServiceContext,
  readConfigOrExit,
  runService,
  type Service,
  type ServiceParts,
} from './run-service.ts';
export { createRateLimiter, type RateLimiter } from './rate-limit/rate-limiter.ts';
