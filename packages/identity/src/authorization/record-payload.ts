import { hashSecret } from '@funnel/secrets';

/** The content of a token, grant, session, interaction or client, as the authorization server sees it. */
export type RecordPayload = Record<string, unknown>;

/**
 * Removes the secrets from a payload before it is stored: the record's own id, which is the token, code or cookie
 * itself, and the session cookie of an interaction. A client secret is replaced by its hash.
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

/** Puts the id that the caller presented back into a stored payload. */
export function openPayload(id: string, payload: RecordPayload): RecordPayload {
  if (payload['client_id'] === id) return payload;
  const { returnTo } = payload;
  return { ...payload, jti: id, ...(typeof returnTo === 'string' && { returnTo: returnTo + id }) };
}

/** The address of an interaction ends with its id. */
function withoutId(returnTo: string, id: string): string {
  if (!returnTo.endsWith(id))
    throw new Error('The return address of an interaction does not end with its id.');
  return returnTo.slice(0, -id.length);
}

function withoutCookie({ cookie: _cookie, ...session }: RecordPayload): RecordPayload {
  return session;
}

function isObject(value: unknown): value is RecordPayload {
  return typeof value === 'object' && value !== null;
}
