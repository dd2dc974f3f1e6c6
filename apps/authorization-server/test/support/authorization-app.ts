import '../../src/console-notices.ts';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@funnel/db';
import { createLogger, createObservability, createRegistry, readConfig } from '@funnel/service';
import { createApp } from '../../src/app.ts';
import type { Network } from '../../src/client-metadata/network.ts';
import { configSchema } from '../../src/config.ts';
import { createPeopleApp, RESOURCES } from './people-app.ts';

export const INTROSPECTION = { clientId: 'funnel-services', clientSecret: 'i'.repeat(40) };

/** An address of the catalog's people has no document to fetch: whoever tries is told so. */
const NO_NETWORK: Network = {
  resolve: async () => {
    throw new Error('no network in this test');
  },
  get: async () => {
    throw new Error('no network in this test');
  },
};

export interface AuthorizationApp {
  /** The issuer. */
  url: string;
  database: Database;
  logged(): string;
  passTime(ms: number): void;
  stop(): Promise<void>;
}

export interface AuthorizationAppOptions {
  network?: Network;
  env?: Record<string, string>;
  /** That of another one, to be its replica. */
  database?: Database;
}

export function secrets(): Record<string, string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    INTROSPECTION_CLIENT_SECRET: INTROSPECTION.clientSecret,
    AUTHORIZATION_SERVER_COOKIE_KEYS: `${'k'.repeat(32)},${'o'.repeat(32)}`,
    AUTHORIZATION_SERVER_JWKS: JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }),
  };
}

/** The whole server on a port of its own; Ann has websites 11 and 12, Ben 21, Nora none. */
export async function startAuthorizationApp({
  network = NO_NETWORK,
  env = {},
  database: shared,
}: AuthorizationAppOptions = {}): Promise<AuthorizationApp> {
  const { database, drop } = shared ? { database: shared, drop: async () => {} } : await createPeopleApp();
  let handler: RequestListener = () => {};
  const server = createServer((req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let log = '';
  let ahead = 0;
  const destination = { write: (line: string) => void (log += line) };
  const logger = createLogger({ service: 'authorization-server', level: 'info', destination });
  handler = createApp({
    observability: createObservability({
      logger,
      registry: createRegistry('authorization-server'),
      checks: {},
    }),
    config: readConfig(configSchema, {
      DATABASE_URL: 'postgres://unused.example/unused',
      AUTHORIZATION_SERVER_ISSUER: url,
      REST_API_RESOURCE: RESOURCES.rest,
      MCP_SERVER_RESOURCE: RESOURCES.mcp,
      ...secrets(),
      ...env,
    }),
    database,
    clock: () => new Date(Date.now() + ahead),
    logger,
    network,
  });
  return {
    url,
    database,
    logged: () => log,
    passTime: (ms) => void (ahead += ms),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await drop();
    },
  };
}
