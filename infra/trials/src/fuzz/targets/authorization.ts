import fc from 'fast-check';
import { registerClient } from '../../oauth.ts';
import type { Target } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { CALLBACK, CHALLENGE, renewVisit } from '../tenants/visit.ts';
import { idOf } from '../values/from-schema.ts';
import { hostileJson, mostly } from '../values/hostile.ts';
import { jsonBody } from '../values/http.ts';
import { checkPage, later, pageRequests, type Route, type Values } from './pages.ts';

/** A password check takes half a second of a core on purpose, and so much longer on a busy machine. */
const HASHING = ['/login', '/password', '/invitation', '/second-factor'];
const HASHING_LIMIT_MS = 10_000;
const SECRET = 'x'.repeat(43);
const GRANTS = ['authorization_code', 'refresh_token', 'client_credentials', 'password'];
const ASSERTION_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const UNSIGNED = `${encode({ alg: 'none', typ: 'oauth-id-jag+jwt' })}.${encode({ iss: 'x', sub: 'x' })}.`;
const AUTHORIZATION =
  'client_id redirect_uri response_type scope state resource code_challenge code_challenge_method prompt max_age login_hint ui_locales display nonce claims request request_uri response_mode id_token_hint:any';
const EXCHANGE =
  'grant_type assertion client_id client_secret:secret code:secret redirect_uri code_verifier refresh_token:secret scope resource';
const VIEW_TOKEN =
  'grant_type:exchange_grant client_id:exchange_client subject_token:token subject_token_type resource website_id campaign_id scope:view_scope';
const SECOND_FACTOR = 'csrf password passkey secret:any code';

const ROUTES: readonly Route[] = [
  ['GET /authorize', AUTHORIZATION, 30],
  ['GET /authorize/{secret}'],
  ['POST /token', EXCHANGE, 24],
  ['POST /token', VIEW_TOKEN, 12],
  ['POST /introspect', 'token client_id client_secret:secret token_type_hint', 12],
  ['POST /revoke', 'token client_id token_type_hint', 12],
  ['POST /register', '', 12],
  ['GET /interaction/{interaction}', '', 2],
  ['POST /interaction/{interaction}', 'csrf website_ids:website_id decision email', 12],
  ['GET /tokens', 'notice'],
  ['POST /tokens', 'csrf name website_ids:website_id resource:kind scopes:token_scopes life form_id'],
  ['POST /tokens/{id}/revoke', 'csrf'],
  ['GET /login', 'notice'],
  // Seldom, because each attempt costs the server a third of a second.
  ['POST /login', 'csrf email password', 1],
  ['POST /login', 'csrf passkey code start_again:yes'],
  ['GET /login/company', 'interaction:place'],
  ['POST /login/company', 'csrf email interaction:place'],
  ['GET /login/company/callback', 'state:secret code:secret iss:issuer'],
  ['GET /login/company/callback/{account}', 'state:secret code:secret'],
  ['GET /second-factor', 'notice'],
  ['POST /second-factor/codes', SECOND_FACTOR, 1],
  ['POST /second-factor/passkeys', SECOND_FACTOR, 1],
  ['POST /second-factor/{id}/remove', SECOND_FACTOR, 1],
  ['GET /password', 'link'],
  ['POST /password', 'csrf link email new_password password'],
  ['GET /invitation', 'link'],
  ['POST /invitation', 'csrf link email new_password'],
  ['GET /members', 'notice'],
  ['POST /members/{account}/invite', 'csrf role email website_ids:website_id'],
  ['POST /members/{account}/change/{member}', 'csrf role website_ids:website_id'],
  ['POST /members/{account}/token-life', 'csrf days'],
  ['POST /members/{account}/second-factor', 'csrf required:yes'],
  [
    'POST /members/{account}/company-login',
    'csrf issuer client_id client_secret:secret domain role website_ids:website_id',
  ],
  ['POST /members/{account}/company-login/remove', 'csrf'],
  ['POST /members/{account}/invitations/{secret}/revoke', 'csrf'],
  ['POST /members/{account}/remove/{member}', 'csrf'],
  ['POST /members/tokens/{id}/revoke', 'csrf'],
  ['POST /members/applications/{secret}/disconnect', 'csrf'],
  ['GET /share-links', 'notice website:website_id campaign:campaign_id name'],
  ['POST /share-links', 'csrf name website:website_id campaign:campaign_id life password:any form_id'],
  ['GET /share-links/{id}'],
  ['POST /share-links/{id}/revoke', 'csrf'],
  ['POST /share-link-tokens', 'secret:link password receipt:link'],
  ['GET /embedding', 'notice'],
  ['POST /embedding/{account}', 'csrf origins'],
  ['GET /embed-origins', 'website_id'],
  ['GET /applications', 'notice'],
  ['POST /applications/{secret}/disconnect', 'csrf'],
  ['GET /sessions', 'notice'],
  ['POST /sessions/{secret}/end', 'csrf'],
  ['GET /audit', 'kind:audit_kind since:day until:day format'],
  ['GET /person-data'],
  ['POST /person-data', 'csrf who'],
  ['POST /person-data/export', 'csrf who'],
  ['POST /person-data/erase', 'csrf who'],
  ['GET /.well-known/oauth-authorization-server'],
  ['GET /.well-known/openid-configuration'],
  ['GET /jwks'],
  ['GET /{page}'],
];

