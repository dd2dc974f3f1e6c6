/** What an `Authorization` header carries. */
export type Credential =
  | { readonly scheme: 'bearer' | 'api_key'; readonly value: string }
  /** No header, or a scheme that this service does not support. */
  | { readonly scheme: 'none' }
  | { readonly scheme: 'malformed' };

const MAX_LENGTH = 8192;
/** RFC 6750, section 2.1. Tokens contain no comma, so two headers joined into one are malformed. */
const BEARER = /^bearer +([\w\-.~+/]+=*)$/i;
const API_KEY = /^api_key=([\x20-\x7e]+)$/;

/** Parses an `Authorization` header strictly: exactly one credential of a known scheme. */
export function parseAuthorization(header: string | undefined): Credential {
  if (header === undefined || header === '') return { scheme: 'none' };
  if (header.length > MAX_LENGTH) return { scheme: 'malformed' };
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined) return { scheme: 'bearer', value: token };
  const apiKey = API_KEY.exec(header)?.[1];
  if (apiKey !== undefined) return { scheme: 'api_key', value: apiKey };
  return { scheme: /^(bearer|api_key)\b/i.test(header) ? 'malformed' : 'none' };
}
