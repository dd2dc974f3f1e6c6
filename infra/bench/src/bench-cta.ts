import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importCatalog, ingest } from '@funnel/ingest';
import { issuePersonalToken } from '@funnel/identity';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { startTrialProduct, type TrialProduct, LocalError } from '@funnel/local';
import type { BenchContext } from './bench-context.ts';
import { benchCatalog, writeBenchEvents } from './bench-data.ts';

const CAMPAIGNS = 500;
const EVENTS = 60_000;
const ROUNDS = 40;
const MAX_RATIO = 3;

/**
 * `/cta` with 500 campaigns against the campaigns report's page of 25, turn by turn on the running services. The
 * first argument is over how many days the events are spread.
 */
export async function benchCta({ root, folder }: BenchContext, [days = '300']: string[]): Promise<void> {
  const trial = join(folder, 'trial');
  await mkdir(trial, { recursive: true });
  const product = await startTrialProduct(root, trial);
  try {
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
    const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
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
      throw new LocalError(`/cta costs more than ${MAX_RATIO} times the campaigns report's page.`);
  } finally {
    await product.stop();
  }
}

async function load(
  { databaseUrl: url, addresses: { REST_API_RESOURCE: resource } }: TrialProduct,
  folder: string,
  days: number,
): Promise<string> {
  const database = openDatabase({ url, applicationName: 'funnel-bench' });
  const file = join(folder, 'events.ndjson');
  try {
    await importCatalog(database, benchCatalog(CAMPAIGNS), {
      encryptionKey: new Uint8Array(randomBytes(32)),
      now: new Date(),
    });
    await writeBenchEvents(file, { events: EVENTS, campaigns: CAMPAIGNS, days });
    await ingest(database, createReadStream(file), { now: () => new Date(), onRefused: async () => {} });
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

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1));
}
