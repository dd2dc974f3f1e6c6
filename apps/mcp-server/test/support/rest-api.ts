import { ENCRYPTION_KEY, INTROSPECTION, NOW } from '@funnel/fixtures';
import { createAuthenticator } from '@funnel/auth';
import { createLogger, createObservability, createRegistry } from '@funnel/service';
import { createApp } from '@funnel/rest-api';
import { serveHttp } from '@funnel/testing';
import { REST_RESOURCE, type ToolServer } from './tool-server.ts';

/** A running REST API. */
export interface RestApi {
  /** Sends GET below /api/v1. */
  get(token: string | undefined, pathAndQuery: string): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts the REST API with the database, authorization server and time of a tool server. It needs its own tokens. */
export async function startRestApi({ database, authorization }: ToolServer): Promise<RestApi> {
  const logger = createLogger({ service: 'rest-api', level: 'silent' });
  const app = createApp({
    observability: createObservability({ logger, registry: createRegistry('rest-api'), checks: {} }),
    database,
    authenticator: createAuthenticator({
      issuer: authorization.url,
      resource: REST_RESOURCE,
      ...INTROSPECTION,
      database,
      now: () => new Date(),
      allowLegacyKey: true,
    }),
    clock: () => NOW,
    encryptionKey: ENCRYPTION_KEY,
    baseUrl: REST_RESOURCE,
    issuer: authorization.url,
  });
  const server = await serveHttp(app);
  return {
    get: (token, pathAndQuery) =>
      fetch(`${server.url}/api/v1${pathAndQuery}`, {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      }),
    stop: () => server.close(),
  };
}
