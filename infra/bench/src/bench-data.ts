import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { importCatalog, ingest } from '@funnel/ingest';
import { migrateDatabase } from '@funnel/admin';
import { type Database, openDatabase } from '@funnel/db';

const WEBSITE = 1;
const VARIANTS = 2;
const STEPS = 2;
const ELEMENTS = 2;
const VISITORS = 200_000;
const DAY_MS = 86_400_000;
const TYPES = [
  'view',
  'view',
  'view',
  'view',
  'view',
  'view',
  'conversion',
  'conversion',
  'completion',
  'submission',
  'subscribe',
  'order',
];

/** A website with this many campaigns, each with two variants, four steps and eight elements. */
export function benchCatalog(campaigns: number): object {
  const range = (length: number) => Array.from({ length }, (_, n) => n);
  return {
    accounts: [{ id: 1, name: 'Bench' }],
    websites: [{ id: WEBSITE, account_id: 1, name: 'bench.example' }],
    campaigns: range(campaigns).map((n) => ({
      id: n + 1,
      website_id: WEBSITE,
      name: `Campaign ${n + 1}`,
      cta_type: 'overlay',
      variants: range(VARIANTS).map((v) => ({
        id: (n + 1) * 10 + v,
        steps: range(STEPS).map((s) => ({
          id: (n + 1) * 100 + v * 10 + s,
          elements: range(ELEMENTS).map((e) => ({
            id: (n + 1) * 1000 + v * 100 + s * 10 + e,
            element_type: 'button',
          })),
        })),
      })),
    })),
  };
}

/** Migrates the database and imports the catalog. */
export async function loadBenchCatalog(databaseUrl: string, campaigns: number): Promise<void> {
  await migrateDatabase(databaseUrl);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench' });
  try {
    const options = { encryptionKey: new Uint8Array(randomBytes(32)), now: new Date() };
    await importCatalog(database, benchCatalog(campaigns), options);
  } finally {
    await database.close();
  }
}

/** How many events, for how many campaigns, over how many days. */
export interface BenchTraffic {
  events: number;
  campaigns: number;
  days: number;
}

/** Writes events to a file in `folder` and ingests it. */
export async function ingestBenchEvents(
  database: Database,
  folder: string,
  traffic: BenchTraffic,
): Promise<void> {
  const file = join(folder, 'events.ndjson');
  await writeBenchEvents(file, traffic);
  await ingest(database, createReadStream(file), { now: () => new Date(), onRefused: async () => {} });
}

/** Writes events of the last `days` days in chronological order. A few campaigns get most of them. */
export async function writeBenchEvents(
  file: string,
  { events, campaigns, days }: BenchTraffic,
): Promise<void> {
  const visitors = Array.from({ length: VISITORS }, () => randomUUID());
  const pick = (length: number) => Math.floor(Math.random() * length);
  const from = Date.now() - days * DAY_MS;
  const out = createWriteStream(file);
  for (let n = 0; n < events; n++) {
    const campaign = 1 + Math.floor(campaigns * Math.random() ** 2);
    const type = TYPES[pick(TYPES.length)];
    const line = JSON.stringify({
      event_id: randomUUID(),
      type,
      website_id: WEBSITE,
      element_id: campaign * 1000 + pick(VARIANTS) * 100 + pick(STEPS) * 10 + pick(ELEMENTS),
      visitor_token: visitors[pick(VISITORS)],
      occurred_at: new Date(from + (n / events) * days * DAY_MS).toISOString(),
      ...(type === 'order' ? { revenue: pick(10_000) / 100 } : {}),
    });
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}
