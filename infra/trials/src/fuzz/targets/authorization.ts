import fc from 'fast-check';
import { type Answer, type FuzzRequest, jsonOf, mediaTypeOf } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { CALLBACK, registerClient, renewVisit } from '../tenants/visit.ts';
import { percentEncode } from '../values/encode.ts';
import { fromSchema, idOf, type Schema } from '../values/from-schema.ts';
import { hostileText, mostly } from '../values/hostile.ts';
import { bodyOf, encodedValue, methodOf, oddHeaders, queryOf } from '../values/http.ts';
import { checkProblem } from './problem.ts';
import type { Target } from './target.ts';

type Texts = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** An endpoint, and valid values of its parameters. */
interface Endpoint {
  method: 'GET' | 'POST';
  path: fc.Arbitrary<string>;
  query?: Texts;
  form?: Texts;
  json?: Schema;
  /** How often it is called, compared to others. */
  weight?: number;
}

const SANITY = 25;
const USUAL_WEIGHT = 6;
/** A password check takes half a second of a core on purpose, and so much longer on a busy machine. */
const HASHING = ['/login', '/password', '/invitation'];
const HASHING_LIMIT_MS = 10_000;
const FORM = 'application/x-www-form-urlencoded';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const SECRET = 'x'.repeat(43);
const oneOf = (...values: readonly unknown[]) => fc.constantFrom(...values);

