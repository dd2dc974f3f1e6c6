import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importCatalog } from '@funnel/ingest';
import { issuePersonalToken } from '@funnel/identity';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { randomBytes } from 'node:crypto';
import { startTrialProduct, type TrialProduct } from '@funnel/local';
import { LocalError } from '@funnel/servers';
import { type BenchContext, median } from './bench-context.ts';
import { benchCatalog, ingestBenchEvents } from './bench-data.ts';

const CAMPAIGNS = 500;
const EVENTS = 60_000;
const ROUNDS = 40;
const MAX_RATIO = 3;

/**
 * Compares `/cta` with 500 campaigns to one page of the campaigns report, in turns, on the running services. The
 * first argument is the number of days with events.
 */
export async function benchCta(
  { root, folder, defer }: BenchContext,
  [days = '300']: string[],
): Promise<void> {
  const trial = join(folder, 'trial');
  await mkdir(trial, { recursive: true });
  const starting = startTrialProduct(root, trial);
  defer(async () => (await starting.catch(() => undefined))?.stop());
  const product = await starting;
  const token = await load(product, folder, Number(days));
  const api = `${product.addresses.REST_API_RESOURCE}/api/v1`;
  const paths = {
    cta: '/cta',
    campaigns: '/reports/campaigns',
    campaigns_all_time: '/reports/campaigns?timeframe=all_time',
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, path] of Object.entries(paths)) {
      const startedAt = performance.now();
      const response = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      (times[name] ??= []).push(performance.now() - startedAt);
    }
  }
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all, 1)]));
  const ratioTo = (name: string) => Number(((ms['cta'] ?? 0) / (ms[name] ?? 1)).toFixed(2));
  console.log(
    JSON.stringify({
      campaigns: CAMPAIGNS,
      events: EVENTS,
      days: Number(days),
      ms,
      cta_to_campaigns: ratioTo('campaigns'),
      cta_to_campaigns_all_time: ratioTo('campaigns_all_time'),
    }),
  );
  if (ratioTo('campaigns') > MAX_RATIO)
    throw new LocalError(`/cta takes more than ${MAX_RATIO} times as long as the campaigns report.`);
}

async function load(
  { databaseUrl: url, addresses: { REST_API_RESOURCE: resource } }: TrialProduct,
  folder: string,
  days: number,
): Promise<string> {
  const database = openDatabase({ url, applicationName: 'funnel-bench' });
  try {
    await importCatalog(database, benchCatalog(CAMPAIGNS), {
      encryptionKey: new Uint8Array(randomBytes(32)),
      now: new Date(),
    });
    await ingestBenchEvents(database, folder, { events: EVENTS, campaigns: CAMPAIGNS, days });
    const request = {
      userId: null,
      name: 'bench',
      websiteIds: [trustedWebsiteId(1)],
      scopes: ['reports', 'ctas:read'],
      resource,
      lifeSeconds: 3_600,
    };
    return (await issuePersonalToken(database, request)).token;
  } finally {
    await database.close();
  }
}
