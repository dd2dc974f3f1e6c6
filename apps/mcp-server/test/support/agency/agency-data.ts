import type { Database } from '@funnel/db';
import { ENCRYPTION_KEY, NOW, SHOP as SHOP_DATA } from '@funnel/fixtures';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import type { TestData } from '@funnel/testing';
import { AGENCY, JOURNAL, SHOP, websiteIdOf } from './agency-catalog.ts';
import { agencyEvents, wireEvent } from './agency-events.ts';
import { createRecount, type Recount } from './recount.ts';

const BATCH = 1_000;
/** The week of the snapshots; the new shop has none. */
const INSIGHTS_WEEK = ['2026-11-02', '2026-11-08'] as const;

/** The agency, beside the shop that all suites have. */
export const AGENCY_DATA: TestData = {
  name: 'agency',
  async add(database, url) {
    await SHOP_DATA.add(database, url);
    await openAgency(database);
  },
};

async function openAgency(database: Database): Promise<void> {
  await importCatalog(database, AGENCY, { encryptionKey: ENCRYPTION_KEY, now: NOW });
  const events = agencyEvents();
  const sent = events.map((event, index) => wireEvent(event, index));
  for (let from = 0; from < sent.length; from += BATCH) {
    const { refused } = await recordEvents(database, sent.slice(from, from + BATCH), { now: NOW });
    if (refused.length > 0) throw new Error(`Rejected event: ${JSON.stringify(refused[0])}`);
    // The last batches stay pending.
    if (from < sent.length / 2) await foldPending(database, { minEvents: 1 });
  }
  const recount = createRecount(events);
  for (const website of [SHOP, JOURNAL]) await freezeWeek(database, website, recount);
}

/** Inserts the snapshot that the weekly job would create. */
async function freezeWeek({ sql }: Database, website: string, recount: Recount): Promise<void> {
  const { views, conversions, completions, submissions, subscribes, orders, revenue } = recount.of(
    { website },
    INSIGHTS_WEEK,
  );
  const id = websiteIdOf(website);
  const [week] = INSIGHTS_WEEK;
  const items = JSON.stringify([`${views} people came; show them the style quiz.`]);
  await sql`insert into insights_snapshots (website_id, week, viewers, revenue, recommendations)
    values (${id}, ${week}::text::date, ${views}, ${revenue}, ${items}::text::jsonb)`;
  await sql`insert into insights_metrics (website_id, week, level, subject_id, views, conversions, completions,
      submissions, subscribes, orders, revenue)
    values (${id}, ${week}::text::date, 'website', ${id}, ${views}, ${conversions}, ${completions},
      ${submissions}, ${subscribes}, ${orders}, ${revenue})`;
}
