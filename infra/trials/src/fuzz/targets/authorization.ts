import fc from 'fast-check';
import { registerClient } from '../../oauth.ts';
import { checkProblem } from '../check-answer.ts';
import { type Answer, type FuzzRequest, jsonOf, mediaTypeOf, type Target } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { CALLBACK, CHALLENGE, renewVisit } from '../tenants/visit.ts';
import { fromSchema, idOf, type Schema } from '../values/from-schema.ts';
import { hostileText, mostly } from '../values/hostile.ts';
import {
  bodyOf,
  encodedValue,
  jsonBody,
  methodOf,
  noBody,
  oddHeaders,
  percentEncode,
  queryOf,
} from '../values/http.ts';

/** Valid values of parameters, by name. */
type Values = Readonly<Record<string, readonly unknown[] | fc.Arbitrary<unknown>>>;

/** A method with a path, valid values of its query or form, and how often it is called, compared to others. */
type Endpoint = [route: string, values?: Values, weight?: number];

const SANITY = 25;
const USUAL_WEIGHT = 6;
/** A password check takes half a second of a core on purpose, and so much longer on a busy machine. */
const HASHING = ['/login', '/password', '/invitation', '/second-factor'];
const HASHING_LIMIT_MS = 10_000;
const FORM = 'application/x-www-form-urlencoded';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const SECRET = 'x'.repeat(43);
const ASSERTION_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const UNSIGNED = `${encode({ alg: 'none', typ: 'oauth-id-jag+jwt' })}.${encode({ iss: 'x', sub: 'x' })}.`;

/** The OAuth endpoints and the pages of the authorization server, from a table. */
export async function authorizationTarget(world: World): Promise<Target> {
  const { addresses, tenants } = world;
  const clientId = await registerClient(addresses.AUTHORIZATION_SERVER_ISSUER, CALLBACK);
  const choices = tenants.flatMap((tenant) =>
    endpointsFor(tenant, clientId, addresses.REST_API_RESOURCE).map((endpoint) => ({
      weight: endpoint[2] ?? USUAL_WEIGHT,
      arbitrary: requestOf(endpoint, tenant),
    })),
  );
  return {
    origin: addresses.AUTHORIZATION_SERVER_ISSUER,
    requests: fc.oneof(...choices),
    check: checkAnswer,
    limitMs: ({ operation }) => (HASHING.includes(operation) ? HASHING_LIMIT_MS : undefined),
    async prepare() {
      for (const tenant of tenants) await renewVisit(world, tenant, clientId);
    },
  };
}

