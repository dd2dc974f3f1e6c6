import fc from 'fast-check';
import { checkProblem } from '../check-answer.ts';
import { type Answer, type FuzzRequest, jsonOf, mediaTypeOf } from '../request.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { mostly } from '../values/hostile.ts';
import {
  bodyOf,
  encodedValue,
  methodOf,
  noBody,
  oddHeaders,
  queryOf,
  type SentBody,
} from '../values/http.ts';

/** Valid values of parameters and of places in a path, by name. */
export type Values = Readonly<Record<string, readonly unknown[] | fc.Arbitrary<unknown>>>;

/**
 * A method with a path; the parameters of its query or form, by the names of their values, each after the name of the parameter if
 * that is another one (`resource:kind`); and how often it is called, compared to others.
 */
export type Route = readonly [route: string, parameters?: string, weight?: number];

/** What the routes of a service are filled with. */
interface Pages {
  routes: readonly Route[];
  valuesOf: (tenant: Tenant) => Values;
  /** Of the tenant's browser. Made with each request: a session ends with its group. */
  headersOf: fc.Arbitrary<(tenant: Tenant) => Readonly<Record<string, string>>>;
  /** Bodies that are no form, by route. */
  bodies?: Readonly<Record<string, fc.Arbitrary<SentBody>>>;
}

const SANITY = 25;
const USUAL_WEIGHT = 6;
const FORM = 'application/x-www-form-urlencoded';

/** Requests to all routes. Their operation is the path of the route. */
export function pageRequests(pages: Pages, tenants: readonly Tenant[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...tenants.flatMap((tenant) => {
      const values = pages.valuesOf(tenant);
      return pages.routes.map((route) => ({
        weight: route[2] ?? USUAL_WEIGHT,
        arbitrary: requestOf(pages, route, tenant, values),
      }));
    }),
  );
}

function requestOf(
  { headersOf, bodies = {} }: Pages,
  [route, parameters = '']: Route,
  tenant: Tenant,
  values: Values,
): fc.Arbitrary<FuzzRequest> {
  const [own = '', template = ''] = route.split(' ');
  const valueOf = (name: string) => {
    const some = values[name];
    if (!some) throw new Error(`There are no values for ${name}`);
    return encodedValue(some instanceof fc.Arbitrary ? some : fc.constantFrom(...some), SANITY);
  };
  const path = template.split(/\{|\}/).map((part, n) => (n % 2 === 0 ? fc.constant(part) : valueOf(part)));
  const named = parameters.split(' ').filter(Boolean);
  const query = queryOf(
    Object.fromEntries(
      named.map((each) => [each.replace(/:.*/, ''), valueOf(each.replace(/.*:/, ''))] as const),
    ),
  );
  const form = bodyOf(
    query.map((text) => Buffer.from(text.slice(1), 'latin1')),
    FORM,
  );
  return fc
    .record({
      method: methodOf(own),
      path: fc.tuple(...path).map((parts) => parts.join('')),
      query: own === 'GET' ? query : fc.constant(''),
      sent: bodies[route] ?? (own === 'GET' ? noBody : form),
      headersFor: headersOf,
      accept: fc.constantFrom('text/html', 'text/html', 'application/json', '*/*'),
      // The limits of a network must not hide what is behind them.
      network: fc.ipV4(),
      odd: oddHeaders,
    })
    .map(({ method, path: made, query: asked, sent, headersFor, accept, network, odd }) => ({
      method,
      path: made + asked,
      headers: { ...headersFor(tenant), accept, 'x-forwarded-for': network, ...sent.headers, ...odd },
      body: sent.body,
      tenant,
      operation: template,
    }));
}

/** A form token or a place that is only known when the group begins. */
export function later(valueOf: () => string, sanity?: number): fc.Arbitrary<string> {
  const known = fc.constant(0).map(valueOf);
  return sanity === undefined ? known : mostly(known, fc.string(), sanity);
}

/** Every page has a policy, no redirect leads elsewhere, and programs get problem documents or errors of OAuth. */
export function checkPage(
  { method }: FuzzRequest,
  answer: Answer,
  { redirectsTo, isOAuth = false }: { redirectsTo?: readonly string[]; isOAuth?: boolean },
): string | undefined {
  const { status, headers } = answer;
  if (status === 304) return undefined;
  if (status >= 300 && status < 400) {
    const location = String(headers['location'] ?? '');
    const isAllowed = !redirectsTo || redirectsTo.includes(new URL(location, redirectsTo[0]).origin);
    return location !== '' && isAllowed ? undefined : `${status} leads to ${location || 'nowhere'}`;
  }
  const type = mediaTypeOf(answer);
  if (type === 'text/html' && !headers['content-security-policy'])
    return 'a page without Content-Security-Policy';
  if (status < 400 || method === 'HEAD' || type === 'text/html') return undefined;
  if (!isOAuth || type === 'application/problem+json') return checkProblem(answer);
  const { error } = (jsonOf(answer) ?? {}) as { error?: unknown };
  return typeof error === 'string' && error !== '' && error !== 'server_error'
    ? undefined
    : `${status} without an error of OAuth or a problem document`;
}
