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
  /** Lets our server, which sends people here, have them back at these addresses. */
  register(...callbacks: string[]): void;
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

/** Starts a provider. Without `sendsIssuer` it does not say who it is when it sends people back, as many do not (RFC 9207). */
export async function startCompany({ sendsIssuer = true } = {}): Promise<Company> {
  const people = new Map<string, CompanyClaims>();
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'company', use: 'sig', alg: 'ES256' };
  let subject = '';
  let handle: RequestListener = (_req, res) => res.end();
  const server = await serveHttp((req, res) => handle(req, res));
  return {
    url: server.url,
    people,
    register: (...callbacks) =>
      void (handle = serveProvider({
        url: server.url,
        callbacks,
        jwk,
        people,
        who: () => subject,
        sendsIssuer,
      })),
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
  callbacks: string[];
  jwk: JWK;
  people: ReadonlyMap<string, CompanyClaims>;
  who: () => string;
  sendsIssuer: boolean;
}

function serveProvider(settings: ProviderSettings): RequestListener {
  const { url, callbacks, jwk, people, who, sendsIssuer } = settings;
  const provider = new Provider(url, {
    jwks: { keys: [jwk] },
    clients: [
      {
        ...COMPANY_CLIENT,
        redirect_uris: callbacks,
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
  if (!sendsIssuer) withoutIssuer(provider);
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

/** Leaves out what RFC 9207 adds. */
function withoutIssuer(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === '/.well-known/openid-configuration')
      delete (ctx.body as Record<string, unknown>)['authorization_response_iss_parameter_supported'];
    const to = ctx.response.get('location');
    if (to === '' || !URL.canParse(to)) return;
    const address = new URL(to);
    address.searchParams.delete('iss');
    ctx.set('location', address.href);
  });
}