function endpointsFor(tenant: Tenant, clientId: string, resource: string): Endpoint[] {
  const { emails, mark, tokens } = tenant;
  const metadata = ['https://127.0.0.1/client.json', 'http://[::1]/'];
  const client = [clientId, clientId, clientId, 'funnel-services', ...metadata];
  const scope = ['reports', 'reports contacts:read', 'openid', 'offline_access', ''];
  const csrf = { csrf: fc.constant(0).map(() => tenant.visit.csrf) };
  const website_ids = idOf(tenant, 'website_id').map(String);
  const token = [tokens.rest, tokens.mcp, SECRET, `fnl_${SECRET}`];
  const link = { link: [SECRET, ''], email: emails, new_password: ['short', SECRET] };
  const password = ['wrong password'];
  const authorization = {
    client_id: client,
    redirect_uri: [CALLBACK, CALLBACK, 'http://127.0.0.1:1/callback', 'https://evil.example/'],
    response_type: ['code', 'code', 'token'],
    scope,
    state: ['s'],
    resource: [resource, resource, 'https://evil.example/'],
    code_challenge: [CHALLENGE],
    code_challenge_method: ['S256', 'plain'],

    prompt: ['login', 'consent', 'none', 'x'],
    max_age: ['0', '-1', '1e9'],
    login_hint: ['a@b.example'],

    ui_locales: ['en', 'de fr'],
    display: ['page', 'x'],
    nonce: ['n'],
    claims: ['{}', '{"id_token":1}'],

    request: ['x.y.z'],
    request_uri: ['urn:x'],
    response_mode: ['query', 'form_post'],
    id_token_hint: ['x'],
  };
  const exchange = {
    grant_type: ['authorization_code', 'refresh_token', 'client_credentials', 'password', ASSERTION_GRANT],
    assertion: ['x', 'x.y.z', UNSIGNED],
    client_id: client,
    client_secret: [SECRET],
    code: [SECRET],
    redirect_uri: [CALLBACK],
    code_verifier: [VERIFIER],
    refresh_token: [SECRET],
    scope,
    resource: [resource],
  };
  const newToken = {
    ...csrf,
    name: [`${mark} new`],
    website_ids,
    resource: ['rest', 'mcp', 'intake'],
    scopes: ['reports', 'contacts:read'],
    life: ['30', '90', '365', 'x'],
    form_id: fc.uuid().map((text) => text.replaceAll('-', '').slice(0, 22)),
  };
  const newLink = {
    ...csrf,
    name: [`${mark} link`],
    website: website_ids,
    campaign: idOf(tenant, 'campaign_id').map(String),
    life: ['1d', '1y', 'x'],
    password: ['', 'short'],
    form_id: newToken.form_id,
  };
  const viewToken = {
    grant_type: [EXCHANGE_GRANT],
    client_id: ['funnel-tokens', clientId],
    subject_token: token,
    subject_token_type: ['urn:ietf:params:oauth:token-type:access_token', 'x'],
    resource: [resource],
    website_id: website_ids,
    campaign_id: idOf(tenant, 'campaign_id').map(String),
    scope: ['reports', 'reports:embed', ''],
  };
  const audit = {
    kind: ['', 'login', 'toString'],
    since: ['', '2026-11-01', 'x'],
    until: ['', '2026-11-30', '0000-00-00'],
    format: ['csv', 'html'],
  };
  const who = ['dee@example.com', '+4712345678', '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f', 'Dee', ''];
  const passkey = ['{}', '{"id":"x","response":{}}', 'null'];
  const secondFactor = {
    ...csrf,
    password,
    passkey,
    secret: ['A'.repeat(32), 'x'],
    code: ['000000', SECRET],
  };
  const company = {
    ...csrf,
    issuer: ['https://127.0.0.1', 'http://169.254.169.254', 'https://10.0.0.1/x', 'ftp://x'],
    client_id: ['x'],
    client_secret: [SECRET],
    domain: ['oak.example', 'x', '@'],
    role: ['member', 'reader', 'owner'],
  };
  const hint = ['access_token', 'refresh_token', 'x'];
  const roles = ['owner', 'member', 'reader', 'x'];
  return [
    ['GET /authorize', authorization, 30],
    ['GET /authorize/{secret}'],
    ['POST /token', exchange, 24],
    ['POST /token', viewToken, 12],
    ['POST /introspect', { token, client_id: client, client_secret: [SECRET], token_type_hint: hint }, 12],
    ['POST /revoke', { token, client_id: client, token_type_hint: hint }, 12],
    ['POST /register', {}, 12],
    ['GET /interaction/{interaction}', {}, 2],
    [
      'POST /interaction/{interaction}',
      { ...csrf, website_ids, decision: ['allow', 'deny', 'x'], email: emails },
      12,
    ],
    ['GET /tokens', { notice: ['revoked', 'already-sent', 'x'] }],
    ['POST /tokens', newToken],
    ['POST /tokens/{id}/revoke', csrf],
    ['GET /login', { notice: ['joined', 'password'] }],
    // Seldom, because each attempt costs the server a third of a second.
    ['POST /login', { ...csrf, email: emails, password }, 1],
    ['POST /login', { ...csrf, passkey, code: ['000000'], start_again: ['yes', ''] }],
    ['GET /login/company', { interaction: [SECRET, '//evil.example'] }],
    ['POST /login/company', { ...csrf, email: [...emails, 'x@oak.example'], interaction: [SECRET] }],
    ['GET /login/company/callback', { state: [SECRET], code: [SECRET], iss: ['https://127.0.0.1'] }],
    ['GET /login/company/callback/{account}', { state: [SECRET], code: [SECRET] }],
    ['GET /second-factor', { notice: ['added', 'toString'] }],
    ['POST /second-factor/codes', secondFactor, 1],
    ['POST /second-factor/passkeys', secondFactor, 1],
    ['POST /second-factor/{id}/remove', secondFactor, 1],
    ['GET /password', { link: [SECRET] }],
    ['POST /password', { ...csrf, ...link, password }],
    ['GET /invitation', { link: [SECRET] }],
    ['POST /invitation', { ...csrf, ...link }],
    ['GET /members', { notice: ['removed', 'revoked', 'toString'] }],
    [
      'POST /members/{account}/invite',
      { ...csrf, role: roles, email: [...emails, 'new@example.com', 'x'], website_ids },
    ],
    ['POST /members/{account}/change/{member}', { ...csrf, role: roles.slice(1), website_ids }],
    ['POST /members/{account}/token-life', { ...csrf, days: ['', '90', '-1'] }],
    ['POST /members/{account}/second-factor', { ...csrf, required: ['yes', 'no'] }],
    ['POST /members/{account}/company-login', { ...company, website_ids }],
    ['POST /members/{account}/company-login/remove', csrf],
    ['POST /members/{account}/invitations/{secret}/revoke', csrf],
    ['POST /members/{account}/remove/{member}', csrf],
    ['POST /members/tokens/{id}/revoke', csrf],
    ['POST /members/applications/{secret}/disconnect', csrf],
    [
      'GET /share-links',
      { notice: ['revoked', 'x'], website: website_ids, campaign: ['7', '-1'], name: ['x'] },
    ],
    ['POST /share-links', newLink],
    ['GET /share-links/{id}'],
    ['POST /share-links/{id}/revoke', csrf],
    ['POST /share-link-tokens', { secret: [SECRET, `fnl_sl_${SECRET}`], password, receipt: [SECRET, ''] }],
    ['GET /embedding', { notice: ['saved', 'x'] }],
    ['POST /embedding/{account}', { ...csrf, origins: ['https://a.example', '*', 'javascript:x', ''] }],
    ['GET /embed-origins', { website_id: website_ids }],
    ['GET /applications', { notice: ['disconnected'] }],
    ['POST /applications/{secret}/disconnect', csrf],
    ['GET /sessions', { notice: ['ended', 'x'] }],
    ['POST /sessions/{secret}/end', csrf],
    ['GET /audit', audit],
    ['GET /person-data'],
    ['POST /person-data', { ...csrf, who }],
    ['POST /person-data/export', { ...csrf, who }],
    ['POST /person-data/erase', { ...csrf, who }],
    ['GET /.well-known/oauth-authorization-server'],
    ['GET /.well-known/openid-configuration'],
    ['GET /jwks'],
    ['GET /{page}'],
  ];
}

