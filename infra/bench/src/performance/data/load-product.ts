import { createReadStream } from 'node:fs';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { ingest } from '@funnel/ingest';
import { lastFullWeek, snapshotWebsite } from '@funnel/insights';
import { loadBenchCatalog } from '../../bench-data.ts';
import { say } from '../say.ts';
import { CAMPAIGNS, NOW, WEBSITE } from './traffic.ts';

const MESSAGE_INTERVAL_MS = 10_000;

/** Loads catalog, events and a weekly snapshot into a new database, as the operator commands do. */
export async function loadProduct(url: string, eventFile: string, events: number): Promise<void> {
  await loadBenchCatalog(url, CAMPAIGNS);
  const database = openDatabase({ url, applicationName: 'funnel-bench' });
  let nextMessageAt = 0;
  try {
    const { new: recorded } = await ingest(database, createReadStream(eventFile), {
      now: () => NOW,
      onRefused: async ([line]) => {
        throw new Error(`ingest rejected an event: ${line?.reason}`);
      },
      onProgress: ({ read }) => {
        if (performance.now() < nextMessageAt) return;
        nextMessageAt = performance.now() + MESSAGE_INTERVAL_MS;
        say(`${read.toLocaleString('en')} of ${events.toLocaleString('en')}`);
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
