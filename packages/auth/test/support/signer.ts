import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** Signs JWT access tokens. */
export interface Signer {
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  publicKeys(): { keys: JWK[] };
  /** Replaces the key by a new one with a new id. */
  rotate(): Promise<void>;
  kid(): string;
}

/** Creates a signer with a new ES256 key. */
export async function createSigner(issuer: string): Promise<Signer> {
  let serial = 0;
  let pair: KeyPair;
  let publicKey: JWK;
  const rotate = async () => {
    pair = await generateKeyPair('ES256', { extractable: true });
    publicKey = { ...(await exportJWK(pair.publicKey)), kid: `key-${++serial}`, alg: 'ES256', use: 'sig' };
  };
  await rotate();
  const kid = () => `key-${serial}`;
  return {
    rotate,
    kid,
    publicKeys: () => ({ keys: [publicKey] }),
    sign: (claims, header) =>
      new SignJWT({ iss: issuer, jti: 'a', ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: kid(), ...header })
        .sign(pair.privateKey),
  };
}
