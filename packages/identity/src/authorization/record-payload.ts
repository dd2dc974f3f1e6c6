import { hashSecret } from './secret-hash.ts';

/** What the authorization server keeps of a token, grant, session, interaction or client. */
export type RecordPayload = Record<string, unknown>;

/**
 * The payload as it may rest: without the record's own id, which is the token, code or cookie itself, without the
 * session cookie that an interaction repeats, and with the hash of a client's secret.
 */
export function sealPayload(id: string, payload: RecordPayload): RecordPayload {
  const { jti: _id, returnTo, session, client_secret: clientSecret, ...rest } = payload;
  return {
    ...rest,
    ...(typeof returnTo === 'string' && { returnTo: withoutId(returnTo, id) }),
    ...(isObject(session) && { session: withoutCookie(session) }),
    ...(typeof clientSecret === 'string' && { client_secret: hashSecret(clientSecret) }),
  };
}

/** With the id put back that the caller has shown. */
export function openPayload(id: string, payload: RecordPayload): RecordPayload {
  if (payload['client_id'] === id) return payload;
  const { returnTo } = payload;
  return { ...payload, jti: id, ...(typeof returnTo === 'string' && { returnTo: returnTo + id }) };
}

/** An interaction returns to `.../<its id>`. */
function withoutId(returnTo: string, id: string): string {
  if (!returnTo.endsWith(id))
    throw new Error('An interaction returns to an address that does not end with its id.');
  return returnTo.slice(0, -id.length);
}

function withoutCookie({ cookie: _cookie, ...session }: RecordPayload): RecordPayload {
  return session;
}

function isObject(value: unknown): value is RecordPayload {
  return typeof value === 'object' && value !== null;
}
