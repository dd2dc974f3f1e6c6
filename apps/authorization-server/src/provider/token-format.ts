import { newToken, type TokenKind } from '@funnel/identity';
import type { Provider } from 'oidc-provider';

interface TokenModel {
  prototype: { generateTokenId?: () => string };
}

/** Gives access and refresh tokens our prefix and checksum. */
export function useOwnTokenFormat({ AccessToken, RefreshToken }: Provider): void {
  generateAs('access', AccessToken as unknown as TokenModel);
  generateAs('refresh', RefreshToken as unknown as TokenModel);
}

function generateAs(kind: TokenKind, { prototype }: TokenModel): void {
  const original = prototype.generateTokenId;
  prototype.generateTokenId = function generateTokenId() {
    // Also decides on the format of an access token, which is always opaque here.
    original?.call(this);
    return newToken(kind);
  };
}
