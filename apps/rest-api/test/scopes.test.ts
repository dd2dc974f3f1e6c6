import { LEGACY_KEY } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SCOPES } from '@funnel/domain';
import { REPORTS, RESOURCES } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';

type Method = 'get' | 'post' | 'delete';

interface Endpoint {
  name: string;
  method: Method;
  path: string;
  scope: string;
  /** What it answers to whoever has the scope. */
  opened: number;
}

const IDS: Record<string, number> = { campaigns: 101, variants: 201, steps: 301, elements: 401 };

/** Decisions, Authentication: written out, so that a definition cannot vouch for itself. */
const RESOURCE_SCOPES: Record<string, string> = {
  list_areas: 'areas:read',
  list_contacts: 'contacts:read',
  upsert_contact: 'contacts:write',
  delete_contact: 'contacts:write',
  list_ctas: 'ctas:read',
  get_website: 'websites:read',
};

const ENDPOINTS: Endpoint[] = [
  ...REPORTS.map(({ tool, path }) => ({
    name: tool,
    method: 'get' as const,
    path: path.replace('{id}', String(IDS[path.split('/')[2] ?? ''])),
    scope: 'reports',
    opened: 200,
  })),
  ...RESOURCES.map(({ operationId, method, path }) => ({
    name: operationId,
    method: method.toLowerCase() as Method,
    path: method === 'DELETE' ? `${path}?email=nobody@example.com` : path,
    scope: RESOURCE_SCOPES[operationId] ?? 'unknown',
    opened: method === 'DELETE' ? 404 : method === 'POST' ? 422 : 200,
  })),
];

let rest: RestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  rest = await startRestApp();
  for (const scope of SCOPES) {
    tokens.set(scope, (await rest.token({ websiteIds: [11], scopes: [scope] })).token);
  }
});
afterAll(() => rest.stop());

const ask = ({ method, path }: Endpoint, authorization: string) => {
  const sent = rest.send(method, authorization, path);
  return method === 'post' ? sent.send({}) : sent;
};

test('there are seven scopes and sixteen endpoints', () => {
  expect([SCOPES.length, ENDPOINTS.length]).toEqual([7, 16]);
});

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s is opened by its own scope and by no other',
  async (_name, endpoint) => {
    for (const scope of SCOPES) {
      const { status, headers } = await ask(endpoint, `Bearer ${tokens.get(scope)}`);
      if (scope === endpoint.scope) {
        expect([scope, status]).toEqual([scope, endpoint.opened]);
      } else {
        expect([scope, status]).toEqual([scope, 403]);
        expect(headers['www-authenticate']).toContain(`scope="${endpoint.scope}"`);
      }
    }
    const others = SCOPES.filter((scope) => scope !== endpoint.scope);
    const { token } = await rest.token({ websiteIds: [11, 12], scopes: others });
    expect((await ask(endpoint, `Bearer ${token}`)).status).toBe(403);
    expect((await ask(endpoint, 'Bearer nonsense')).status).toBe(401);
    expect((await ask(endpoint, '')).status).toBe(401);
  },
);

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s takes the legacy key, which no scope restricts',
  async (_name, endpoint) => {
    const { status } = await ask(endpoint, `api_key=${LEGACY_KEY}`);
    // Its website has no campaigns and no snapshot.
    expect(endpoint.scope === 'reports' ? [200, 404] : [endpoint.opened]).toContain(status);
  },
);

test.each(ENDPOINTS.slice(REPORTS.length).map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s asks for one of several websites and knows no other',
  async (_name, endpoint) => {
    const { token } = await rest.token({ websiteIds: [11, 12], scopes: [endpoint.scope] });
    const at = (websiteId: string) => {
      const separator = endpoint.path.includes('?') ? '&' : '?';
      const path = `${endpoint.path}${separator}website_id=${websiteId}`;
      return ask({ ...endpoint, path }, `Bearer ${token}`);
    };
    expect((await at('')).body).toMatchObject({
      status: 400,
      code: 'website_id_required',
      allowed: ['11', '12'],
    });
    expect((await at('12')).status).toBe(endpoint.opened);
    expect((await at('21')).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await at('999')).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await at('x')).body).toMatchObject({ status: 422, code: 'invalid_website_id' });
    expect((await at('11&website_id=12')).body).toMatchObject({ status: 422, code: 'invalid_website_id' });
  },
);
