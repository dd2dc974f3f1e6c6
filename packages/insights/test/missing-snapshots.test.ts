import { randomBytes } from 'node:crypto';
import { type Day, formatDay, parseDay } from '@funnel/domain';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countMissingSnapshots, listMissingSnapshots, WEEKS_BACK } from '../src/index.ts';

/** The newest week has been due for five hours: it is not late yet. */
const NOW = new Date('2026-11-16T08:00:00Z');
const NEWEST = parseDay('2026-11-09') ?? 0;
const WEBSITES = [1, 2, 3, 4, 5, 6];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await importCatalog(
    db.database,
    {
      accounts: [{ id: 1, name: 'Many' }],
      websites: WEBSITES.map((id) => ({ id, account_id: 1, name: `${id}.example` })),
    },
    { encryptionKey: new Uint8Array(randomBytes(32)), now: NOW },
  );
});
afterAll(() => db.drop());

/** Weeks with a snapshot: long ago, as far back as is looked, and one that is not due yet. */
const someWeeks = fc.oneof(
  fc.uniqueArray(fc.integer({ min: -1, max: WEEKS_BACK + 2 })),
  fc.constant(Array.from({ length: WEEKS_BACK + 2 }, (_, ago) => ago)),
);

/** The rule in words: after its first snapshot a website misses each week without one; before, only the newest. */
function missedBy(written: readonly Day[], weeksBack: number): Day[] {
  const weeks = Array.from({ length: weeksBack }, (_, ago) => NEWEST - 7 * ago);
  return weeks.filter(
    (week) => !written.includes(week) && (week === NEWEST || written.some((earlier) => earlier < week)),
  );
}

test('those are missing that were due since the first one, or the newest for a new website', async () => {
  const history = fc.tuple(...WEBSITES.map(() => someWeeks));
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: WEEKS_BACK }), async (agos, weeksBack) => {
      const written = agos.map((weeks) => weeks.map((ago) => NEWEST - 7 * ago));
      const rows = WEBSITES.flatMap((website_id, index) =>
        (written[index] ?? []).map((week) => ({ website_id, week: formatDay(week), recommendations: '[]' })),
      );
      await db.database.sql`delete from insights_snapshots`;
      if (rows.length > 0) await db.database.sql`insert into insights_snapshots ${db.database.sql(rows)}`;

      const missing = (back: number) =>
        WEBSITES.flatMap((websiteId, index) =>
          missedBy(written[index] ?? [], back).map((week) => ({ websiteId, week })),
        ).toSorted((a, b) => b.week - a.week || a.websiteId - b.websiteId);
      expect(await listMissingSnapshots(db.database, { newest: NEWEST, weeksBack })).toEqual(
        missing(weeksBack),
      );
      expect(await countMissingSnapshots(db.database, NOW)).toEqual({
        due: missing(WEEKS_BACK).length,
        late: missing(WEEKS_BACK).filter(({ week }) => week < NEWEST).length,
      });
    }),
    { numRuns: 60 },
  );
});