/** Values in paths, by the name of their place. */
function pathValuesOf(tenant: Tenant): Readonly<Record<string, fc.Arbitrary<string>>> {
  const encoded = (values: fc.Arbitrary<unknown>) => encodedValue(values, SANITY);
  return {
    account: encoded(fc.constantFrom(2, 3)),
    member: encoded(fc.constantFrom(1, 2, 3)),
    id: encoded(idOf(tenant, 'id')),
    secret: encoded(fc.constant(SECRET)),
    interaction: mostly(
      fc.constant(0).map(() => tenant.visit.interaction),
      hostileText.map(percentEncode),
      6,
    ),
    page: encoded(fc.constantFrom('', 'healthz', 'favicon.svg', 'unknown')),
  };
}

const TEXT: Schema = { type: 'string' };
const REGISTRATION: Schema = {
  type: 'object',
  required: ['redirect_uris'],
  properties: {
    redirect_uris: {
      type: 'array',
      items: { enum: [CALLBACK, 'https://client.example/', 'http://evil.example/', 'app:/x', 'x'] },
    },

    client_name: TEXT,
    client_uri: TEXT,
    logo_uri: TEXT,
    policy_uri: TEXT,
    scope: TEXT,
    contacts: { type: 'array', items: TEXT },
    application_type: { enum: ['native', 'web', 'x'] },
    grant_types: {
      type: 'array',
      items: { enum: ['authorization_code', 'refresh_token', 'implicit', ASSERTION_GRANT] },
    },
    response_types: { type: 'array', items: { enum: ['code', 'token'] } },
    token_endpoint_auth_method: { enum: ['none', 'client_secret_basic', 'private_key_jwt'] },
    jwks: { type: 'object', properties: { keys: { type: 'array', items: {} } } },
  },
};

function requestOf([route, values = {}]: Endpoint, tenant: Tenant): fc.Arbitrary<FuzzRequest> {
  const [own = '', template = ''] = route.split(' ');
  const [text, ...places] = template.split(/\{|\}/);
  const pathValues = pathValuesOf(tenant);
  const path = fc
    .tuple(
      ...places.map((part, index) => (index % 2 === 0 ? pathValues[part] : undefined) ?? fc.constant(part)),
    )
    .map((parts) => [text, ...parts].join(''));
  const parameters = queryOf(
    Object.fromEntries(
      Object.entries(values).map(([name, some]) => [
        name,
        encodedValue(some instanceof fc.Arbitrary ? some : fc.constantFrom(...some), SANITY),
      ]),
    ),
  );
  const form = parameters.map((query) => Buffer.from(query.slice(1), 'latin1'));
  const registration = fromSchema(REGISTRATION, { tenant, sanity: SANITY });
  const body = template === '/register' ? jsonBody(registration) : bodyOf(form, FORM);
  return fc
    .record({
      method: methodOf(own),
      path,
      query: own === 'GET' ? parameters : fc.constant(''),
      sent: own === 'GET' ? noBody : body,
      hasVisit: mostly(fc.constant(true), fc.constant(false), 6),
      accept: fc.constantFrom('text/html', 'text/html', 'application/json', '*/*'),
      // The limits of a network must not hide what is behind them.
      network: fc.ipV4(),
      odd: oddHeaders,
    })
    .map((made) => ({
      method: made.method,
      path: made.path + made.query,
      headers: {
        accept: made.accept,
        'x-forwarded-for': made.network,
        ...(made.hasVisit ? { cookie: tenant.visit.cookie } : {}),
        ...made.sent.headers,
        ...made.odd,
      },
      body: made.sent.body,
      tenant,
      operation: made.path.split('/', 2).join('/'),
    }));
}

function checkAnswer({ method }: FuzzRequest, answer: Answer): string | undefined {
  const { status, headers } = answer;
  const type = mediaTypeOf(answer);
  if (status === 304) return undefined;
  if (status >= 300 && status < 400) return headers['location'] ? undefined : `${status} without Location`;
  if (type === 'text/html' && !headers['content-security-policy'])
    return 'a page without Content-Security-Policy';
  if (status < 400 || method === 'HEAD' || type === 'text/html') return undefined;
  if (type === 'application/problem+json') return checkProblem(answer);
  const { error } = (jsonOf(answer) ?? {}) as { error?: unknown };
  return typeof error === 'string' && error !== '' && error !== 'server_error'
    ? undefined
    : `${status} without an error of OAuth or a problem document`;
}
