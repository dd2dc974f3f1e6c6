import type { IncomingMessage, RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import { ConfigError, readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/secret-files.ts';
import type { ServiceConfig } from '../config/service-config.ts';
import { isApplication } from '../http/app-messages.ts';
import { type Closer, stopGracefully } from './graceful-stop.ts';
import type { Checks } from '../http/health.ts';
import { ListenError, startHttpServer } from './http-server.ts';
import { createLanes } from '../admission/lanes.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { createRegistry } from '../observability/registry.ts';
import { trustedProxies } from '../http/network.ts';
import { createObservability, type Observability } from './observability.ts';
import { notFound } from '../http/problem.ts';
import { type DataAddresses, warnOfUnverified } from './unverified-addresses.ts';
import { isTraced, startTracing } from '../observability/start-tracing.ts';
import { StartRefusedError } from './start-refused.ts';
import { traceRequests } from '../http/trace-requests.ts';
import { securityTxt } from '../http/security-txt.ts';

export type Clock = () => Date;

export interface Service {
  name: string;
  config: ServiceConfig & DataAddresses;
  port: number;
  portVariable: string;
  wallClock: Clock;
  trustProxy?: number | string | undefined;
  /** Opens what the service needs. Called once, before the service listens. */
  open(context: ServiceContext): ServiceParts;
}

interface ServiceContext {
  clock: Clock;
  logger: Logger;
  registry: Registry;
}

interface ServiceParts {
  checks: Checks;
  /** Those that are only reported. */
  optionalChecks?: Checks;
  createHandler(observability: Observability): RequestListener;
  /** Whether a request comes from another service. These have places of their own, which callers cannot take. */
  isFromService?: (req: IncomingMessage) => boolean;
  /** If it fails, the service does not start. */
  beforeListening?(): Promise<void>;
  /** Work that starts once the service listens. If it fails, the process stops with 1. */
  work?(): Promise<void>;
  /** Closed in this order, after the last request is answered. */
  closers: readonly Closer[];
}

/** The clock of reports: the fixed time if there is one, otherwise the wall clock. */
export function createClock(fixed: Date | undefined, wallClock: Clock): Clock {
  return fixed ? () => new Date(fixed) : wallClock;
}

/** Runs a service until a signal stops it. */
export async function runService(service: Service): Promise<void> {
  const { name, config, port, portVariable } = service;
  const logger = createLogger({ service: name, level: config.LOG_LEVEL, isTraced: isTraced(config) });
  try {
    warnOfUnverified(config, logger);
    if (config.NOW) logger.warn({ now: config.NOW }, 'the clock is set by NOW');
    const tracing = await startTracing(name, config, logger);
    const registry = createRegistry(name);
    const parts = service.open({ clock: createClock(config.NOW, service.wallClock), logger, registry });
    const isPublic = config.NODE_ENV === 'production';
    const { optionalChecks, isFromService } = parts;
    const proxies = trustedProxies(service.trustProxy);
    const lanes = createLanes({
      maxInWork: config.MAX_REQUESTS_IN_WORK,
      maxWaitMs: config.MAX_QUEUE_MS,
      timeoutMs: config.REQUEST_TIMEOUT_MS,
      networkOf: proxies.networkOf,
      isFromService,
      logger,
      registry,
    });
    const checks = { ...parts.checks, capacity: async () => assertProgress(lanes.blockedMs()) };
    const isStuck = () => lanes.blockedMs() > STUCK_MS;
    const observability = createObservability({
      logger,
      registry,
      checks,
      optionalChecks,
      isStuck,
      isPublic,
      securityTxt: config.SECURITY_CONTACT
        ? securityTxt(config.SECURITY_CONTACT, service.wallClock)
        : undefined,
    });
    const exempt = new Set(Object.keys(observability.endpoints));
    const answering = parts.createHandler(observability);
    const guarded = lanes.guard(answering, exempt);
    const handler = tracing.length > 0 ? traceRequests(guarded, exempt) : guarded;
    await parts.beforeListening?.();
    const connections = { max: config.MAX_CONNECTIONS, proxies, logger };
    const server = await startHttpServer({
      handler,
      app: isApplication(answering) ? answering : undefined,
      host: config.HOST,
      port,
      portVariable,
      connections,
    });
    const operations = await startOperations(config, observability);
    const fail = stopGracefully({
      logger,
      delayMs: config.SHUTDOWN_DELAY_MS,
      timeoutMs: config.SHUTDOWN_TIMEOUT_MS,
      beginStop: () => {
        observability.beginStop();
        // A connection that stays open through a load balancer would bring requests until the moment it is closed.
        server.drain();
      },
      closers: [
        { name: 'http server', close: () => server.close() },
        ...parts.closers,
        ...operations,
        ...tracing,
      ],
    });
    logger.info({ url: server.url }, 'listening');
    parts.work?.().catch(fail);
  } catch (error) {
    if (error instanceof ListenError || error instanceof StartRefusedError) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

/** Every place is taken and none is given back: another process may still answer. */
const NO_PROGRESS_MS = 10_000;
/** After this time the process does not recover by itself, and should be replaced. */
const STUCK_MS = 60_000;

function assertProgress(blockedMs: number): void {
  if (blockedMs > NO_PROGRESS_MS)
    throw new Error(`no request has ended for ${Math.round(blockedMs / 1000)} s, and others wait`);
}

/** The operations port has all metrics and checks. It must not be reachable from the internet. */
async function startOperations(
  { HOST: host, OPERATIONS_PORT: port }: ServiceConfig,
  { operations }: Observability,
): Promise<Closer[]> {
  if (port === undefined) return [];
  const handler: RequestListener = (req, res) => {
    const endpoint = operations[(req.url ?? '').split('?')[0] ?? ''];
    if (endpoint && (req.method === 'GET' || req.method === 'HEAD')) endpoint(req, res, () => res.end());
    else notFound(req, res, () => {});
  };
  const server = await startHttpServer({ handler, host, port, portVariable: 'OPERATIONS_PORT' });
  return [{ name: 'operations port', close: () => server.close() }];
}

/** Parses the environment for `main.ts`. If it is invalid, prints every problem and exits with 1. */
export function readConfigOrExit<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): z.output<Schema> {
  try {
    return readConfig(schema, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
