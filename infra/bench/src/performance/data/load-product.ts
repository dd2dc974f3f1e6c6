import { createReadStream } from 'node:fs';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { ingest } from '@funnel/ingest';
import { lastFullWeek, snapshotWebsite } from '@funnel/insights';
import { loadBenchCatalog } from '../../bench-data.ts';
import { say } from '../say.ts';
import { CAMPAIGNS, NOW, WEBSITE } from './traffic.ts';

/** Loads catalog, events and a weekly snapshot into a new database, as the operator commands do. */
export async function loadProduct(url: string, eventFile: string, events: number): Promise<void> {
  await loadBenchCatalog(url, CAMPAIGNS);
  const database = openDatabase({ url, applicationName: 'funnel-bench' });
  try {
    const { new: recorded } = await ingest(database, createReadStream(eventFile), {
      now: () => NOW,
      onRefused: async ([line]) => {
        throw new Error(`ingest rejected an event: ${line?.reason}`);
      },
      onProgress: ({ read }) => {
        if (read % 500_000 < 100_000) say(`  ${read} of ${events}`);
      },
    });
    if (recorded !== events) throw new Error(`ingest recorded ${recorded} of ${events} events`);
    const week = { websiteId: trustedWebsiteId(WEBSITE), week: lastFullWeek(NOW) };
    await snapshotWebsite(database, week, { replace: true });
    // Otherwise autovacuum would do it during the measurement.
    await database.sql.unsafe('vacuum analyze');
  } finally {
    await database.close();
  }
}
