import { examplePath, LEGACY_KEY, SHOP_OPERATIONS } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SCOPES, type Scope } from '@funnel/domain';
import { OPERATIONS, type OperationName, TOOL_OPERATIONS, type ToolName } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';

type Method = 'get' | 'post' | 'delete';

interface Endpoint {
  name: string;
  method: Method;
  path: string;
  scope: Scope;
  /** The status for a token with the scope. */
  expectedStatus: number;
}

/** Written out, so that a wrong scope in a definition fails. Every tool needs `reports`. */
const SCOPE_OF: Record<Exclude<OperationName, ToolName>, Scope> = {
  list_areas: 'areas:read',
  list_contacts: 'contacts:read',
  upsert_contact: 'contacts:write',
  delete_contact: 'contacts:write',
  list_ctas: 'ctas:read',
  get_website: 'websites:read',
  get_insights_of_week: 'reports',
  list_insights_weeks: 'reports',
  list_notification_channels: 'notifications',
  create_notification_channel: 'notifications',
  get_notification_channel: 'notifications',
  change_notification_channel: 'notifications',
  delete_notification_channel: 'notifications',
  rotate_notification_secret: 'notifications',
  test_notification_channel: 'notifications',
  list_notification_deliveries: 'notifications',
  list_notification_mutes: 'notifications',
  mute_notifications: 'notifications',
  unmute_notifications: 'notifications',
  list_notification_episodes: 'notifications',
  mark_episode_fixed: 'notifications',
  ask_notification_reader: 'notifications',
  list_all_notification_mutes: 'notifications',
  get_notification_choices: 'notifications',
  list_embed_origins: 'embedding',
  set_embed_origins: 'embedding',
  list_share_links: 'sharing',
  create_share_link: 'sharing',
  list_share_link_openings: 'sharing',
  revoke_share_link: 'sharing',
};

const scopeOf = (name: OperationName) => (isTool(name) ? 'reports' : SCOPE_OF[name]);
const isTool = (name: OperationName): name is ToolName => TOOL_OPERATIONS.some((tool) => tool.name === name);

const ENDPOINTS: Endpoint[] = SHOP_OPERATIONS.map((operation) => ({
  name: operation.name,
  method: operation.method.toLowerCase() as Method,
  path: operation.method === 'DELETE' ? `${operation.path}?email=nobody@example.com` : examplePath(operation),
  scope: scopeOf(operation.name),
  expectedStatus: operation.method === 'DELETE' ? 404 : operation.method === 'POST' ? 422 : 200,
}));

let rest: RestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  rest = await startRestApp();
  for (const scope of SCOPES) {
    tokens.set(scope, (await rest.token({ websiteIds: [11], scopes: [scope] })).token);
  }
});
afterAll(() => rest.stop());

test('every operation needs the scope that is written here', () => {
  expect(OPERATIONS.map(({ name, scope }) => [name, scope])).toEqual(
    OPERATIONS.map(({ name }) => [name, scopeOf(name)]),
  );
});

const ask = ({ method, path }: Endpoint, authorization: string) => {
  const sent = rest.send(method, authorization, path);
  return method === 'post' ? sent.send({}) : sent;
};

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s accepts its scope and no other',
  async (_name, endpoint) => {
    for (const scope of SCOPES) {
      const { status, headers } = await ask(endpoint, `Bearer ${tokens.get(scope)}`);
      if (scope === endpoint.scope) {
        expect([scope, status]).toEqual([scope, endpoint.expectedStatus]);
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
  '%s accepts the legacy key, which has no scopes',
  async (_name, endpoint) => {
    const { status } = await ask(endpoint, `api_key=${LEGACY_KEY}`);
    // Its website has no campaigns and no snapshot.
    expect(endpoint.scope === 'reports' ? [200, 404] : [endpoint.expectedStatus]).toContain(status);
  },
);

test.each(
  ENDPOINTS.filter(({ scope }) => scope !== 'reports').map((endpoint) => [endpoint.name, endpoint] as const),
)(
  '%s requires website_id with several websites and returns 404 for any other website',
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
    expect((await at('12')).status).toBe(endpoint.expectedStatus);
    expect((await at('21')).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await at('999')).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await at('x')).body).toMatchObject({ status: 422, code: 'invalid_website_id' });
    expect((await at('11&website_id=12')).body).toMatchObject({ status: 422, code: 'invalid_website_id' });
  },
);
