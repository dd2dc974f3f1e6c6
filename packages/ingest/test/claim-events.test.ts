import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { inWebsiteTransaction } from '@funnel/db';
import { createTestDatabase, isOnCitus, type TestDatabase } from '@funnel/testing';
import { IgnoredKeys } from '../src/index.ts';
import { parseEvent } from '../src/parse/event.ts';
import { EventBlock } from '../src/parse/event-block.ts';
import { claimEvents } from '../src/ledger/claim-events.ts';
import { numbersBelow } from '../src/shared/counting-sort.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { packForDays } from './support/packing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await importTwoWebsites(db.database);
});
afterAll(() => db.drop());
afterEach(() => db.database.sql.unsafe('truncate event_ledger, packed_event_ids, packed_slices'));

const EDGES = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const someIds = (count: number) => [...EDGES, ...Array.from({ length: count }, () => randomUUID())];

function claim(ids: readonly string[], expectsRepeats: boolean, website_id = 1): Promise<string[]> {
  const block = new EventBlock();
  for (const event_id of ids) block.push(parseEvent(event({ event_id, website_id }), NOW, new IgnoredKeys()));
  return inWebsiteTransaction(db.database, [], async (transaction) => {
    const repeated = await claimEvents(transaction, block, numbersBelow(block.length), { expectsRepeats });
    return repeated.map((index) => block.eventIdAt(index)).sort();
  });
}

const ledger = async () =>
  (await db.database.sql<{ id: string }[]>`select event_id::text as id from event_ledger order by 1`).map(
    ({ id }) => id,
  );

describe.each([true, false])('claiming, with repeats expected: %p', (expectsRepeats) => {
  test('enters new events, and says which were there', async () => {
    const [first, second] = [someIds(5_000), someIds(5_000)];
    expect(await claim(first, expectsRepeats)).toEqual([]);
    expect(await ledger()).toEqual([...first].sort());
    expect(await claim(second, expectsRepeats)).toEqual(EDGES);
    expect(await claim([...second, ...first.slice(2)], expectsRepeats)).toEqual(
      [...second, ...first.slice(2)].sort(),
    );
    expect(await ledger()).toEqual([...new Set([...first, ...second])].sort());
  });

  test('keeps the ids of websites apart', async () => {
    const ids = someIds(10);
    expect(await claim(ids, expectsRepeats, 1)).toEqual([]);
    expect(await claim(ids, expectsRepeats, 2)).toEqual([]);
    expect(await claim(ids, expectsRepeats, 2)).toEqual([...ids].sort());
  });

  test('knows ids that are packed', async () => {
    const ids = someIds(300);
    await claim(ids, expectsRepeats);
    await packForDays(db.database, db.database, 9);
    await db.database.sql.unsafe('truncate event_ledger');
    expect(await claim([...ids, ...someIds(300).slice(2)], expectsRepeats)).toEqual([...ids].sort());
    expect(await claim(ids, expectsRepeats, 2)).toEqual([]);
  });

  test('claims nothing of nothing', async () => {
    expect(await claim([], expectsRepeats)).toEqual([]);
  });
});

// On Citus events are claimed website by website, without COPY.
(isOnCitus ? test.skip : test)(
  'a claim that met a repeat goes on in the same transaction, and its ids are entered once',
  async () => {
    const ids = someIds(3_000);
    await claim(ids.slice(2_000, 2_001), false);
    expect(await claim(ids, false)).toEqual(ids.slice(2_000, 2_001));
    expect(await ledger()).toEqual([...ids].sort());
  },
);
