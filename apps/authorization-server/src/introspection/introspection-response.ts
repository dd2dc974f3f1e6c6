import type { StoredAccessToken } from '@funnel/identity';

/** The response for a token that is unknown, expired or revoked. */
export const INACTIVE = JSON.stringify({ active: false });

/** The response for an active access token (RFC 7662), exactly as oidc-provider writes it. */
export function activeResponse(
  issuer: string,
  { payload, websiteIds, person, view }: StoredAccessToken,
): string {
  return JSON.stringify({
    active: true,
    sub: payload['accountId'],
    website_ids: websiteIds,
    ...person,
    ...view,
    client_id: payload['clientId'],
    exp: payload['exp'],
    iat: payload['iat'],
    sid: payload['sid'],
    iss: issuer,
    aud: payload['aud'],
    scope: payload['scope'] || undefined,
    token_type: 'Bearer',
  });
}
