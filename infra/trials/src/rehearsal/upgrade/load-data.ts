import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Endpoints } from '../../faults/ask.ts';
import { CAMPAIGNS, CATALOG, websiteIds } from '../../faults/catalog.ts';
import { randomEvent } from '../../faults/random-event.ts';
import { type Recount } from '../../faults/recount.ts';
import type { Instances } from './instances.ts';
import { operate } from './operate.ts';
import type { Version } from './version.ts';

const EVENTS = 600;

/** Prepares a database with the commands of a version: schema, catalog, events, insights of last week, tokens. */
export async function loadData(
  version: Version,
  { env, addresses }: Instances,
  recount: Recount,
  folder: string,
): Promise<Endpoints> {
  const events = Array.from({ length: EVENTS }, (_, index) =>
    randomEvent(websiteIds[index % websiteIds.length] ?? 1, 1 + (index % CAMPAIGNS)),
  );
  for (const event of events) recount.add(event);
  const files = { catalog: join(folder, 'catalog.json'), events: join(folder, 'events.ndjson') };
  await writeFile(files.catalog, JSON.stringify(CATALOG));
  await writeFile(files.events, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const bound = ['token', '--websites', websiteIds.join(','), '--days', '1'];
  const token = (resource: string, scopes: string) => [...bound, '--resource', resource, '--scopes', scopes];
  const outputs = operate(version, env, [
    ['migrate'],
    ...(version.hasRoles ? [['roles']] : []),
    ['catalog', files.catalog],
    ['ingest', files.events],
    ['insights'],
    token('rest', 'reports'),
    token('mcp', 'reports'),
    token('intake', 'events:write'),
  ]);
  const [restToken = '', toolToken = '', intakeToken = ''] = outputs.slice(-3).map((text) => text.trim());
  return {
    rest: addresses.REST_API_RESOURCE,
    tools: addresses.MCP_SERVER_RESOURCE,
    intake: addresses.EVENT_INTAKE_RESOURCE,
    restToken,
    toolToken,
    intakeToken,
  };
}
