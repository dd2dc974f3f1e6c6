import { isPrinted } from '@funnel/domain';
import { z } from 'zod';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** PostgreSQL stores no null character. */
const storable = z.string().regex(/^[^\0]*$/, 'contains a null character');
const name = storable.max(200).refine(isPrinted, 'contains a character that is not printed');
const uri = storable.max(2000);
const word = storable.max(100);

/**
 * What a client may say about itself; other members are dropped, as RFC 7591 allows. `scope` is one of them: each
 * authorization asks for its scopes, and a person sees them.
 */
export const registrationRequest = z
  .object({
    redirect_uris: z.array(uri).min(1).max(20),
    client_name: name.optional(),
    client_uri: uri.optional(),
    logo_uri: uri.optional(),
    policy_uri: uri.optional(),
    tos_uri: uri.optional(),
    contacts: z.array(name).max(10).optional(),
    application_type: word.optional(),
    grant_types: z.array(word).max(10).optional(),
    response_types: z.array(word).max(10).optional(),
    token_endpoint_auth_method: word.optional(),
  })
  .refine((request) => areSafeRedirects(request.redirect_uris), {
    path: ['redirect_uris'],
    message:
      'must use https, http on a loopback address, or the scheme of an application, which has a domain, such as com.example.app:, and no user name',
  })
  .transform((request) => ({
    ...request,
    application_type: request.application_type ?? inferApplicationType(request.redirect_uris),
  }));

/** Whether a redirect URI leads to an application on the same computer. */
export function isLoopback(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname);
}

/** The schemes of assistants and editors that have no domain in them (RFC 8252, 7.1). Others may start any program. */
const KNOWN_SCHEMES = new Set([
  'antigravity:',
  'chatgpt:',
  'claude:',
  'code-oss:',
  'codex:',
  'cursor:',
  'goose:',
  'jetbrains:',
  'kiro:',
  'lmstudio:',
  'msteams:',
  'postman:',
  'raycast:',
  'trae:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'warp:',
  'windsurf:',
  'zed:',
]);
const WITH_DOMAIN = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** Authorization codes must not cross the network unencrypted, so plain http is for loopback only. */
function areSafeRedirects(uris: readonly string[]): boolean {
  return uris.every((text) => URL.canParse(text) && isSafe(text));
}

function isSafe(redirectUri: string): boolean {
  const { protocol, username, password } = new URL(redirectUri);
  if (username !== '' || password !== '' || !isPrinted(redirectUri)) return false;
  return (
    protocol === 'https:' ||
    isLoopback(redirectUri) ||
    KNOWN_SCHEMES.has(protocol) ||
    WITH_DOMAIN.test(protocol)
  );
}

/**
 * Many clients send no application type. A client on loopback uses any free port, which only a native client may do; a
 * client with a private-use scheme is native as well.
 */
function inferApplicationType(uris: readonly string[]): 'native' | 'web' {
  const isNative = (text: string) =>
    URL.canParse(text) && (isLoopback(text) || !/^https?:$/.test(new URL(text).protocol));
  return uris.length > 0 && uris.every((text) => isNative(text)) ? 'native' : 'web';
}
