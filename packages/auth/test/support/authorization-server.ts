import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Failure } from './failures.ts';
import { createSigner, type Signer } from './signer.ts';

type Endpoint = 'oauthMetadata' | 'oidcMetadata' | 'introspection' | 'jwks';
type Claims = Record<string, unknown>;

/** A small real authorization server, different from the bundled one. Tests can change its behavior at any time. */
export interface TestAuthorizationServer {
  issuer: string;
  port: number;
  signer: Signer;
  /** Number of calls per endpoint, and of connections. */
  counts: Record<Endpoint | 'sockets', number>;
  /** Replaces the response of an endpoint. */
  failing: Partial<Record<Endpoint, Failure>>;
  /** Merged into the metadata; undefined removes a member. */
  metadata: Claims;
  /** Runs after an introspection has read the state of its tokens and before it responds. */
  beforeResponse: (() => Promise<void>) | undefined;
  lastIntrospection: { authorization: string | undefined; form: URLSearchParams } | undefined;
  /** Issues an opaque token whose introspection returns these claims. */
  issue(claims: Claims): string;
  /** Makes the token inactive. */
  revoke(token: string): void;
  stop(): Promise<void>;
}

/** The client that may introspect. */
export const CLIENT = { clientId: 'funnel services', clientSecret: 's3cret/+:%' };

const PATHS: Record<string, Endpoint> = {
  '/.well-known/oauth-authorization-server': 'oauthMetadata',
  '/.well-known/openid-configuration': 'oidcMetadata',
  '/introspect': 'introspection',
  '/jwks': 'jwks',
};

/** Starts the server on a port; 0 picks a free one. */
export async function startAuthorizationServer(port = 0): Promise<TestAuthorizationServer> {
  const tokens = new Map<string, Claims>();
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actualPort } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${actualPort}`;

  const self: TestAuthorizationServer = {
    issuer,
    port: actualPort,
    signer: await createSigner(issuer),
    counts: { oauthMetadata: 0, oidcMetadata: 0, introspection: 0, jwks: 0, sockets: 0 },
    failing: {},
    metadata: {},
    beforeResponse: undefined,
    lastIntrospection: undefined,
    issue(claims) {
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, { active: true, ...claims });
      return token;
    },
    revoke: (token) => void tokens.delete(token),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  server.on('connection', () => self.counts.sockets++);

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const endpoint = PATHS[req.url ?? ''];
    if (!endpoint) return send(res, 404, { error: 'not_found' });
    self.counts[endpoint]++;
    const failure = self.failing[endpoint];
    if (failure) return failure(req, res);
    if (endpoint === 'introspection') return introspection(req, res);
    if (endpoint === 'jwks') return send(res, 200, self.signer.publicKeys());
    return send(res, 200, {
      issuer,
      introspection_endpoint: `${issuer}/introspect`,
      jwks_uri: `${issuer}/jwks`,
      ...self.metadata,
    });
  }

  async function introspection(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(req));
    const { authorization } = req.headers;
    self.lastIntrospection = { authorization, form };
    if (!isKnownClient(authorization, form)) return send(res, 401, { error: 'invalid_client' });
    const stateOf = (token: string) => tokens.get(token) ?? { active: false };
    const several = form.get('tokens');
    const body = several === null ? stateOf(form.get('token') ?? '') : several.split(' ').map(stateOf);
    await self.beforeResponse?.();
    return send(res, 200, body);
  }

  return self;
}

function isKnownClient(authorization: string | undefined, form: URLSearchParams): boolean {
  const basic = `${formEncode(CLIENT.clientId)}:${formEncode(CLIENT.clientSecret)}`;
  if (authorization !== undefined) return authorization === `Basic ${Buffer.from(basic).toString('base64')}`;
  return form.get('client_id') === CLIENT.clientId && form.get('client_secret') === CLIENT.clientSecret;
}

/** Encodes a client id or secret (RFC 6749, section 2.3.1). */
function formEncode(value: string): string {
  return new URLSearchParams({ '': value }).toString().slice(1);
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
