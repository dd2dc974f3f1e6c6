import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '@funnel/local';
import { anyFreePort } from '@funnel/servers';
import { until } from '@funnel/testing';

/** A part of the Caddyfile: its variable, the address of its service there, and the address here. */
interface Site {
  variable: string;
  upstream: string;
  resource: keyof Addresses;
}

const SITES: readonly Site[] = [
  { variable: 'API_DOMAIN', upstream: 'rest-api:3000', resource: 'REST_API_RESOURCE' },
  { variable: 'TOOLS_DOMAIN', upstream: 'mcp-server:3001', resource: 'MCP_SERVER_RESOURCE' },
  { variable: 'EVENTS_DOMAIN', upstream: 'event-intake:3004', resource: 'EVENT_INTAKE_RESOURCE' },
  { variable: 'AUTH_DOMAIN', upstream: 'authorization-server:3002', resource: 'AUTHORIZATION_SERVER_ISSUER' },
];

/**
 * Starts the Caddy of compose.yaml in front of the services, without certificates. Returns the origin of each service
 * behind it; undefined if Caddy is not installed.
 */
export async function startCaddy(options: {
  root: string;
  folder: string;
  addresses: Addresses;
  defer: (cleanUp: () => unknown) => void;
}): Promise<Partial<Addresses> | undefined> {
  const { root, folder, addresses, defer } = options;
  if (spawnSync('caddy', ['version']).status !== 0) return undefined;
  let file = await readFile(join(root, 'infra/deploy/compose/Caddyfile'), 'utf8');
  const env: Record<string, string> = {};
  const origins: Partial<Addresses> = {};
  for (const { variable, upstream, resource } of SITES) {
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
