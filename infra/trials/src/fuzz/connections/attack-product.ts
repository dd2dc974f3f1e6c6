import { ATTACKS, type AttackedService, attackService, type AttackSize, metricOf } from '@funnel/testing';
import type { Addresses } from '@funnel/local';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** A service, and how another tenant uses it. */
interface Victim {
  name: string;
  resource: keyof Addresses;
  paths: { path: string; bodyPath: string; longPath: string };
  credential: (tenant: Tenant) => string | undefined;
  ask: (origin: string, tenant: Tenant) => Promise<Response>;
}

const REPORT = '/api/v1/reports/website?website_id=';
const VICTIMS: readonly Victim[] = [
  {
    name: 'rest',
    resource: 'REST_API_RESOURCE',
    paths: { path: '/', bodyPath: '/api/v1/contacts?website_id=11', longPath: '/openapi.json' },
    credential: ({ tokens }) => tokens.rest,
    ask: (origin, { ids, tokens }) =>
      fetch(`${origin}${REPORT}${ids.website[0]}`, { headers: bearer(tokens.rest) }),
  },
  {
    name: 'mcp',
    resource: 'MCP_SERVER_RESOURCE',
    paths: { path: '/', bodyPath: '/mcp', longPath: '/' },
    credential: ({ tokens }) => tokens.mcp,
    ask: (origin, { tokens }) =>
      fetch(`${origin}/mcp`, {
        method: 'POST',
        headers: {
          ...bearer(tokens.mcp),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_websites' },
        }),
      }),
  },
  {
    name: 'intake',
    resource: 'EVENT_INTAKE_RESOURCE',
    paths: { path: '/', bodyPath: '/v1/events', longPath: '/openapi.json' },
    credential: ({ tokens }) => tokens.intake,
    ask: (origin, { tokens }) =>
      fetch(`${origin}/v1/events`, {
        method: 'POST',
        headers: { ...bearer(tokens.intake), 'content-type': 'application/json' },
        body: '[]',
      }),
  },
  {
    name: 'authorization',
    resource: 'AUTHORIZATION_SERVER_ISSUER',
    paths: { path: '/', bodyPath: '/token', longPath: '/.well-known/oauth-authorization-server' },
    credential: () => undefined,
    ask: (origin) => fetch(`${origin}/.well-known/oauth-authorization-server`),
  },
];

/** How long, and how much, the product is attacked. */
export interface AttackOptions {
  sizes: readonly AttackSize[];
  say: (text: string) => void;
}

const MAX_GROWTH_BYTES = 200 * 1024 * 1024;

/**
 * Attacks every service in every way, without and with a valid credential of one tenant, while the other tenant uses it,
 * through Caddy too if `proxied` has its addresses. Throws at the first thing that does not hold.
 */
export async function attackProduct(
  { addresses, tenants }: World,
  proxied: Partial<Addresses> | undefined,
  { sizes, say }: AttackOptions,
): Promise<void> {
  const [attacker, other] = tenants;
  if (!attacker || !other) throw new Error('There are no two tenants');
  const origins = Object.fromEntries(
    VICTIMS.map(({ name, resource }) => [name, new URL(addresses[resource]).origin]),
  );
  const memoryOf = (name: string) =>
    metricOf({ metricsUrl: `${origins[name]}/metrics` }, 'process_resident_memory_bytes');
  const before = new Map<string, number>();
  for (const { name } of VICTIMS) before.set(name, await memoryOf(name));
  for (const size of sizes)
    for (const { name, resource, paths, credential, ask } of VICTIMS)
      for (const through of [origins[name], proxied?.[resource]])
        for (const token of new Set([undefined, credential(attacker)])) {
          if (through === undefined) continue;
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
          say(`${name}, ${how}: ${Object.keys(ATTACKS).length} attacks of ${size.connections} connections`);
          await attackService(service, size);
        }
  for (const { name } of VICTIMS) {
    const grown = (await memoryOf(name)) - (before.get(name) ?? 0);
    say(`${name}: memory ${Math.round(grown / 1024 / 1024)} MB more than before`);
    if (grown > MAX_GROWTH_BYTES) throw new Error(`${name} keeps ${grown} bytes after the attacks`);
  }
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
