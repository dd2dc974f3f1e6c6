import { randomBytes } from 'node:crypto';
import { ANN, type AuthorizationServer, BEN, PASSWORD } from '@funnel/fixtures';
import { verifyCompanyDomain } from '@funnel/identity';
import { seal } from '@funnel/db';
import { hiddenFields, type Page, serveHttp, Visitor } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { COMPANY_CLIENT, type Company, startCompany } from '../support/company.ts';

/** Where all providers sent people back before each account had an address of its own. */
const COMMON = '/login/company/callback';
const OAK = 'oak.example';
const EVIL = 'evil.example';
const KEY = randomBytes(32);

/** What the attacker writes where this server begins no login for them. */
const BY_HAND = new URLSearchParams({
  client_id: COMPANY_CLIENT.client_id,
  response_type: 'code',
  scope: 'openid email',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
});

/** Of account 1. It does not say who it is when it sends people back, as most providers do not. */
let honest: Company;
/** The same, but it says who it is. */
let named: Company;
let hostile: Hostile;
let app: AuthorizationServer;
beforeAll(async () => {
  honest = await startCompany({ sendsIssuer: false });
  named = await startCompany();
  hostile = await startHostile();
  app = await startAuthorizationApp({
    env: {
      IDENTITY_ENCRYPTION_KEY: KEY.toString('base64'),
      ALLOWED_PRIVATE_ISSUERS: [honest, named, hostile].map(({ url }) => url).join(','),
    },
  });
  for (const company of [honest, named]) {
    // A company that has moved may have left the common address in its settings.
    company.register(`${app.url}${COMMON}`, `${app.url}${COMMON}/1`);
    company.people.set('carol', { email: `carol@${OAK}`, email_verified: true });
  }
});
beforeEach(async () => {
  await app.database.sql`delete from company_logins`;
  await app.database.sql`delete from company_identities`;
  hostile.codes.length = 0;
});
afterAll(async () => {
  await app?.stop();
  await honest?.stop();
  await named?.stop();
  await hostile?.stop();
});

interface Hostile {
  url: string;
  /** Whether it says that it says who it is. */
  claimsIssuer: boolean;
  /** The address to which it redirects people who sign in, with the state of their login. */
  lead: (state: string) => string;
  /** What it was given. */
  codes: string[];
  stop(): Promise<void>;
}

/** The provider that the owner of account 2 has set up. */
async function startHostile(): Promise<Hostile> {
  const hostileProvider: Hostile = {
    url: '',
    claimsIssuer: true,
    lead: () => '',
    codes: [],
    stop: async () => {},
  };
  const server = await serveHttp((req, res) => {
    const url = new URL(req.url ?? '/', hostileProvider.url);
    if (url.pathname === '/authorize') {
      const to = hostileProvider.lead(url.searchParams.get('state') ?? '');
      res.writeHead(302, { location: to }).end();
    } else if (url.pathname === '/token') {
      let body = '';
      req.on('data', (piece: Buffer) => (body += piece.toString()));
      req.on('end', () => {
        hostileProvider.codes.push(new URLSearchParams(body).get('code') ?? '');
        res.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      });
    } else {
      const { url: issuer, claimsIssuer } = hostileProvider;
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        authorization_response_iss_parameter_supported: claimsIssuer,
      };
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    }
  });
  return Object.assign(hostileProvider, { url: server.url, stop: () => server.close() });
}

/** As an owner of before has set it up; `isOwn` with the address of the account. */
async function setUp(accountId: number, issuer: string, domain: string, isOwn: boolean): Promise<void> {
  const secret = seal(COMPANY_CLIENT.client_secret, KEY);
  await app.database.sql`
    insert into company_logins (account_id, issuer, client_id, client_secret, domain, role)
    values (${accountId}, ${issuer}, ${COMPANY_CLIENT.client_id}, ${secret}, ${domain}, 'member')`;
  if (isOwn)
    await app.database.sql`update company_logins set has_own_callback = true where account_id = ${accountId}`;
  await verifyCompanyDomain(app.database, { accountId, domain });
}

async function begin(visitor: Visitor, email: string): Promise<{ to: string; page: Page }> {
  const { text } = await visitor.get('/login/company');
  const page = await visitor.post('/login/company', { ...hiddenFields(text), email });
  const [, to = ''] = /content="0;url=([^"]+)"/.exec(page.text) ?? [];
  return { to: to.replaceAll('&amp;', '&'), page };
}

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/tokens')).url === `${app.url}/tokens`;

describe('the owner of another account who leads somebody to their real provider', () => {
  test.each([
    ['if nobody has moved', [false, false], false, COMMON],
    ['if nobody has moved, and the provider claims to say who it is', [false, false], true, COMMON],
    ['if the company alone has moved, and has kept the common address', [true, false], true, COMMON],
    ['if the company alone has moved', [true, false], false, `${COMMON}/1`],
    ['if both have addresses of their own', [true, true], true, `${COMMON}/1`],
    ['if only the company has kept the common address', [false, true], false, COMMON],
  ] as const)('gets no code and signs in as nobody %s', async (_text, isOwn, claimsIssuer, callback) => {
    hostile.claimsIssuer = claimsIssuer;
    await setUp(1, honest.url, OAK, isOwn[0]);
    await setUp(2, hostile.url, EVIL, isOwn[1]);
    const attacker = new Visitor(app.url);
    const own = new URL((await begin(attacker, `x@${OAK}`)).to || `${honest.url}/auth?${BY_HAND.toString()}`);
    // To the real provider, with the PKCE challenge and the nonce of the attacker's login, and the state of the victim's.
    hostile.lead = (state) => {
      const to = new URL(own);
      to.searchParams.set('redirect_uri', `${app.url}${callback}`);
      to.searchParams.set('state', state);
      return to.href;
    };
    const victim = new Visitor(app.url);
    const { to, page: begun } = await begin(victim, `x@${EVIL}`);
    const led = to && (await fetch(to, { redirect: 'manual' })).headers.get('location');
    // The provider refuses an address that it does not know, and a login without a challenge.
    const returned = led ? await honest.signIn(led, 'carol') : '';
    const page = returned.startsWith(app.url) ? await victim.get(returned) : begun;
    // What the hostile provider was given finishes the login that the attacker has begun.
    const back = new URL(own.searchParams.get('redirect_uri') ?? `${app.url}${callback}`);
    back.searchParams.set('code', hostile.codes[0] ?? 'none');
    back.searchParams.set('state', own.searchParams.get('state') ?? '');
    await attacker.get(back);
    expect([hostile.codes, await isSignedIn(attacker), page.status]).toEqual([[], false, 422]);
  });
});

