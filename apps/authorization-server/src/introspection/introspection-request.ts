import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { hashSecrets, isSecret } from '../provider/client-secrets.ts';

/** The client that the services use. Each secret is accepted, so that it can be changed without a pause. */
export interface IntrospectionClient {
  clientId: string;
  clientSecrets: readonly string[];
}

/** How many tokens the services may send at once. */
export const MAX_TOKENS = 64;

const MAX_BODY_BYTES = 8192;
const FORM = /^application\/x-www-form-urlencoded(?: *; *charset=utf-8)?$/i;
const BASIC = /^basic ((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i;
/** Headers that make oidc-provider answer differently. */
const SPECIAL_HEADERS = ['origin', 'oauth-client-attestation', 'oauth-client-attestation-pop'];

/**
 * Returns a function that says whether a request with this head comes from the services: a short form, sent with
 * their credentials in the Authorization header. It does not read the body.
 */
export function createServiceRequestCheck(
  path: string,
  { clientId, clientSecrets }: IntrospectionClient,
): (req: IncomingMessage) => boolean {
  const accepted = hashSecrets(clientSecrets);
  return ({ method, url, headers }) => {
    if (method !== 'POST' || url !== path || !FORM.test(headers['content-type'] ?? '')) return false;
    if (SPECIAL_HEADERS.some((name) => headers[name] !== undefined)) return false;
    const length = bodyLength(headers);
    if (!(length > 0 && length <= MAX_BODY_BYTES)) return false;
    const credentials = readBasic(headers.authorization);
    if (credentials?.clientId !== clientId) return false;
    return isSecret(credentials.clientSecret, accepted);
  };
}

/**
 * Reads a body whose length is known, without ending the stream, so that the body can be put back. Stays pending if the
 * caller goes away.
 */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  const length = bodyLength(req.headers);
  return new Promise((resolve) => {
    const look = () => {
      const body = req.read(length) as Buffer | null;
      if (!body) return;
      req.off('readable', look);
      resolve(body);
    };
    req.on('readable', look);
  });
}

/** A token, and the network that it was used from, if the service says so. */
interface AskedToken {
  token: string;
  network?: string | undefined;
}

/** What a form asks for: one token, as in RFC 7662, or several. */
export type Asked = { one: AskedToken } | { several: AskedToken[] };

const NETWORK = /^[\d.]{7,15}$|^[\da-f]{16}\/64$/;

/**
 * Understands a form with `token` and at most the usual hint, or with `tokens`, separated by spaces. `network` and `networks`
 * say where each token was used: RFC 7662 lets a server ask for more about the use.
 */
export function readForm(body: Buffer): Asked | undefined {
  const {
    token,
    tokens,
    network,
    networks,
    token_type_hint: hint = 'access_token',
    ...others
  } = parse(body.toString());
  if (hint !== 'access_token' || Object.keys(others).length > 0) return undefined;
  if (isToken(token) && tokens === undefined) return { one: { token, network: networkFrom(network) } };
  if (token !== undefined || typeof tokens !== 'string') return undefined;
  const list = tokens.split(' ');
  if (list.length > MAX_TOKENS || !list.every(isToken)) return undefined;
  const places = typeof networks === 'string' ? networks.split(' ') : [];
  return { several: list.map((each, index) => ({ token: each, network: networkFrom(places[index]) })) };
}

/** A network that is missing or malformed is unknown. It never decides about a token. */
function networkFrom(value: unknown): string | undefined {
  return typeof value === 'string' && NETWORK.test(value) ? value : undefined;
}

/** A JWT has dots, and oidc-provider has its own answer for it. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[^.]+$/.test(value);
}

/** Not a number for a body of unknown length. */
function bodyLength(headers: IncomingMessage['headers']): number {
  return Number(headers['content-length']);
}

/** The credentials of a client in the Authorization header. */
export function readBasic(
  header: string | undefined,
): { clientId: string; clientSecret: string } | undefined {
  const [, encoded] = BASIC.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [clientId, clientSecret, ...others] = Buffer.from(encoded, 'base64').toString().split(':');
  if (clientId === undefined || clientSecret === undefined || others.length > 0) return undefined;
  try {
    return { clientId: formDecode(clientId), clientSecret: formDecode(clientSecret) };
  } catch {
    return undefined;
  }
}

/** RFC 6749, section 2.3.1. Throws for malformed text. */
function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
