import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { ingest } from '@funnel/ingest';
import { openDatabase, readMetrics, readWebsites } from '@funnel/db';
import { dayOf, recordedCover, resolvePeriod, trustedWebsiteId } from '@funnel/domain';
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
      const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
      if (!website) throw new Error('The catalog was not loaded');
      for (const days of [30, 365]) {
        for (const subject of ['all', 1] as const) {
          for (const countType of ['distinct', 'total'] as const) {
            const now = new Date();
            const end = dayOf(now);
            const selection = { timeframe: 'custom' as const, range: { start: end - days + 1, end } };
            const period = resolvePeriod({ selection, countType }, { facts: website, now });
            const ids = subject === 'all' ? subject : [subject];
            const read = async () =>
              (
                await readMetrics(database.sql, {
                  websites: [website],
                  period,
                  subjects: [{ level: 'campaign', ids }],
                })
              ).active('campaign');
            const { rows, milliseconds } = await median(read);
            console.log(
              JSON.stringify({
                events: round * EVENTS,
                days,
                campaigns: subject,
                count_type: countType,
                buckets: recordedCover(period.window, website).length,
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
