import { trustedWebsiteId } from '@funnel/domain';
import {
  type AuthorizationServer,
  INTROSPECTION,
  NOW,
  SHOP,
  startAuthorizationServer,
} from '@funnel/fixtures';
import type { RequestListener } from 'node:http';
import * as authorizationServer from '@funnel/authorization-server';
import { createAuthenticator, type Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { issuePersonalToken, revokePersonalToken } from '@funnel/identity';
import { createRateLimiter, createLogger, createObservability, createRegistry } from '@funnel/service';
import { createTestDatabase, serveHttp } from '@funnel/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createApp } from '../../src/app.ts';
import { metadataUrlOf } from '../../src/http/resource-metadata.ts';

interface TokenOptions {
  websiteIds: number[];
  scopes?: string[];
  resource?: string;
}

/** A running tool server with its database and authorization server. */
export interface ToolServer {
  /** The address of `/mcp`. */
  resource: string;
  origin: string;
  /** Of the owner; the application has the role of the service. */
  database: Database;
  authorization: AuthorizationServer;
  logged(): string;
  /** Issues a token that the authorization server accepts. */
  token(options: TokenOptions): Promise<{ token: string; revoke(): Promise<boolean> }>;
  /** Connects a client of the older SDK. */
  client(token: string): Promise<Client>;
  /** Sends one message without the SDK. */
  post(token: string | undefined, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Variables for a separate process on the same database. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** The audience of the REST API's tokens. */
export const REST_RESOURCE = 'http://127.0.0.1:3000';

/** Starts the application and a real authorization server, on one database with test data. */
export async function startToolServer({ data = SHOP, requestsPerMinute = 0 } = {}): Promise<ToolServer> {
  let handler: RequestListener = () => {};
  const server = await serveHttp((req, res) => handler(req, res));
  const origin = server.url;
  const resource = `${origin}/mcp`;
  const { database, urlOf, openAs, drop } = await createTestDatabase(data);
  const own = openAs('mcp-server');
  const authorization = await startAuthorizationServer(authorizationServer, {
    database: openAs('authorization-server'),
    env: { MCP_SERVER_RESOURCE: resource, REST_API_RESOURCE: REST_RESOURCE },
  });
  const { url: issuer } = authorization;

  let log = '';
  const destination = { write: (line: string) => void (log += line) };
  const logger = createLogger({ service: 'mcp-server', level: 'debug', destination });
  const registry = createRegistry('mcp-server');
  handler = createApp({
    observability: createObservability({ logger, registry, checks: {} }),
    registry,
    rateLimiter: createRateLimiter({ perMinute: requestsPerMinute, redisUrl: undefined, logger, registry }),
    database: own,
    authenticator: createAuthenticator({
      issuer,
      resource,
      ...INTROSPECTION,
      database: own,
      now: () => new Date(),
      allowLegacyKey: false,
      resourceMetadataUrl: metadataUrlOf(resource),
      challengeScopes: ['reports'],
    }),
    clock: () => NOW,
    logger,
    resource,
    issuer,
    allowedHosts: ['tools.example.com'],
    allowedOrigins: ['https://app.example.com'],
  });

  return {
    resource,
    origin,
    database,
    authorization,
    logged: () => log,
    async token({ websiteIds, scopes = ['reports'], resource: audience = resource }) {
      const owner = { userId: null, name: 'test', lifeSeconds: 3600 };
      const bound = websiteIds.map(trustedWebsiteId);
      const request = { ...owner, websiteIds: bound, scopes, resource: audience };
      const { token, id } = await issuePersonalToken(database, request);
      return { token, revoke: () => revokePersonalToken(database, null, id) };
    },
    env: {
      DATABASE_URL: urlOf('mcp-server'),
      AUTHORIZATION_SERVER_ISSUER: issuer,
      INTROSPECTION_CLIENT_SECRET: INTROSPECTION.clientSecret,
      MCP_SERVER_RESOURCE: resource,
    },
    async client(token) {
      const transport = new StreamableHTTPClientTransport(new URL(resource), {
        requestInit: { headers: { Authorization: `Bearer ${token}` } },
      });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(transport);
      return client;
    },
    post: (token, body, headers = {}) =>
      fetch(resource, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async stop() {
      await server.close();
      await authorization.stop();
      await drop();
    },
  };
}

/** The principal of a token for these websites, to run reports without a server. */
export function principal(websiteIds: number[]): Principal {
  return {
    kind: 'oauth',
    subject: null,
    clientId: null,
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: new Set(['reports']),
    expiresAt: null,
    budgetKey: '',
  };
}

/** The problem object of a failed call. */
export function problemOf(result: unknown): Record<string, unknown> {
  const { content, isError, structuredContent } = result as {
    content: { text: string }[];
    isError?: boolean;
    structuredContent?: unknown;
  };
  if (!isError || structuredContent !== undefined)
    throw new Error(`Expected a failed call: ${JSON.stringify(result)}`);
  return JSON.parse(content[0]?.text ?? '') as Record<string, unknown>;
}
