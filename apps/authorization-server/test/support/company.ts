import { randomUUID, type webcrypto } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { serveHttp, Visitor } from '@funnel/testing';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

/** What the provider says about somebody. */
interface CompanyClaims {
  email?: string;
  email_verified?: boolean;
}

/** The provider of a company: oidc-provider with everything that it does by default, and people who agree at once. */
export interface Company {
  url: string;
  /** Lets our server, which sends people here, have them back at this address. */
  register(callback: string): void;
  /** By subject. Who is deleted is no longer known. */
  people: Map<string, CompanyClaims>;
  /** Who signs in next. */
  expect(subject: string): void;
  /** Signs somebody in at an address of the provider; resolves with where it sends them. */
  signIn(address: string, subject: string): Promise<string>;
  /** A statement for another server that its administrator allows an assistant there (ID-JAG). */
  assert(claims: JWTPayload, header?: { typ?: string; key?: webcrypto.CryptoKey }): Promise<string>;
  stop(): Promise<void>;
}

/** What our server is called there. */
export const COMPANY_CLIENT = { client_id: 'funnel', client_secret: 's'.repeat(40) };

/** Starts a provider. */
export async function startCompany(): Promise<Company> {
  const people = new Map<string, CompanyClaims>();
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'company', use: 'sig', alg: 'ES256' };
  let subject = '';
  let handle: RequestListener = (_req, res) => res.end();
  const server = await serveHttp((req, res) => handle(req, res));
  return {
    url: server.url,
    people,
    register: (callback) =>
      void (handle = serveProvider({ url: server.url, callback, jwk, people, who: () => subject })),
    expect: (who) => void (subject = who),
    async signIn(address, who) {
      subject = who;
      return (await new Visitor(server.url).get(address)).url;
    },
    assert: (claims, { typ = 'oauth-id-jag+jwt', key = privateKey } = {}) =>
      new SignJWT({ iss: server.url, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'company', typ })
        .setIssuedAt(claims.iat)
        .setExpirationTime(claims.exp ?? '5m')
        .sign(key),
    stop: () => server.close(),
  };
}

interface ProviderSettings {
  url: string;
  callback: string;
  jwk: JWK;
  people: ReadonlyMap<string, CompanyClaims>;
  who: () => string;
}

function serveProvider({ url, callback, jwk, people, who }: ProviderSettings): RequestListener {
  const provider = new Provider(url, {
    jwks: { keys: [jwk] },
    clients: [
      {
        ...COMPANY_CLIENT,
        redirect_uris: [callback],
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['c'.repeat(32)] },
    findAccount: (_ctx, sub) => {
      const claims = people.get(sub);
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
    interactions: { url: (_ctx, { uid }) => `/agree/${uid}` },
  });
  const serve = provider.callback();
  const agree = async (...[req, res]: Parameters<RequestListener>) => {
    const { params } = await provider.interactionDetails(req, res);
    const grant = new provider.Grant({ accountId: who(), clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email offline_access');
    const result = { login: { accountId: who() }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  };
  return (req, res) => void (req.url?.startsWith('/agree/') ? agree(req, res) : serve(req, res));
}
