import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { ingest } from '@funnel/ingest';
import { openDatabase, readRollups } from '@funnel/db';
import { coverWindow, dayOf } from '@funnel/domain';
import type { BenchContext } from './bench-context.ts';
import { loadBenchCatalog, writeBenchEvents } from './bench-data.ts';

const CAMPAIGNS = 200;
const EVENTS = 200_000;
const ROUNDS = 3;
const REPEATS = 30;

/** Milliseconds of the rollup read for all campaigns and for one, while the traffic grows. */
export async function benchRead({ folder, databaseUrl }: BenchContext): Promise<void> {
  await loadBenchCatalog(databaseUrl, CAMPAIGNS);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench' });
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const file = join(folder, `events-${round}.ndjson`);
      await writeBenchEvents(file, { events: EVENTS, campaigns: CAMPAIGNS, days: 365 });
      await ingest(database, createReadStream(file), { now: () => new Date(), onRefused: async () => {} });
      for (const days of [30, 365]) {
        for (const subject of ['all', 1] as const) {
          for (const countType of ['distinct', 'total'] as const) {
            const end = dayOf(new Date());
            const cover = coverWindow({ start: end - days + 1, end });
            const read = () =>
              readRollups(database.sql, {
                websiteIds: [1],
                reads: [{ slot: 0, level: 'campaign', subject, cover }],
                countType,
              });
            const { rows, milliseconds } = await median(read);
            console.log(
              JSON.stringify({
                events: round * EVENTS,
                days,
                campaigns: subject,
                count_type: countType,
                buckets: cover.length,
                rows,
                ms: milliseconds,
              }),
            );
          }
        }
      }
    }
  } finally {
    await database.close();
  }
}

async function median(read: () => Promise<unknown[]>): Promise<{ rows: number; milliseconds: number }> {
  let rows = 0;
  const times: number[] = [];
  for (let n = 0; n < REPEATS; n++) {
    const startedAt = performance.now();
    rows = (await read()).length;
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { rows, milliseconds: Number((times[REPEATS / 2] ?? 0).toFixed(2)) };
}
