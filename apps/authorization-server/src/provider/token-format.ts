import { newToken } from '@funnel/secrets';
import { Provider } from 'oidc-provider';

interface TokenModel {
  prototype: { generateTokenId?: () => string };
}

/** The refresh token that the answer to a request must carry. */
const nextRefreshTokens = new WeakMap<object, string>();

/** Sets the refresh token that the current request issues, in place of a random one. */
export function nextRefreshToken(token: string): void {
  if (Provider.ctx) nextRefreshTokens.set(Provider.ctx, token);
}

/** Gives access and refresh tokens our prefix and checksum. */
export function useOwnTokenFormat({ AccessToken, RefreshToken }: Provider): void {
  generateAs(AccessToken as unknown as TokenModel, () => newToken('access'));
  generateAs(
    RefreshToken as unknown as TokenModel,
    () => (Provider.ctx && nextRefreshTokens.get(Provider.ctx)) ?? newToken('refresh'),
  );
}

function generateAs({ prototype }: TokenModel, generate: () => string): void {
  const original = prototype.generateTokenId;
  prototype.generateTokenId = function generateTokenId() {
    // Also decides on the format of an access token, which is always opaque here.
    original?.call(this);
    return generate();
  };
}
