import { openDatabase, readWebsites, type WebsiteFacts } from '@funnel/db';
import { readMetrics } from '@funnel/metrics';
import { dayOf, recordedCover, resolvePeriod, trustedWebsiteId } from '@funnel/domain';
import { type BenchContext, median } from './bench-context.ts';
import { ingestBenchEvents, loadBenchCatalog } from './bench-data.ts';

const CAMPAIGNS = 200;
const EVENTS = 200_000;
const ROUNDS = 3;
const REPEATS = 30;

/** Measures reading the metrics of all campaigns and of one, while the number of events grows. */
export async function benchRead({ folder, databaseUrl, defer }: BenchContext): Promise<void> {
  await loadBenchCatalog(databaseUrl, CAMPAIGNS);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench' });
  defer(() => database.close());
  for (let round = 1; round <= ROUNDS; round++) {
    await ingestBenchEvents(database, folder, { events: EVENTS, campaigns: CAMPAIGNS, days: 365 });
    const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
    if (!website) throw new Error('The catalog was not loaded');
    for (const days of [30, 365]) {
      for (const campaigns of ['all', 1] as const) {
        for (const countType of ['distinct', 'total'] as const) {
          const period = lastDays(days, countType, website);
          const ids = campaigns === 'all' ? campaigns : [campaigns];
          const subjects = [{ level: 'campaign' as const, ids }];
          const { rows, ms } = await measure(async () => {
            const metrics = await readMetrics(database.sql, { websites: [website], period, subjects });
            return metrics.active('campaign').length;
          });
          const buckets = recordedCover(period.window, website).length;
          console.log(
            JSON.stringify({
              events: round * EVENTS,
              days,
              campaigns,
              count_type: countType,
              buckets,
              rows,
              ms,
            }),
          );
        }
      }
    }
  }
}

function lastDays(days: number, countType: 'distinct' | 'total', website: WebsiteFacts) {
  const now = new Date();
  const end = dayOf(now);
  const selection = { timeframe: 'custom' as const, range: { start: end - days + 1, end } };
  return resolvePeriod({ selection, countType }, { facts: website, now });
}

async function measure(read: () => Promise<number>): Promise<{ rows: number; ms: number }> {
  let rows = 0;
  const times: number[] = [];
  for (let n = 0; n < REPEATS; n++) {
    const startedAt = performance.now();
    rows = await read();
    times.push(performance.now() - startedAt);
  }
  return { rows, ms: median(times, 2) };
}