/** The OAuth endpoints and the pages of the authorization server, from a table. */
export async function authorizationTarget(world: World): Promise<Target> {
  const { addresses, tenants } = world;
  const clientId = await registerClient(addresses.AUTHORIZATION_SERVER_ISSUER, CALLBACK);
  const pages = {
    routes: ROUTES,
    valuesOf: (tenant: Tenant) => valuesOf(tenant, clientId, addresses.REST_API_RESOURCE),
    headersOf: mostly(fc.constant(true), fc.constant(false), 6).map(
      (hasVisit) =>
        ({ visit }: Tenant): Readonly<Record<string, string>> =>
          hasVisit ? { cookie: visit.cookie } : {},
    ),
    bodies: { 'POST /register': registration },
  };
  return {
    origin: addresses.AUTHORIZATION_SERVER_ISSUER,
    requests: pageRequests(pages, tenants),
    check: (request, answer) => checkPage(request, answer, { isOAuth: true }),
    limitMs: ({ operation }) =>
      HASHING.some((path) => operation.startsWith(path)) ? HASHING_LIMIT_MS : undefined,
    async prepare() {
      for (const tenant of tenants) await renewVisit(world, tenant, clientId);
    },
  };
}

function valuesOf(tenant: Tenant, clientId: string, resource: string): Values {
  const { emails, mark, tokens } = tenant;
  return {
    account: [2, 3],
    any: ['', 'x', 'A'.repeat(32)],
    assertion: ['x.y.z', UNSIGNED],
    audit_kind: ['', 'login', 'toString'],
    campaign_id: idOf(tenant, 'campaign_id'),
    claims: ['{}', '{"id_token":1}'],
    client_id: [clientId, clientId, clientId, 'funnel-services', 'https://127.0.0.1/c.json', 'http://[::1]/'],
    code: ['000000', SECRET],
    code_challenge: [CHALLENGE],
    code_challenge_method: ['S256', 'plain'],
    code_verifier: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
    csrf: later(() => tenant.visit.csrf),
    day: ['', '2026-11-01', '0000-00-00'],
    days: ['', '90', '-1'],
    decision: ['allow', 'deny', 'x'],
    display: ['page', 'x'],
    domain: ['oak.example', 'x', '@'],
    email: [...emails, 'new@example.com', 'x'],
    exchange_client: ['funnel-tokens', clientId],
    exchange_grant: [EXCHANGE_GRANT],
    form_id: fc.uuid().map((text) => text.replaceAll('-', '').slice(0, 22)),
    format: ['csv', 'html'],
    grant_type: [...GRANTS, ASSERTION_GRANT],
    id: idOf(tenant, 'id'),
    interaction: later(() => tenant.visit.interaction, 6),
    issuer: ['https://127.0.0.1', 'http://169.254.169.254', 'https://10.0.0.1/x', 'ftp://x'],
    kind: ['rest', 'mcp', 'intake'],
    life: ['30', '365', '1d', '1y', 'x'],
    link: [SECRET, `fnl_sl_${SECRET}`, ''],
    login_hint: ['a@b.example'],
    max_age: ['0', '-1', '1e9'],
    member: [1, 2, 3],
    name: [`${mark} new`],
    new_password: ['short', SECRET],
    nonce: ['n'],
    notice: ['revoked', 'removed', 'toString', 'x'],
    origins: ['https://a.example', '*', 'javascript:x', ''],
    page: ['', 'healthz', 'favicon.svg', 'unknown'],
    passkey: ['{}', '{"id":"x","response":{}}', 'null'],
    password: ['wrong password'],
    place: [SECRET, '//evil.example'],
    prompt: ['login', 'consent', 'none', 'x'],
    redirect_uri: [CALLBACK, CALLBACK, 'http://127.0.0.1:1/callback', 'https://evil.example/'],
    request: ['x.y.z'],
    request_uri: ['urn:x'],
    resource: [resource, resource, 'https://evil.example/'],
    response_mode: ['query', 'form_post'],
    response_type: ['code', 'code', 'token'],
    role: ['owner', 'member', 'reader', 'x'],
    scope: ['reports', 'reports contacts:read', 'openid', 'offline_access', ''],
    secret: [SECRET],
    state: ['s'],
    subject_token_type: ['urn:ietf:params:oauth:token-type:access_token', 'x'],
    token: [tokens.rest, tokens.mcp, SECRET, `fnl_${SECRET}`],
    token_scopes: ['reports', 'contacts:read'],
    token_type_hint: ['access_token', 'refresh_token', 'x'],
    ui_locales: ['en', 'de fr'],
    view_scope: ['reports', 'reports:embed', ''],
    website_id: idOf(tenant, 'website_id'),
    who: ['dee@example.com', '+4712345678', '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f', 'Dee', ''],
    yes: ['yes', 'no', ''],
  };
}

const registration = jsonBody(
  fc.record(
    {
      redirect_uris: mostly(
        fc.constant<string[]>([CALLBACK]),
        fc.subarray([CALLBACK, 'https://client.example/', 'http://evil.example/', 'app:/x', 'x']),
        1,
      ),
      client_name: mostly(fc.constant('Client'), hostileJson, 4),
      logo_uri: mostly(fc.constant('https://client.example/logo.png'), hostileJson, 4),
      contacts: mostly(fc.constant(['a@b.example']), hostileJson, 4),
      application_type: fc.constantFrom('native', 'web', 'x'),
      grant_types: fc.subarray([...GRANTS, ASSERTION_GRANT, 'implicit']),
      response_types: fc.subarray(['code', 'token']),
      token_endpoint_auth_method: fc.constantFrom('none', 'client_secret_basic', 'private_key_jwt'),
      jwks: mostly(fc.constant({ keys: [] }), hostileJson, 4),
    },
    { requiredKeys: ['redirect_uris'] },
  ),
);
