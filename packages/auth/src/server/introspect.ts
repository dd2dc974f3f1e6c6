import type { AuthorizationServer } from 'oauth4webapi';
import type { Claims, Verdict } from '../claims.ts';
import type { TraceHeaders } from './check-queue.ts';
import type { Exchange, ExchangeRequest } from './exchange.ts';
import type { Issuer } from './metadata.ts';
import { UpstreamError } from './upstream-error.ts';

interface IntrospectOptions {
  issuer: Issuer;
  exchange: Exchange;
  clientId: string;
  clientSecret: string;
}

/** A token, and the network that it was used from. */
export interface UsedToken {
  token: string;
  network?: string | undefined;
}

interface Endpoint {
  of: AuthorizationServer;
  url: URL;
  headers: ExchangeRequest['headers'];
  /** The form after the token. */
  suffix: string;
}

/** Stands for a network that is not known. */
const UNKNOWN = '-';
const INACTIVE = { rejected: 'The access token is unknown, expired or revoked.' };

/** Asks the authorization server about tokens (RFC 7662). Nothing is cached, so a revocation takes effect immediately. */
export function createIntrospect(options: IntrospectOptions) {
  let endpoint: Endpoint | undefined;
  const ask = (server: AuthorizationServer, form: string, trace: TraceHeaders | undefined) => {
    if (endpoint?.of !== server) endpoint = endpointOf(server, options);
    const { url, suffix } = endpoint;
    const headers = trace ? { ...endpoint.headers, ...trace } : endpoint.headers;
    return options.exchange(url, { method: 'POST', headers, body: form + suffix });
  };

  return {
    async one(
      server: AuthorizationServer,
      { token, network }: UsedToken,
      trace?: TraceHeaders,
    ): Promise<Verdict> {
      try {
        const place = network && isBundled(server) ? `&network=${encodeURIComponent(network)}` : '';
        return verdictOf(await ask(server, `token=${encodeURIComponent(token)}${place}`, trace));
      } catch (error) {
        // A server with opaque tokens answers this for a JWT: the token is not one of its tokens.
        if (error instanceof UpstreamError && error.oauthError === 'unsupported_token_type') return INACTIVE;
        throw error;
      }
    },

    /** Only where the server supports it. Undefined for a token that must be asked for alone. */
    async several(
      server: AuthorizationServer,
      tokens: readonly UsedToken[],
      trace?: TraceHeaders,
    ): Promise<(Verdict | undefined)[]> {
      const list = tokens.map(({ token }) => encodeURIComponent(token)).join('+');
      const networks = tokens.map(({ network }) => encodeURIComponent(network ?? UNKNOWN)).join('+');
      const answers = await ask(server, `tokens=${list}&networks=${networks}`, trace);
      if (!Array.isArray(answers) || answers.length !== tokens.length) {
        throw new UpstreamError('introspection: not one response for each token');
      }
      return answers.map((answer: unknown) => (answer === null ? undefined : verdictOf(answer)));
    },
  };
}

/** How many tokens the server takes at once: a property of the bundled authorization server. */
export function batchSizeOf(server: AuthorizationServer | undefined): number {
  const size = server?.['introspection_batch_size'];
  return typeof size === 'number' && Number.isInteger(size) && size > 1 ? size : 1;
}

/** Only the bundled authorization server learns where a token was used: another one may reject an unknown parameter. */
export function isBundled(server: AuthorizationServer | undefined): boolean {
  return batchSizeOf(server) > 1;
}

function verdictOf(response: unknown): Verdict {
  const { active } = (response ?? {}) as { active?: unknown };
  if (typeof active !== 'boolean') throw new UpstreamError('introspection: `active` is missing');
  return active ? { claims: response as Claims } : INACTIVE;
}

/** Credentials are sent in the Authorization header, unless the server supports only the form. */
function endpointOf(server: AuthorizationServer, options: IntrospectOptions): Endpoint {
  const { issuer, clientId, clientSecret } = options;
  const headers = {
    Accept: 'application/json',
    // Without it, a server may compress the response.
    'Accept-Encoding': 'identity',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const common = { of: server, url: urlOf(server.introspection_endpoint, issuer) };
  const suffix = '&token_type_hint=access_token';
  if (takesOnlyPost(server)) {
    const client = new URLSearchParams({ client_id: clientId, client_secret: clientSecret });
    return { ...common, headers, suffix: `${suffix}&${client.toString()}` };
  }
  const credentials = Buffer.from(`${formEncode(clientId)}:${formEncode(clientSecret)}`).toString('base64');
  return { ...common, headers: { ...headers, Authorization: `Basic ${credentials}` }, suffix };
}

function urlOf(endpoint: unknown, issuer: Issuer): URL {
  const url = typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && issuer.allowInsecure);
  if (!url || !isAllowed) throw new UpstreamError('metadata: introspection_endpoint is not an https address');
  return url;
}

/** Encodes a client id or secret (RFC 6749, section 2.3.1). */
function formEncode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function takesOnlyPost(server: AuthorizationServer): boolean {
  const methods = server.introspection_endpoint_auth_methods_supported ?? [];
  return methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
}
