import { ATTACKS, type AttackedService, attackService, metricOf } from '@funnel/testing';
import { type Addresses, toolCall } from '@funnel/local';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** A service, and how another tenant uses it. */
interface Victim {
  name: keyof Tenant['tokens'] | 'authorization' | 'dashboard';
  resource: keyof Addresses;
  paths: { path: string; bodyPath: string; longPath: string };
  ask: (origin: string, tenant: Tenant) => Promise<Response>;
}

const VICTIMS: readonly Victim[] = [
  {
    name: 'rest',
    resource: 'REST_API_RESOURCE',
    paths: { path: '/', bodyPath: '/api/v1/contacts?website_id=11', longPath: '/openapi.json' },
    ask: (origin, { ids, tokens }) =>
      fetch(`${origin}/api/v1/reports/website?website_id=${ids.website[0]}`, {
        headers: { authorization: `Bearer ${tokens.rest}` },
      }),
  },
  {
    name: 'mcp',
    resource: 'MCP_SERVER_RESOURCE',
    paths: { path: '/', bodyPath: '/mcp', longPath: '/' },
    ask: (origin, { tokens }) => fetch(`${origin}/mcp`, toolCall(tokens.mcp, 'list_websites', {})),
  },
  {
    name: 'intake',
    resource: 'EVENT_INTAKE_RESOURCE',
    paths: { path: '/', bodyPath: '/v1/events', longPath: '/openapi.json' },
    ask: (origin, { tokens }) =>
      fetch(`${origin}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.intake}`, 'content-type': 'application/json' },
        body: '[]',
      }),
  },
  {
    name: 'authorization',
    resource: 'AUTHORIZATION_SERVER_ISSUER',
    paths: { path: '/', bodyPath: '/token', longPath: '/.well-known/oauth-authorization-server' },
    ask: (origin) => fetch(`${origin}/.well-known/oauth-authorization-server`),
  },
  {
    name: 'dashboard',
    resource: 'DASHBOARD_URL',
    paths: { path: '/signed-out', bodyPath: '/sign-out', longPath: '/signed-out' },
    ask: (origin) => fetch(`${origin}/signed-out`),
  },
];

/** None, and one where tokens are accepted. */
function tokensFor(name: Victim['name'], { tokens }: Tenant): (string | undefined)[] {
  return name === 'authorization' || name === 'dashboard' ? [undefined] : [undefined, tokens[name]];
}

const MAX_GROWTH_BYTES = 200 * 1024 * 1024;

/**
 * Attacks every service in every way, without and with a valid credential of one tenant, while the other tenant uses it,
 * through Caddy too if `proxied` has its addresses. Throws at the first thing that does not hold.
 */
export async function attackProduct(
  { addresses, tenants: [attacker, other] }: World,
  proxied: Partial<Addresses>,
  rounds: number,
): Promise<void> {
  const origins = Object.fromEntries(
    VICTIMS.map(({ name, resource }) => [name, new URL(addresses[resource]).origin]),
  );
  const memoryOf = (name: string) =>
    metricOf({ metricsUrl: `${origins[name]}/metrics` }, 'process_resident_memory_bytes');
  const before = new Map<string, number>();
  for (const { name } of VICTIMS) before.set(name, await memoryOf(name));
  for (let round = 0; round < rounds; round++)
    for (const { name, resource, paths, ask } of VICTIMS)
      for (const through of [origins[name], proxied[resource]])
        for (const token of tokensFor(name, attacker)) {
          if (through === undefined) continue;
          // Each round opens more connections and sends more slowly.
          const size = { connections: 40 * 3 ** round, dripMs: 30 * 6 ** round };
          const url = new URL(through).origin;
          const service: AttackedService = {
            url,
            ...paths,
            ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
            metricsUrl: `${origins[name]}/metrics`,
            plainRequest: async () => {
              const { status } = await ask(url, other);
              if (status !== 200) throw new Error(`status ${status}`);
            },
          };
          const how = `${url === origins[name] ? '' : 'behind Caddy, '}${token ? 'with' : 'without'} a credential`;
          console.log(
            `${name}, ${how}: ${Object.keys(ATTACKS).length} attacks of ${size.connections} connections`,
          );
          await attackService(service, size);
        }
  for (const { name } of VICTIMS) {
    const grown = (await memoryOf(name)) - (before.get(name) ?? 0);
    console.log(`${name}: memory ${Math.round(grown / 1024 / 1024)} MB more than before`);
    if (grown > MAX_GROWTH_BYTES) throw new Error(`${name} keeps ${grown} bytes after the attacks`);
  }
}
