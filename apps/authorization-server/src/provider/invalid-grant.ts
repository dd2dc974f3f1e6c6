import { errors } from 'oidc-provider';

/** The error `invalid_grant` with its reason, so that the developer of a client learns what is wrong. oidc-provider leaves the reason out. */
export function invalidGrant(description: string): Error {
  return new errors.CustomOIDCProviderError('invalid_grant', description);
}
