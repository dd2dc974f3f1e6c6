import { type AuthorizationServer, INTROSPECTION, PersonVisitor } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Authenticator, createAuthenticator, requireScope } from '@funnel/auth';
import { ServiceError } from '@funnel/domain';
import { OAuthApplication } from '@funnel/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { startAuthorizationApp } from './support/authorization-app.ts';
import express from 'express';

/** A minimal tool server: the real authenticator of packages/auth in front of the SDK's transport. */
interface ToolServer {
  resource: string;
  listen(authenticator: Authenticator): void;
  statuses: number[];
  server: HttpServer;
}

let authorization: AuthorizationServer;
let tools: ToolServer;

beforeAll(async () => {
  tools = await startToolServer();
  authorization = await startAuthorizationApp({ env: { MCP_SERVER_RESOURCE: tools.resource } });
  tools.listen(
    createAuthenticator({
      issuer: authorization.url,
      resource: tools.resource,
      ...INTROSPECTION,
      database: authorization.database,
      now: () => new Date(),
      allowLegacyKey: false,
      resourceMetadataUrl: new URL('/.well-known/oauth-protected-resource/mcp', tools.resource).href,
      challengeScopes: ['reports'],
    }),
  );
});
afterAll(async () => {
  tools.server.closeAllConnections();
  await new Promise((resolve) => tools.server.close(resolve));
  await authorization.stop();
});

async function startToolServer(): Promise<ToolServer> {
  const app = express();
  const server = createServer({ keepAliveTimeout: 0 }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resource = `${origin}/mcp`;
  const statuses: number[] = [];
  const listen = (authenticator: Authenticator) => {
    app.get('/.well-known/oauth-protected-resource/mcp', (_req, res) => {
      res.json({ resource, authorization_servers: [authorization.url], scopes_supported: ['reports'] });
    });
    app.post('/mcp', express.json(), async (req, res) => {
      res.once('finish', () => statuses.push(res.statusCode));
      try {
        const principal = await authenticator.authenticate(req.headers.authorization);
        requireScope(principal, 'reports');
        const mcp = new McpServer({ name: 'websites', version: '1' });
        mcp.registerTool('websites', { description: 'The websites of the token' }, () => ({
          content: [{ type: 'text', text: JSON.stringify(principal.websiteIds) }],
        }));
        const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
        await mcp.connect(transport);
        await transport.handleRequest(req, res, req.body);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        res
          .status(error.status)
          .set(error.headers ?? {})
          .json({ code: error.code });
      }
    });
    app.all('/mcp', (_req, res) => void res.status(405).end());
  };
  return { resource, listen, statuses, server };
}

test('the MCP SDK client completes the flow: 401, metadata, registration, PKCE, login, consent, token, call, revocation, 401', async () => {
  const application = new OAuthApplication();
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(tools.resource), {
      authProvider: application,
    });
    const client = new Client({ name: 'test', version: '1' });
    return { transport, client, connected: client.connect(transport) };
  };

  const first = await connect();
  await expect(first.connected).rejects.toThrow(UnauthorizedError);
  expect(tools.statuses).toEqual([401]);
  const asked = application.opened;
  expect(asked?.origin).toBe(authorization.url);
  expect(asked?.searchParams.get('code_challenge_method')).toBe('S256');
  expect(asked?.searchParams.get('resource')).toBe(tools.resource);
  expect(asked?.searchParams.get('scope')).toContain('reports');

  const back = await new PersonVisitor(authorization.url).authorize(asked ?? '', {
    email: 'ann@example.com',
    websiteIds: [12],
  });
  expect(back.href).toContain(application.redirectUrl);
  expect(back.searchParams.get('iss')).toBe(authorization.url);
  await first.transport.finishAuth(back.searchParams.get('code') ?? '');

  const second = await connect();
  await second.connected;
  const answer = await second.client.callTool({ name: 'websites' });
  expect(answer.content).toEqual([{ type: 'text', text: '[12]' }]);

  await revoke(application);
  application.forgetRefreshToken();
  const before = tools.statuses.length;
  await expect(second.client.callTool({ name: 'websites' })).rejects.toThrow(UnauthorizedError);
  expect(tools.statuses[before]).toBe(401);
});

async function revoke(application: OAuthApplication): Promise<void> {
  const { client_id = '' } = application.clientInformation() ?? {};
  const metadata = await fetch(`${authorization.url}/.well-known/oauth-authorization-server`);
  const { revocation_endpoint } = (await metadata.json()) as { revocation_endpoint: string };
  const response = await fetch(revocation_endpoint, {
    method: 'POST',
    body: new URLSearchParams({ client_id, token: application.tokens()?.access_token ?? '' }),
  });
  expect(response.status).toBe(200);
}
