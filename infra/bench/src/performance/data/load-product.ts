import { createReadStream } from 'node:fs';
import { openDatabase } from '@funnel/db';
import { ingest } from '@funnel/ingest';
import { loadBenchCatalog } from '../../bench-data.ts';
import { say } from '../say.ts';
import { CAMPAIGNS, NOW } from './traffic.ts';

/** Loads catalog and events into a new database, as the `ingest` command does. */
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
    // Otherwise autovacuum would do it during the measurement.
    await database.sql.unsafe('vacuum analyze');
  } finally {
    await database.close();
  }
}
