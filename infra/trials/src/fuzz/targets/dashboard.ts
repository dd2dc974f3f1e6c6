import fc from 'fast-check';
import { checkProblem } from '../check-answer.ts';
import { type Answer, type FuzzRequest, mediaTypeOf, type Target } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { renewPage } from '../tenants/visit.ts';
import { idOf } from '../values/from-schema.ts';
import { mostly } from '../values/hostile.ts';
import { bodyOf, encodedValue, methodOf, noBody, oddHeaders, queryOf } from '../values/http.ts';
import { questionTarget } from './contract.ts';

/** A method with a path, and valid values of its query or form. */
type Page = [route: string, values?: Readonly<Record<string, readonly string[]>>];

const SANITY = 25;
const SECRET = 'x'.repeat(43);
const FORM = 'application/x-www-form-urlencoded';
/** What the dashboard refuses by itself, before it asks anybody. */
const OWN_REFUSALS = [401, 403, 404, 405];
const VIEW = { timeframe: ['last_30_days', 'today', 'custom'], metric: ['views', 'x'], sort: ['name', '-x'] };
const RETURNED = {
  state: [SECRET, ''],
  code: [SECRET],
  iss: ['http://127.0.0.1:3002', 'https://evil.example'],
  error: ['access_denied', 'server_error'],
};
const PAGES: readonly Page[] = [
  ['GET /', VIEW],
  ['GET /websites/{website}', VIEW],
  ['GET /websites/{website}/campaigns', VIEW],
  ['GET /websites/{website}/experiments', VIEW],
  ['GET /websites/{website}/insights', VIEW],
  ['GET /websites/{website}/campaigns/{campaign}', VIEW],
  ['GET /websites/{website}/elements/{element}', VIEW],
  ['GET /sign-in', { to: ['/', '/websites/11', '//evil.example', 'https://evil.example/', '/\\evil'] }],
  ['GET /sign-in/callback', RETURNED],
  // With a wrong token: the right one would end the session for all that follow.
  ['POST /sign-out', { csrf: [SECRET, ''] }],
  ['GET /signed-out'],
  ['GET /s/{secret}'],
  ['POST /s/{secret}', { password: [SECRET, ''], csrf: [SECRET, ''] }],
  ['GET /shared/{website}', VIEW],
  ['GET /shared/{website}/websites/{website}/campaigns/{campaign}', VIEW],
  ['GET /shared/{website}/data/reports/website', { website_id: ['1', '11', 'x'] }],
  ['GET /embed.js'],
  ['GET /embed/websites/{website}', { ...VIEW, language: ['de', 'x'], theme: ['dark', 'x'] }],
  ['GET /embed/websites/{website}/campaigns/{campaign}', VIEW],
  ['GET /embed/data/reports/website', { website_id: ['1', '11', 'x'] }],
  ['GET /assets/{website}'],
  ['GET /{website}'],
];

/** The pages of the dashboard from a table, and the questions that they ask, from the document of the REST API. */
export function dashboardTarget(world: World, root: string): Target {
  const { addresses, tenants } = world;
  const allowed = [addresses.DASHBOARD_URL, addresses.AUTHORIZATION_SERVER_ISSUER];
  const questions = questionTarget(world, root, credentialsOf);
  const pages = tenants.flatMap((tenant) => PAGES.map((page) => requestOf(page, tenant)));
  return {
    origin: addresses.DASHBOARD_URL,
    requests: fc.oneof(
      { weight: 3, arbitrary: questions.requests },
      { weight: 2, arbitrary: fc.oneof(...pages) },
    ),
    check(request, answer) {
      const { status } = answer;
      if (request.operation.startsWith('page ') || mediaTypeOf(answer) === 'text/html')
        return checkPage(request, answer, allowed);
      if (request.method !== 'HEAD' && OWN_REFUSALS.includes(status)) return checkProblem(answer);
      return questions.check(request, answer);
    },
    async prepare() {
      for (const tenant of tenants) await renewPage(world, tenant);
    },
  };
}

/** Mostly those of the tenant's browser. Made when a group is: each group has a session of its own. */
function credentialsOf(tenant: Tenant): fc.Arbitrary<Readonly<Record<string, string>>> {
  const others: Readonly<Record<string, string>>[] = [
    { cookie: '' },
    { 'x-funnel-dashboard': '' },
    { 'sec-fetch-site': 'cross-site' },
    { cookie: `__Host-funnel_dashboard=${SECRET}; funnel_dashboard=${SECRET}` },
    { authorization: `Bearer ${SECRET}` },
  ];
  return mostly(fc.constant({}), fc.constantFrom(...others), 10).map((other) => ({
    ...tenant.page,
    ...other,
  }));
}

function requestOf([route, values = {}]: Page, tenant: Tenant): fc.Arbitrary<FuzzRequest> {
  const [own = '', template = ''] = route.split(' ');
  const path = fc
    .tuple(
      ...template
        .split(/\{|\}/)
        .map((part, index) =>
          index % 2 === 0 ? fc.constant(part) : encodedValue(idOf(tenant, part), SANITY),
        ),
    )
    .map((parts) => parts.join(''));
  const query = queryOf(
    Object.fromEntries(
      Object.entries(values).map(([name, some]) => [name, encodedValue(fc.constantFrom(...some), SANITY)]),
    ),
  );
  const form = query.map((text) => Buffer.from(text.slice(1), 'latin1'));
  return fc
    .record({
      method: methodOf(own),
      path,
      query: own === 'GET' ? query : fc.constant(''),
      sent: own === 'GET' ? noBody : bodyOf(form, FORM),
      credentials: credentialsOf(tenant),
      accept: fc.constantFrom('text/html', 'text/html', 'application/json', '*/*'),
      // The limits of a network must not hide what is behind them.
      network: fc.ipV4(),
      odd: oddHeaders,
    })
    .map((made) => ({
      method: made.method,
      path: made.path + made.query,
      headers: {
        ...made.credentials,
        accept: made.accept,
        'x-forwarded-for': made.network,
        ...made.sent.headers,
        ...made.odd,
      },
      body: made.sent.body,
      tenant,
      operation: `page ${template}`,
    }));
}

/** Every page has a policy, no redirect leads elsewhere, and programs get problem documents. */
function checkPage({ method }: FuzzRequest, answer: Answer, allowed: readonly string[]): string | undefined {
  const { status, headers } = answer;
  if (status === 304) return undefined;
  if (status >= 300 && status < 400) {
    const location = String(headers['location'] ?? '');
    const [here = ''] = allowed;
    const isAllowed = location !== '' && allowed.includes(new URL(location, here).origin);
    return isAllowed ? undefined : `${status} leads to ${location || 'nowhere'}`;
  }
  if (mediaTypeOf(answer) === 'text/html')
    return headers['content-security-policy'] ? undefined : 'a page without Content-Security-Policy';
  return status < 400 || method === 'HEAD' ? undefined : checkProblem(answer);
}