describe('a provider that signs people in for an account', () => {
  test('has them back at the address of the account, and at no other', async () => {
    await setUp(1, honest.url, OAK, true);
    const carol = new Visitor(app.url);
    const { to } = await begin(carol, `carol@${OAK}`);
    expect(new URL(to).searchParams.get('redirect_uri')).toBe(`${app.url}${COMMON}/1`);
    expect((await carol.get(await honest.signIn(to, 'carol'))).url).toBe(`${app.url}/tokens`);
    for (const path of [COMMON, `${COMMON}/2`, `${COMMON}/01`, `${COMMON}/1/`]) {
      const other = new Visitor(app.url);
      const returned = new URL(await honest.signIn((await begin(other, `carol@${OAK}`)).to, 'carol'));
      returned.pathname = path;
      expect([path, (await other.get(returned)).status, await isSignedIn(other)]).toEqual([path, 422, false]);
    }
  });

  test('goes on with the common address if it says who it is, and only with that name', async () => {
    await setUp(1, named.url, OAK, false);
    const carol = new Visitor(app.url);
    const { to } = await begin(carol, `carol@${OAK}`);
    expect(new URL(to).searchParams.get('redirect_uri')).toBe(`${app.url}${COMMON}`);
    expect((await carol.get(await named.signIn(to, 'carol'))).url).toBe(`${app.url}/tokens`);
    for (const change of [
      (url: URL) => url.searchParams.delete('iss'),
      (url: URL) => url.searchParams.set('iss', hostile.url),
    ]) {
      const other = new Visitor(app.url);
      const returned = new URL(await named.signIn((await begin(other, `carol@${OAK}`)).to, 'carol'));
      change(returned);
      expect([(await other.get(returned)).status, await isSignedIn(other)]).toEqual([422, false]);
    }
  });

  test('is refused with the common address if it does not say who it is, with what an owner has to do', async () => {
    await setUp(1, honest.url, OAK, false);
    const { page } = await begin(new Visitor(app.url), `carol@${OAK}`);
    expect(page.status).toBe(422);
    expect(page.text).toContain('new redirect address');
    expect(page.text).toContain('on the page “Members”');
  });

  test('is refused if the account has another one when the person comes back', async () => {
    await setUp(1, named.url, OAK, true);
    const carol = new Visitor(app.url);
    const returned = await named.signIn((await begin(carol, `carol@${OAK}`)).to, 'carol');
    await app.database.sql`update company_logins set issuer = ${hostile.url} where account_id = 1`;
    expect([(await carol.get(returned)).status, hostile.codes]).toEqual([422, []]);
  });
});

describe('the owner who moves to the address of the account', () => {
  async function owner(email = ANN): Promise<Visitor> {
    const visitor = new Visitor(app.url);
    const { text } = await visitor.get('/login');
    await visitor.post('/login', { ...hiddenFields(text), email, password: PASSWORD });
    return visitor;
  }
  const save = async (visitor: Visitor, changes: Record<string, string>, account = 1) =>
    visitor.post(`/members/${account}/company-login`, {
      ...hiddenFields((await visitor.get('/members')).text),
      ...COMPANY_CLIENT,
      domain: OAK,
      role: 'member',
      which: 'all',
      ...changes,
    });

  test('is told what to register, and people sign in as soon as the owner has said so', async () => {
    await setUp(1, honest.url, OAK, false);
    const ann = await owner();
    const { text } = await ann.get('/members');
    expect(text).toContain(`${app.url}${COMMON}/1<`);
    expect(text).toContain('name="own_callback"');
    const refused = await save(ann, { issuer: honest.url });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`Register ${app.url}${COMMON}/1 there`);
    expect((await save(ann, { issuer: honest.url, own_callback: 'yes' })).status).toBe(200);
    const carol = new Visitor(app.url);
    const { to } = await begin(carol, `carol@${OAK}`);
    expect((await carol.get(await honest.signIn(to, 'carol'))).url).toBe(`${app.url}/tokens`);
    expect((await ann.get('/members')).text).not.toContain('name="own_callback"');
  });

  test('keeps the common address with a provider that says who it is, and a new login never gets it', async () => {
    await setUp(1, named.url, OAK, false);
    await save(await owner(), { issuer: named.url, role: 'reader' });
    const asked = new URL((await begin(new Visitor(app.url), `carol@${OAK}`)).to);
    expect(asked.searchParams.get('redirect_uri')).toBe(`${app.url}${COMMON}`);
    const ben = await owner(BEN);
    await save(ben, { issuer: named.url, domain: EVIL }, 2);
    await verifyCompanyDomain(app.database, { accountId: 2, domain: EVIL });
    const other = new URL((await begin(new Visitor(app.url), `x@${EVIL}`)).to);
    expect(other.searchParams.get('redirect_uri')).toBe(`${app.url}${COMMON}/2`);
  });
});
