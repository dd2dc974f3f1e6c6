import { createAuthenticator } from '@funnel/auth';
import * as authorizationServer from '@funnel/authorization-server';
import type { Database } from '@funnel/db';
import {
  type AuthorizationServer,
  ENCRYPTION_KEY,
  INTROSPECTION,
  NOW,
  SHOP,
  startAuthorizationServer,
} from '@funnel/fixtures';
import type { ChannelSettings } from '@funnel/notifications';
import { createApp as createRestApi } from '@funnel/rest-api';
import {
  createLogger,
  createObservability,
  createRateLimiter,
  createRegistry,
  readConfig,
} from '@funnel/service';
import { createTestDatabase, serveHttp } from '@funnel/testing';
import type { RequestListener } from 'node:http';
import { createApp } from '../../src/app.ts';
import { configSchema } from '../../src/config.ts';

/** Seals the tokens of the tests. */
export const SEALING_KEY = Buffer.alloc(32, 'a key of the tests').toString('base64');
const CLIENT_SECRET = 'the secret of the dashboard at the server'.replaceAll(' ', '-');

/** A dashboard, and what belongs to it alone. */
export interface Dashboard {
  url: string;
  logged(): string;
  /** Moves its clock ahead. */
  passTime(ms: number): void;
}

/** A dashboard with a real authorization server, a real REST API and one database. */
export interface Product extends Dashboard {
  server: AuthorizationServer;
  /** Where the REST API is. */
  restUrl: string;
  /** Of the owner of the tables. */
  database: Database;
  /** Answers in place of the REST API; undefined lets it answer again. */
  replaceRest(handler: RequestListener | undefined): void;
  /** What the REST API was asked: method, address and headers. */
  asked: { method: string; url: string; headers: Record<string, unknown> }[];
  /** Another process of the same dashboard, on the same table. */
  replica(env?: Record<string, string>): Promise<Dashboard>;
  /** Variables for a separate process on the same database. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts everything. Ann has websites 11, 12 and 31, Ben has 21, Nora none. */
export async function startProduct(
  env: Record<string, string> = {},
  { notifications = undefined as ChannelSettings | undefined } = {},
): Promise<Product> {
  const { database, openAs, urlOf, drop } = await createTestDatabase(SHOP);
  const opened: { close(): Promise<void> }[] = [];
  const place = async () => {
    let handler: RequestListener = (_req, res) => void res.writeHead(503).end();
    const http = await serveHttp((req, res) => handler(req, res));
    opened.push(http);
    return { url: http.url, serve: (next: RequestListener) => void (handler = next) };
  };
  const [first, rest] = [await place(), await place()];
  const server = await startAuthorizationServer(authorizationServer, {
    database: openAs('authorization-server'),
    env: {
      REST_API_RESOURCE: rest.url,
      DASHBOARD_URL: first.url,
      DASHBOARD_CLIENT_SECRET: CLIENT_SECRET,
      ...(notifications && {
        NOTIFICATIONS_ENCRYPTION_KEY: Buffer.from(notifications.encryptionKey).toString('base64'),
      }),
    },
  });

  const restApi = createRest(rest.url, server.url, openAs('rest-api'), notifications);
  const asked: Product['asked'] = [];
  let instead: RequestListener | undefined;
  rest.serve((req, res) => {
    asked.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
    (instead ?? restApi)(req, res);
  });

  const own = openAs('dashboard');
  const variables = {
    DATABASE_URL: urlOf('dashboard'),
    DASHBOARD_URL: first.url,
    DASHBOARD_CLIENT_SECRET: CLIENT_SECRET,
    DASHBOARD_ENCRYPTION_KEY: SEALING_KEY,
    AUTHORIZATION_SERVER_ISSUER: server.url,
    REST_API_RESOURCE: rest.url,
  };
  async function dashboardAt(
    at: Awaited<ReturnType<typeof place>>,
    more: Record<string, string>,
  ): Promise<Dashboard> {
    let [log, ahead] = ['', 0];
    const destination = { write: (line: string) => void (log += line) };
    const logger = createLogger({ service: 'dashboard', level: 'info', destination });
    const registry = createRegistry('dashboard');
    const config = readConfig(configSchema, {
      ...variables,
      // A busy machine fails no test.
      UPSTREAM_TIMEOUT_MS: '60000',
      REQUEST_TIMEOUT_MS: '120000',
      ...env,
      ...more,
    });
    const perMinute = config.RATE_LIMIT_PER_MINUTE;
    at.serve(
      createApp({
        observability: createObservability({ logger, registry, checks: {} }),
        config,
        database: own,
        rateLimiter: createRateLimiter({ perMinute, redisUrl: undefined, logger, registry }),
        clock: () => new Date(Date.now() + ahead),
        logger,
      }),
    );
    return { url: at.url, logged: () => log, passTime: (ms) => void (ahead += ms) };
  }

  return {
    ...(await dashboardAt(first, {})),
    server,
    restUrl: rest.url,
    env: variables,
    database,
    asked,
    replaceRest: (handler) => void (instead = handler),
    replica: async (more = {}) => dashboardAt(await place(), more),
    async stop() {
      for (const http of opened) await http.close();
      await server.stop();
      await drop();
    },
  };
}

function createRest(
  url: string,
  issuer: string,
  database: Database,
  notifications: ChannelSettings | undefined,
): RequestListener {
  const logger = createLogger({ service: 'rest-api', level: 'silent' });
  const registry = createRegistry('rest-api');
  return createRestApi({
    observability: createObservability({ logger, registry, checks: {} }),
    rateLimiter: createRateLimiter({ perMinute: 0, redisUrl: undefined, logger, registry }),
    database,
    authenticator: createAuthenticator({
      issuer,
      resource: url,
      ...INTROSPECTION,
      database,
      now: () => new Date(),
      allowLegacyKey: true,
    }),
    clock: () => NOW,
    encryptionKey: ENCRYPTION_KEY,
    notifications,
    baseUrl: url,
    issuer,
  });
}
