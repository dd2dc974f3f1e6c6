import { migrateDatabase } from '@funnel/admin';
import type { Database } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { packRollups } from '@funnel/ingest';
import { lastFullWeek, snapshotWebsite } from '@funnel/insights';
import { type Loaded, runIngest } from '../measure/ingest-process.ts';
import { withDatabase } from '../product/database.ts';
import { say, type Trial } from '../../trial.ts';
import { loadCatalog, TWO_OF_EACH } from './catalog.ts';
import { CAMPAIGNS, NOW, type Traffic, WEBSITE } from './traffic.ts';

/** Loads catalog and events into a new database, as the operator commands do. */
export async function loadFile(
  stage: Pick<Trial, 'root' | 'defer'>,
  { url, file, traffic }: { url: string; file: string; traffic: Traffic },
): Promise<Loaded> {
  await migrateDatabase(url);
  await withDatabase(url, (database) => loadCatalog(database, 1, { campaigns: CAMPAIGNS, ...TWO_OF_EACH }));
  const loaded = await runIngest(stage, { url, file });
  if (loaded.events !== traffic.events)
    throw new Error(`${loaded.events} of ${traffic.events} events were new`);
  return loaded;
}

/** Also writes a weekly snapshot and packs the totals, as the worker does: reports of days long past read what is packed. */
export async function loadProduct(...[stage, load]: Parameters<typeof loadFile>): Promise<void> {
  await loadFile(stage, load);
  await withDatabase(load.url, async (database) => {
    const week = { websiteId: trustedWebsiteId(WEBSITE), week: lastFullWeek(NOW) };
    await snapshotWebsite(database, week, { replace: true });
    await pack(database);
    // Otherwise autovacuum would do it during the measurement.
    await database.sql.unsafe('vacuum analyze');
  });
}

async function pack(database: Database): Promise<void> {
  say('packing the totals');
  for (;;) {
    const { buckets, failed } = await packRollups(database);
    for (const { cause } of failed) throw cause;
    if (buckets === 0) return;
  }
}