/** The OAuth endpoints and the pages of the authorization server, from a table. */
export async function authorizationTarget(world: World): Promise<Target> {
  const { addresses, tenants } = world;
  const clientId = await registerClient(world);
  const choices = tenants.flatMap((tenant) =>
    endpointsFor(tenant, clientId, addresses.REST_API_RESOURCE).map((endpoint) => ({
      weight: endpoint.weight ?? USUAL_WEIGHT,
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
  const client = oneOf(
    clientId,
    clientId,
    clientId,
    'funnel-services',
    'https://127.0.0.1/client.json',
    'http://[::1]/',
  );
  const scope = oneOf('reports', 'reports contacts:read', 'openid', 'offline_access', '');
  const csrf = { csrf: fc.constant(0).map(() => tenant.visit.csrf) };
  const websites = idOf(tenant, 'website_id').map(String);
  const token = oneOf(tenant.tokens.rest, tenant.tokens.mcp, SECRET, `fnl_${SECRET}`);
  const id = idOf(tenant, 'id').map(String);
  const at = (...parts: (string | fc.Arbitrary<unknown>)[]) =>
    fc
      .tuple(
        ...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : encodedValue(part, SANITY))),
      )
      .map((texts) => texts.join(''));
  const links = {
    link: oneOf(SECRET, ''),
    email: oneOf(...tenant.emails),
    new_password: oneOf('short', SECRET),
  };
  return [
    {
      method: 'GET',
      path: at('/authorize'),
      weight: 30,
      query: {
        client_id: client,
        redirect_uri: oneOf(CALLBACK, CALLBACK, 'http://127.0.0.1:1/callback', 'https://evil.example/'),
        response_type: oneOf('code', 'code', 'token'),
        scope,
        state: oneOf('s'),
        resource: oneOf(resource, resource, 'https://evil.example/'),
        code_challenge: oneOf(CHALLENGE),
        code_challenge_method: oneOf('S256', 'plain'),

        prompt: oneOf('login', 'consent', 'none', 'x'),
        max_age: oneOf('0', '-1', '1e9'),
        login_hint: oneOf('a@b.example'),

        ui_locales: oneOf('en', 'de fr'),
        display: oneOf('page', 'x'),
        nonce: oneOf('n'),
        claims: oneOf('{}', '{"id_token":1}'),

        request: oneOf('x.y.z'),
        request_uri: oneOf('urn:x'),
        response_mode: oneOf('query', 'form_post'),
        id_token_hint: oneOf('x'),
      },
    },
    {
      method: 'POST',
      path: at('/token'),
      weight: 24,
      form: {
        grant_type: oneOf('authorization_code', 'refresh_token', 'client_credentials', 'password'),

        client_id: client,
        client_secret: oneOf(SECRET),
        code: oneOf(SECRET),
        redirect_uri: oneOf(CALLBACK),
        code_verifier: oneOf(VERIFIER),
        refresh_token: oneOf(SECRET),
        scope,
        resource: oneOf(resource),
      },
    },
    {
      method: 'POST',
      path: at('/introspect'),
      weight: 12,
      form: {
        token,
        client_id: client,
        client_secret: oneOf(SECRET),
        token_type_hint: oneOf('access_token', 'x'),
      },
    },
    {
      method: 'POST',
      path: at('/revoke'),
      weight: 12,
      form: { token, client_id: client, token_type_hint: oneOf('access_token', 'refresh_token', 'x') },
    },
    { method: 'POST', path: at('/register'), weight: 12, json: REGISTRATION },
    { method: 'GET', path: interactionOf(tenant), weight: 2 },
    {
      method: 'POST',
      path: interactionOf(tenant),
      weight: 12,
      form: {
        ...csrf,
        website_ids: websites,
        decision: oneOf('allow', 'deny', 'x'),
        email: oneOf(...tenant.emails),
      },
    },
    { method: 'GET', path: at('/authorize/', oneOf(SECRET)) },
    { method: 'GET', path: at('/tokens'), query: { notice: oneOf('revoked', 'already-sent', 'x') } },
    {
      method: 'POST',
      path: at('/tokens'),
      form: {
        ...csrf,
        name: oneOf(`${tenant.mark} new`),
        website_ids: websites,
        resource: oneOf('rest', 'mcp', 'intake'),

        scopes: oneOf('reports', 'contacts:read'),
        life: oneOf('30', '90', '365', 'x'),
        form_id: fc.uuid().map((text) => text.replaceAll('-', '').slice(0, 22)),
      },
    },
    { method: 'POST', path: at('/tokens/', id, '/revoke'), form: csrf },
    { method: 'GET', path: at('/login'), query: { notice: oneOf('joined', 'password') } },
    // Seldom, because each attempt costs the server a third of a second.
    {
      method: 'POST',
      path: at('/login'),
      weight: 1,
      form: { ...csrf, email: oneOf(...tenant.emails), password: oneOf('wrong password') },
    },
    { method: 'GET', path: at('/password'), query: { link: oneOf(SECRET) } },
    { method: 'POST', path: at('/password'), form: { ...csrf, ...links, password: oneOf('wrong password') } },
    { method: 'GET', path: at('/members'), query: { notice: oneOf('removed', 'revoked', 'toString') } },
    {
      method: 'POST',
      path: at('/members/', oneOf(1, 2), '/invite'),
      form: {
        ...csrf,
        role: oneOf('owner', 'member', 'reader', 'x'),
        email: oneOf(...tenant.emails, 'new@example.com', 'x'),
        website_ids: websites,
      },
    },
    {
      method: 'POST',
      path: at('/members/', oneOf(1, 2), '/change/', oneOf(1, 2, 3)),
      form: { ...csrf, role: oneOf('member', 'reader', 'x'), website_ids: websites },
    },
    {
      method: 'POST',
      path: at('/members/', oneOf(1, 2), '/token-life'),
      form: { ...csrf, days: oneOf('', '90', '-1') },
    },
    {
      method: 'POST',
      path: at('/members/', oneOf(1, 2), '/invitations/', oneOf(SECRET), '/revoke'),
      form: csrf,
    },
    {
      method: 'GET',
      path: at('/audit'),
      query: {
        kind: oneOf('', 'login', 'toString'),
        since: oneOf('', '2026-11-01', 'x'),
        until: oneOf('', '2026-11-30', '0000-00-00'),
        format: oneOf('csv', 'html'),
      },
    },
    { method: 'GET', path: at('/sessions'), query: { notice: oneOf('ended', 'x') } },
    { method: 'POST', path: at('/sessions/', oneOf(SECRET), '/end'), form: csrf },
    { method: 'POST', path: at('/members/', oneOf(1, 2), '/remove/', oneOf(1, 2, 3)), form: csrf },
    { method: 'POST', path: at('/members/tokens/', id, '/revoke'), form: csrf },
    { method: 'POST', path: at('/members/applications/', oneOf(SECRET), '/disconnect'), form: csrf },
    { method: 'GET', path: at('/applications'), query: { notice: oneOf('disconnected') } },
    { method: 'POST', path: at('/applications/', oneOf(SECRET), '/disconnect'), form: csrf },
    { method: 'GET', path: at('/invitation'), query: { link: oneOf(SECRET) } },
    { method: 'POST', path: at('/invitation'), form: { ...csrf, ...links } },
    { method: 'GET', path: at('/.well-known/oauth-authorization-server') },
    { method: 'GET', path: at('/.well-known/openid-configuration') },
    { method: 'GET', path: at('/jwks') },
    { method: 'GET', path: at('/', oneOf('', 'healthz', 'assets/style.css', 'unknown')) },
  ];
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
    grant_types: { type: 'array', items: { enum: ['authorization_code', 'refresh_token', 'implicit'] } },
    response_types: { type: 'array', items: { enum: ['code', 'token'] } },
    token_endpoint_auth_method: { enum: ['none', 'client_secret_basic', 'private_key_jwt'] },
    jwks: { type: 'object', properties: { keys: { type: 'array', items: {} } } },
  },
};

function interactionOf(tenant: Tenant): fc.Arbitrary<string> {
  const own = fc.constant(0).map(() => tenant.visit.interaction);
  return mostly(
    own,
    hostileText.map((text) => `/interaction/${percentEncode(text)}`),
    6,
  );
}

function requestOf({ method, path, query, form, json }: Endpoint, tenant: Tenant): fc.Arbitrary<FuzzRequest> {
  const encoded = (texts: Texts) =>
    queryOf(
      Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, encodedValue(value, SANITY)])),
    );
  const context = { tenant, resolve: () => ({}), sanity: SANITY };
  const body = json
    ? bodyOf(
        fromSchema(json, context).map((value) => Buffer.from(JSON.stringify(value))),
        'application/json',
      )
    : form
      ? bodyOf(
          encoded(form).map((text) => Buffer.from(text.slice(1), 'latin1')),
          FORM,
        )
      : fc.constant({ body: undefined, headers: {} });
  return fc
    .record({
      method: methodOf(method),
      path,
      text: query ? encoded(query) : fc.constant(''),
      sent: body,
      hasVisit: mostly(fc.constant(true), fc.constant(false), 6),
      accept: oneOf('text/html', 'text/html', 'application/json', '*/*'),
      // The limits of a network must not hide what is behind them.
      network: fc.ipV4(),
      odd: oddHeaders,
    })
    .map((made) => ({
      method: made.method,
      path: made.path + made.text,
      headers: {
        accept: String(made.accept),
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
