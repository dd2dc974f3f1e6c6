import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '@funnel/local';
import { anyFreePort } from '@funnel/servers';
import { until } from '@funnel/testing';
import type { Trial } from '../../trial.ts';
import type { World } from '../tenants/start-tenants.ts';

/** The parts of the Caddyfile: a variable, the address of a service there, and its address here. */
const SITES: readonly [variable: string, upstream: string, resource: keyof Addresses][] = [
  ['API_DOMAIN', 'rest-api:3000', 'REST_API_RESOURCE'],
  ['TOOLS_DOMAIN', 'mcp-server:3001', 'MCP_SERVER_RESOURCE'],
  ['EVENTS_DOMAIN', 'event-intake:3004', 'EVENT_INTAKE_RESOURCE'],
  ['DASHBOARD_DOMAIN', 'dashboard:3005', 'DASHBOARD_URL'],
  ['AUTH_DOMAIN', 'authorization-server:3002', 'AUTHORIZATION_SERVER_ISSUER'],
];

/**
 * Starts the Caddy of compose.yaml in front of the services, without certificates. Returns the origin of each service
 * behind it; none if Caddy is not installed.
 */
export async function startCaddy(
  { addresses }: World,
  { root, folder, defer }: Trial,
): Promise<Partial<Addresses>> {
  if (spawnSync('caddy', ['version']).status !== 0) {
    console.log('SKIPPED: caddy is not installed, so nothing is sent through it');
    return {};
  }
  let file = await readFile(join(root, 'infra/deploy/compose/Caddyfile'), 'utf8');
  const env: Record<string, string> = {};
  const origins: Partial<Addresses> = {};
  for (const [variable, upstream, resource] of SITES) {
    if (!file.includes(upstream)) throw new Error(`the Caddyfile has no ${upstream}`);
    file = file.replace(upstream, new URL(addresses[resource]).host);
    env[variable] = origins[resource] = `http://127.0.0.1:${await anyFreePort()}`;
  }
  const config = join(folder, 'Caddyfile');
  await writeFile(config, file);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...process.env, ...env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  defer(async () => {
    const exited = once(child, 'exit');
    if (child.exitCode === null && child.kill()) await exited;
  });
  for (const origin of Object.values(origins)) await until(() => fetch(`${origin}/healthz`));
  return origins;
}
