import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { importCatalog } from '@funnel/ingest';
import { migrateDatabase, openDatabase } from '@funnel/db';

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

/** A website with this many campaigns, each of two variants, four steps and eight elements. */
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

/** Events in the order of time over the last `days` days; a few campaigns have most of the traffic. */
export async function writeBenchEvents(
  file: string,
  { events, campaigns, days }: { events: number; campaigns: number; days: number },
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
