import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Addresses } from '@funnel/local';
import { LocalError } from '@funnel/servers';

export const websiteIds = [1, 2, 3];
/** Campaigns of each website: one for each sender. */
export const campaignIds = [1, 2, 3, 4, 5, 6];
/** The campaign of events that are only loaded from files. */
export const FILE_CAMPAIGN = 7;

/** Folds all the time, counts every request in Redis, and notices a queue that hangs soon. */
export const SETTINGS = {
  FOLD_INTERVAL_MS: '100',
  FOLD_MIN_EVENTS: '50',
  FOLD_MAX_AGE_MS: '300',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_WEBSITE: '1000000',
  HEARTBEAT_INTERVAL_MS: '1000',
};

const CATALOG = {
  accounts: [{ id: 1, name: 'Trial' }],
  websites: websiteIds.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
  campaigns: websiteIds.flatMap((website_id) =>
    [...campaignIds, FILE_CAMPAIGN].map((id) => ({
      id,
      website_id,
      name: `Campaign ${id}`,
      cta_type: 'bar',
    })),
  ),
};
const TYPES = ['view', 'view', 'view', 'conversion', 'completion', 'submission', 'subscribe', 'order'];
const EVENTS = 600;
const VISITORS = 400;
const DAYS = 12;
const DAY_MS = 86_400_000;

/** An event of the last days, or of as many days that ended some days ago, in the form in which it is sent. */
export function randomEvent(website: number, campaign: number, endedAgo = 0) {
  const type = TYPES[Math.floor(Math.random() * TYPES.length)] ?? 'view';
  return {
    event_id: randomUUID(),
    type,
    website_id: website,
    campaign_id: campaign,
    visitor_token: `00000000-0000-4000-8000-${String(Math.floor(Math.random() * VISITORS)).padStart(12, '0')}`,
    occurred_at: new Date(Date.now() - Math.floor((endedAgo + Math.random() * DAYS) * DAY_MS)).toISOString(),
    ...(type === 'order' ? { revenue: Math.floor(Math.random() * 10_000) / 100 } : {}),
  };
}

type OperatorCommand = (argv: readonly string[], input?: string) => string;

export function commandsIn(root: string, env: NodeJS.ProcessEnv): OperatorCommand {
  const cli = join(root, 'apps', 'cli', 'dist', 'main.js');
  return (argv, input = '') => {
    const done = spawnSync(process.execPath, [cli, ...argv], { env, input, encoding: 'utf8' });
    if (done.status !== 0) throw new LocalError(`${argv[0]} of ${root} failed.\n${done.stderr}`);
    return done.stdout.trim();
  };
}

/** Loads a catalog, events and insights of last week, and makes tokens. Returns the events, too. */
export function loadData(command: OperatorCommand, addresses: Addresses) {
  const websites = websiteIds.join(',');
  const token = (resource: string, scopes: string) =>
    command(['token', '--websites', websites, '--days', '1', '--resource', resource, '--scopes', scopes]);

  const events = Array.from({ length: EVENTS }, (_, index) =>
    randomEvent(websiteIds[index % websiteIds.length] ?? 1, campaignIds[index % campaignIds.length] ?? 1),
  );
  command(['catalog', '-'], JSON.stringify(CATALOG));
  command(['ingest', '-'], events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  command(['insights']);
  const tokens = {
    rest: token('rest', 'reports'),
    mcp: token('mcp', 'reports'),
    intake: token('intake', 'events:write'),
  };
  return { endpoints: { addresses, tokens }, events };
}
