import fc from 'fast-check';
import { checkProblem } from '../check-answer.ts';
import { mediaTypeOf, type Target } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { renewPage } from '../tenants/visit.ts';
import { idOf } from '../values/from-schema.ts';
import { mostly } from '../values/hostile.ts';
import { questionTarget } from './contract.ts';
import { checkPage, pageRequests, type Route } from './pages.ts';

const SECRET = 'x'.repeat(43);
/** What the dashboard refuses by itself, before it asks anybody. */
const OWN_REFUSALS = [401, 403, 404, 405];
const VIEW = 'timeframe metric sort';
const ROUTES: readonly Route[] = [
  ['GET /', VIEW],
  ['GET /websites/{website}', VIEW],
  ['GET /websites/{website}/campaigns', VIEW],
  ['GET /websites/{website}/experiments', VIEW],
  ['GET /websites/{website}/insights', VIEW],
  ['GET /websites/{website}/campaigns/{campaign}', VIEW],
  ['GET /websites/{website}/elements/{element}', VIEW],
  ['GET /sign-in', 'to'],
  ['GET /sign-in/callback', 'state:secret code:secret iss error'],
  // With a wrong token: the right one would end the session for all that follow.
  ['POST /sign-out', 'csrf:secret'],
  ['GET /signed-out'],
  ['GET /s/{secret}'],
  ['POST /s/{secret}', 'password:secret csrf:secret'],
  ['GET /shared/{website}', VIEW],
  ['GET /shared/{website}/websites/{website}/campaigns/{campaign}', VIEW],
  ['GET /shared/{website}/data/reports/website', 'website_id:website'],
  ['GET /embed.js'],
  ['GET /embed/websites/{website}', `${VIEW} language theme`],
  ['GET /embed/websites/{website}/campaigns/{campaign}', VIEW],
  ['GET /embed/data/reports/website', 'website_id:website'],
  ['GET /assets/{website}'],
  ['GET /{website}'],
];
const VALUES = {
  error: ['access_denied', 'server_error'],
  iss: ['http://127.0.0.1:3002', 'https://evil.example'],
  language: ['de', 'x'],
  metric: ['views', 'x'],
  secret: [SECRET, ''],
  sort: ['name', '-x'],
  theme: ['dark', 'x'],
  timeframe: ['last_30_days', 'today', 'custom'],
  to: ['/', '/websites/11', '//evil.example', 'https://evil.example/', '/\\evil'],
};
const OTHER_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { cookie: '' },
  { 'x-funnel-dashboard': '' },
  { 'sec-fetch-site': 'cross-site' },
  { cookie: `__Host-funnel_dashboard=${SECRET}; funnel_dashboard=${SECRET}` },
  { authorization: `Bearer ${SECRET}` },
];
const PATHS = new Set(ROUTES.map(([route]) => route.slice(route.indexOf(' ') + 1)));

/** The pages of the dashboard from a table, and the questions that they ask, from the document of the REST API. */
export function dashboardTarget(world: World, root: string): Target {
  const { addresses, tenants } = world;
  const redirectsTo = [addresses.DASHBOARD_URL, addresses.AUTHORIZATION_SERVER_ISSUER];
  // Mostly those of the tenant's browser.
  const headersOf = mostly(fc.constant({}), fc.constantFrom(...OTHER_HEADERS), 10).map(
    (other) =>
      ({ page }: Tenant): Readonly<Record<string, string>> => ({ ...page, ...other }),
  );
  const questions = questionTarget(world, root, (tenant) => headersOf.map((of) => of(tenant)));
  const valuesOf = (tenant: Tenant) => ({
    ...VALUES,
    website: idOf(tenant, 'website'),
    campaign: idOf(tenant, 'campaign'),
    element: idOf(tenant, 'element'),
  });
  return {
    origin: addresses.DASHBOARD_URL,
    requests: fc.oneof(
      { weight: 3, arbitrary: questions.requests },
      { weight: 2, arbitrary: pageRequests({ routes: ROUTES, valuesOf, headersOf }, tenants) },
    ),
    check(request, answer) {
      if (PATHS.has(request.operation) || mediaTypeOf(answer) === 'text/html')
        return checkPage(request, answer, { redirectsTo });
      if (request.method !== 'HEAD' && OWN_REFUSALS.includes(answer.status)) return checkProblem(answer);
      return questions.check(request, answer);
    },
    async prepare() {
      for (const tenant of tenants) await renewPage(world, tenant);
    },
  };
}
