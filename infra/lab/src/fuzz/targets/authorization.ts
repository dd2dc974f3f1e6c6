import fc from 'fast-check';
import { registerClient } from '../../oauth.ts';
import { checkProblem } from '../check-answer.ts';
import { type Answer, type FuzzRequest, jsonOf, mediaTypeOf, type Target } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { idOf } from '../values/from-schema.ts';
import { hostileJson, mostly } from '../values/hostile.ts';
import { bodyOf, encodedValue, jsonBody, methodOf, noBody, oddHeaders, queryOf } from '../values/http.ts';

type Values = Readonly<Record<string, readonly unknown[] | fc.Arbitrary<unknown>>>;

const SANITY = 25;
const FORM = 'application/x-www-form-urlencoded';
/** Nothing listens there. */
const CALLBACK = 'http://127.0.0.1:34567/callback';
const SECRET = 'x'.repeat(43);
const GRANTS = ['authorization_code', 'refresh_token', 'client_credentials', 'password'].concat(
  ['jwt-bearer', 'token-exchange'].map((name) => `urn:ietf:params:oauth:grant-type:${name}`),
);
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const UNSIGNED = `${encode({ alg: 'none', typ: 'oauth-id-jag+jwt' })}.${encode({ iss: 'x', sub: 'x' })}.`;
/** The endpoints that anybody can ask without a session, with their parameters. */
const ENDPOINTS = {
  'GET /authorize':
    'client_id redirect_uri response_type scope state resource code_challenge code_challenge_method prompt max_age request request_uri response_mode',
  'POST /token':
    'grant_type assertion client_id client_secret code redirect_uri code_verifier refresh_token scope resource subject_token subject_token_type website_id campaign_id',
  'POST /introspect': 'token client_id client_secret token_type_hint',
  'POST /revoke': 'token client_id token_type_hint',
  'POST /register': '',
  'POST /share-link-tokens': 'secret password receipt',
  'GET /embed-origins': 'website_id',
  'GET /login': 'notice',
  'GET /login/company/callback': 'state code iss',
  'GET /password': 'link',
  'GET /invitation': 'link',
  'GET /.well-known/oauth-authorization-server': '',
  'GET /jwks': '',
};

/** The OAuth endpoints and the pages before a login, from a table. */
export async function authorizationTarget({ addresses }: World): Promise<Target> {
  const clientId = await registerClient(addresses.AUTHORIZATION_SERVER_ISSUER, CALLBACK);
  return {
    origin: addresses.AUTHORIZATION_SERVER_ISSUER,
    requestsOf: (tenant) => {
      const values = valuesOf(tenant, clientId, addresses.REST_API_RESOURCE);
      const endpoints = Object.entries(ENDPOINTS);
      return fc.oneof(...endpoints.map(([endpoint, names]) => requestOf(endpoint, names, tenant, values)));
    },
    check: checkOAuth,
  };
}

function requestOf(endpoint: string, names: string, tenant: Tenant, values: Values) {
  const [own = '', path = ''] = endpoint.split(' ');
  const parameters = names.split(' ').filter(Boolean);
  const query = queryOf(
    Object.fromEntries(
      parameters.map((name) => {
        const some = values[name] ?? [SECRET];
        const valid = some instanceof fc.Arbitrary ? some : fc.constantFrom(...some);
        return [name, encodedValue(valid, SANITY)] as const;
      }),
    ),
  );
  const form = query.map((text) => Buffer.from(text.slice(1), 'latin1'));
  return fc
    .record({
      method: methodOf(own),
      query: own === 'GET' ? query : fc.constant(''),
      sent: own === 'GET' ? noBody : path === '/register' ? registration : bodyOf(form, FORM),
      accept: fc.constantFrom('text/html', 'application/json', '*/*'),
      // The limits of a network must not hide what is behind them.
      network: fc.ipV4(),
      odd: oddHeaders,
    })
    .map(
      ({ method, query: asked, sent, accept, network, odd }): FuzzRequest => ({
        method,
        path: path + asked,
        headers: { accept, 'x-forwarded-for': network, ...sent.headers, ...odd },
        body: sent.body,
        tenant,
        operation: path,
      }),
    );
}

/** Those that are missing are secrets that nobody has. */
function valuesOf(tenant: Tenant, clientId: string, resource: string): Values {
  const { tokens } = tenant;
  const tokenValues = [tokens.rest, tokens.mcp, SECRET, `fnl_${SECRET}`];
  return {
    assertion: ['x.y.z', UNSIGNED],
    campaign_id: idOf(tenant, 'campaign_id'),
    client_id: [clientId, clientId, 'funnel-services', 'funnel-tokens', 'https://127.0.0.1/c.json'],
    code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    code_challenge_method: ['S256', 'plain'],
    grant_type: GRANTS,
    link: [SECRET, `fnl_sl_${SECRET}`, ''],
    prompt: ['login', 'consent', 'none', 'x'],
    redirect_uri: [CALLBACK, CALLBACK, 'http://127.0.0.1:1/callback', 'https://evil.example/'],
    resource: [resource, resource, 'https://evil.example/'],
    response_type: ['code', 'code', 'token'],
    scope: ['reports', 'reports contacts:read', 'openid', 'reports:embed', ''],
    secret: [`fnl_sl_${SECRET}`],
    subject_token: tokenValues,
    subject_token_type: ['urn:ietf:params:oauth:token-type:access_token', 'x'],
    token: tokenValues,
    website_id: idOf(tenant, 'website_id'),
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
      grant_types: fc.subarray([...GRANTS, 'implicit']),
      token_endpoint_auth_method: fc.constantFrom('none', 'client_secret_basic', 'private_key_jwt'),
      jwks: mostly(fc.constant({ keys: [] }), hostileJson, 4),
    },
    { requiredKeys: ['redirect_uris'] },
  ),
);

/** Every page has a policy, and programs get problem documents or errors of OAuth. */
function checkOAuth({ method }: FuzzRequest, answer: Answer): string | undefined {
  const { status, headers } = answer;
  if (status >= 300 && status < 400)
    return status === 304 || headers['location'] ? undefined : `${status} leads nowhere`;
  const type = mediaTypeOf(answer);
  if (type === 'text/html' && !headers['content-security-policy'])
    return 'a page without Content-Security-Policy';
  if (status < 400 || method === 'HEAD' || type === 'text/html') return undefined;
  if (type === 'application/problem+json') return checkProblem(answer);
  const { error } = (jsonOf(answer) ?? {}) as { error?: unknown };
  return typeof error === 'string' && error !== '' && error !== 'server_error'
    ? undefined
    : `${status} without an error of OAuth or a problem document`;
}
