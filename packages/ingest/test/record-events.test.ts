import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Counts, formatDay, type Level, parseDay, trustedWebsiteId } from '@funnel/domain';
import { type Database, readWebsites } from '@funnel/db';
import { readElementFields, readElementProducts } from '@funnel/metrics';
import { foldPending, recordEvents } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { NOW, event } from './support/events.ts';
import { read } from './support/read.ts';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';

let testDatabase: TestDatabase;
let database: Database;

const window = { start: parseDay('2026-11-01') ?? 0, end: parseDay('2026-11-14') ?? 0 };
const fold = () => foldPending(database, { minEvents: 1 });

async function facts(websiteId = 1) {
  const [website] = await readWebsites(database.sql, [trustedWebsiteId(websiteId)]);
  if (!website) throw new Error(`There is no website ${websiteId}`);
  return website;
}

async function counts(level: Level, subject: number, websiteId = 1): Promise<Counts> {
  const subjects = [{ level, ids: [subject] }];
  const metrics = await read(database.sql, { websiteIds: [websiteId], window, subjects, countType: 'total' });
  return metrics.of(level, subject).current;
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importTwoWebsites(database);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await database.sql.unsafe(
    `truncate rollups, event_ledger, pending_events, element_fields, element_products;
     update website_activity set version = version + 1, first_day = null`,
  );
});

describe.each(['pending', 'folded', 'half folded'])('while events are %s:', (state) => {
  let calls = 0;
  async function record(...events: unknown[]) {
    const recorded = await recordEvents(database, events, { now: NOW });
    calls += 1;
    if (state === 'folded' || (state === 'half folded' && calls % 2 === 1)) await fold();
    return recorded;
  }

  describe('an event', () => {
    test('counts at every level; a deeper id implies the ids above it', async () => {
      const result = await record(event({ type: 'conversion', element_id: 1000 }));
      expect(result).toEqual({ recorded: 1, repeated: 0, refused: [] });
      for (const [level, subject] of [
        ['website', 1],
        ['campaign', 1],
        ['variant', 10],
        ['step', 100],
        ['element', 1000],
      ] as const) {
        expect((await counts(level, subject)).conversions).toBe(1);
      }
    });

    test('without a campaign counts only for the website', async () => {
      await record(event());
      expect((await counts('website', 1)).views).toBe(1);
      expect((await counts('campaign', 1)).views).toBe(0);
    });

    test('of type view with an element counts for its step, not for the element', async () => {
      await record(event({ element_id: 1000 }));
      expect((await counts('step', 100)).views).toBe(1);
      expect((await counts('element', 1000)).views).toBe(0);
    });

    test('is counted once, regardless of its date and of the case of its id', async () => {
      const id = randomUUID();
      expect(await record(event({ event_id: id }), event({ event_id: id.toUpperCase() }))).toMatchObject({
        recorded: 1,
        repeated: 1,
      });
      const later = event({ event_id: id, type: 'order', revenue: 5, occurred_at: '2026-11-12T00:00:00Z' });
      expect(await record(later)).toMatchObject({ recorded: 0, repeated: 1 });
      expect(await counts('website', 1)).toMatchObject({ views: 1, orders: 0 });
    });

    test('is not a duplicate of an event with the same id on another website', async () => {
      const id = randomUUID();
      expect(await record(event({ event_id: id }), event({ event_id: id, website_id: 2 }))).toMatchObject({
        recorded: 2,
      });
    });

    test('counts on its UTC day', async () => {
      await record(
        event({ occurred_at: '2026-10-31T23:30:00-01:00' }),
        event({ occurred_at: '2026-11-01T00:30:00+01:00' }),
      );
      const { firstDay, lastDay = 0 } = await facts();
      expect([firstDay, lastDay].map(formatDay)).toEqual(['2026-10-31', '2026-11-01']);
    });

    test('is accepted up to five minutes in the future', async () => {
      const result = await record(
        event({ occurred_at: '2026-11-14T12:05:00Z' }),
        event({ occurred_at: '2026-11-14T12:05:01Z' }),
      );
      expect(result).toMatchObject({ recorded: 1, refused: [{ index: 1, code: 'future_event' }] });
    });

    test('of type order adds its exact revenue, or 0 without one', async () => {
      await record(
        ...Array.from({ length: 10 }, () => event({ type: 'order', revenue: 0.1 })),
        event({ type: 'order' }),
      );
      expect(await counts('website', 1)).toMatchObject({ orders: 11, revenueCents: 100n });
    });

    test('moves the first day of its website only backwards', async () => {
      await record(event({ occurred_at: '2026-11-05T00:00:00Z' }));
      await record(event({ occurred_at: '2026-11-03T00:00:00Z' }));
      await record(event({ occurred_at: '2026-11-09T00:00:00Z' }));
      expect(formatDay((await facts()).firstDay)).toBe('2026-11-03');
    });
  });

  describe('an invalid event is rejected with a reason, and the rest of its batch is recorded', () => {
    test.each<[string, unknown, string, string]>([
      ['not an object', 5, 'invalid_event', 'event'],
      ['null', null, 'invalid_event', 'event'],
      ['no event_id', event({ event_id: undefined }), 'invalid_event', 'event_id'],
      ['an unknown type', event({ type: 'click' }), 'invalid_event', 'type'],
      ['a website id as text', event({ website_id: '1' }), 'invalid_event', 'website_id'],
      ['a website id beyond 32 bits', event({ website_id: 2_147_483_648 }), 'invalid_event', 'website_id'],
      [
        'a visitor token that is not a UUID',
        event({ visitor_token: 'me' }),
        'invalid_event',
        'visitor_token',
      ],
      [
        'a date without offset',
        event({ occurred_at: '2026-11-10T09:30:00' }),
        'invalid_event',
        'occurred_at',
      ],
      ['an impossible date', event({ occurred_at: '2026-02-30T09:30:00Z' }), 'invalid_event', 'occurred_at'],
      ['a date before 1970', event({ occurred_at: '1969-12-31T23:59:59Z' }), 'invalid_event', 'occurred_at'],
      ['revenue on a view', event({ revenue: 5 }), 'invalid_event', 'revenue'],
      ['negative revenue', event({ type: 'order', revenue: -1 }), 'invalid_event', 'revenue'],
      ['revenue with three decimals', event({ type: 'order', revenue: 1.005 }), 'invalid_event', 'revenue'],
      [
        'fields without an element',
        event({
          type: 'submission',
          step_id: 100,
          fields: [{ field: 'a', field_type: 'radio', value: 'b' }],
        }),
        'invalid_event',
        'element_id',
      ],
      ['an unknown website', event({ website_id: 77 }), 'unknown_id', 'website 77'],
      ['a campaign of another website', event({ campaign_id: 2 }), 'unknown_id', 'campaign 2'],
      ['an element of another website', event({ element_id: 2000 }), 'unknown_id', 'element 2000'],
      [
        'a step of another variant',
        event({ variant_id: 11, step_id: 100 }),
        'mismatched_ids',
        'step 100 does not belong to variant 11',
      ],
      [
        'an element of another campaign',
        event({ campaign_id: 3, element_id: 1000 }),
        'mismatched_ids',
        'campaign 3',
      ],
    ])('%s', async (_, bad, code, reason) => {
      const result = await record(event(), bad, event());
      expect(result).toMatchObject({ recorded: 2, repeated: 0, refused: [{ index: 1, code }] });
      expect(result.refused[0]?.reason).toContain(reason);
      expect((await counts('website', 1)).views).toBe(2);
    });

    test('can be sent again with the same id after it is fixed', async () => {
      const id = randomUUID();
      await record(event({ event_id: id, type: 'nonsense' }));
      expect(await record(event({ event_id: id }))).toMatchObject({ recorded: 1 });
    });
  });

  describe('batches', () => {
    test('of parallel writers add up exactly and never deadlock', async () => {
      const visitors = Array.from({ length: 50 }, newVisitorToken);
      const shared = Array.from({ length: 40 }, (_, n) =>
        event({ website_id: 1 + (n % 2), visitor_token: visitors[n] }),
      );
      const batches = Array.from({ length: 12 }, (_, writer) => {
        const own = Array.from({ length: 20 }, (__, n) =>
          event({ website_id: 1 + ((writer + n) % 2), visitor_token: visitors[n] }),
        );
        return [...own, ...(writer % 2 === 0 ? shared : [...shared].reverse())];
      });
      const results = await Promise.all(batches.map((batch) => record(...batch)));
      expect(results.reduce((sum, result) => sum + result.recorded, 0)).toBe(12 * 20 + 40);
      const both = (await counts('website', 1)).views + (await counts('website', 2, 2)).views;
      expect(both).toBe(12 * 20 + 40);
    });

    test('are recorded completely or not at all', async () => {
      await database.sql.unsafe(
        `alter table pending_events add constraint no_orders check (type <> 'order')`,
      );
      const batch = [event(), event({ type: 'order', revenue: 1 })];
      await expect(record(...batch)).rejects.toThrow();
      await database.sql.unsafe(`alter table pending_events drop constraint no_orders`);
      expect(await database.sql`select 1 from event_ledger`).toHaveLength(0);
      expect(await record(...batch)).toMatchObject({ recorded: 2 });
    });
  });

  describe('field answers', () => {
    const answers = async (countType: 'distinct' | 'total') =>
      readElementFields(database.sql, { website: await facts(), elementId: 1001, window, countType });
    const submission = (fields: unknown, overrides = {}) =>
      event({ type: 'submission', element_id: 1001, fields, ...overrides });

    test('are stored by value for choices, each choice once, and never for free text', async () => {
      await record(
        submission([{ field: 'Size', field_type: 'radio', value: 'M' }]),
        submission([{ field: 'Size', field_type: 'radio', value: 'M' }]),
        submission([{ field: 'Size', field_type: 'radio', value: 'L' }]),
        submission([{ field: 'Likes', field_type: 'checkbox', value: 'tea, coffee, tea' }]),
        submission([{ field: 'Likes', field_type: 'multi_select', value: ['tea', 'milk'] }]),
        submission([{ field: 'Name', field_type: 'text', value: 'Jane Doe' }]),
      );
      expect(await answers('total')).toEqual([
        { field: 'Likes', field_type: 'checkbox', value: 'coffee', count: 1 },
        { field: 'Likes', field_type: 'multi_select', value: 'milk', count: 1 },
        { field: 'Likes', field_type: 'checkbox', value: 'tea', count: 1 },
        { field: 'Likes', field_type: 'multi_select', value: 'tea', count: 1 },
        { field: 'Size', field_type: 'radio', value: 'M', count: 2 },
        { field: 'Size', field_type: 'radio', value: 'L', count: 1 },
        { field: 'Name', field_type: 'text', value: null, count: 1 },
      ]);
      for (const table of ['element_fields', 'pending_events']) {
        const stored = await database.sql.unsafe(`select 1 from ${table} where ${table}::text like '%Jane%'`);
        expect(stored).toHaveLength(0);
      }
    });

    test('count visitors with count_type distinct', async () => {
      const visitor_token = newVisitorToken();
      const field = [{ field: 'Size', field_type: 'radio', value: 'M' }];
      await record(
        submission(field, { visitor_token }),
        submission(field, { visitor_token }),
        submission(field),
      );
      expect((await answers('distinct'))[0]?.count).toBe(2);
      expect((await answers('total'))[0]?.count).toBe(3);
    });

    test('are stored for up to 200 values per field and day, the rest under null, regardless of batches', async () => {
      const sent = Array.from({ length: 230 }, (_, n) =>
        submission([{ field: 'Code', field_type: 'dropdown', value: `v${n}` }]),
      );
      await record(...sent.slice(0, 150));
      await record(...sent.slice(150));
      const rows = await answers('total');
      expect(rows.filter((row) => row.value !== null)).toHaveLength(200);
      expect(rows.find((row) => row.value === null)?.count).toBe(30);
    });
  });

  test('products are summed as sent, highest revenue first, unknown ones under null', async () => {
    const order = (products: unknown) => event({ type: 'order', element_id: 1000, revenue: 30, products });
    await record(
      order([
        { value: 'Mug', selections: 2, orders: 1, revenue: 10.1 },
        { value: 'Hat', selections: 1, orders: 1, revenue: 19.9 },
      ]),
      order([
        { value: 'Mug', selections: 1, orders: 1, revenue: 10.2 },
        { value: null, selections: 4 },
      ]),
      order([{ value: 'Ant', selections: 4 }]),
    );
    expect(
      await readElementProducts(database.sql, { website: await facts(), elementId: 1000, window }),
    ).toEqual([
      { value: 'Mug', selections: 3, orders: 2, revenue: 20.3 },
      { value: 'Hat', selections: 1, orders: 1, revenue: 19.9 },
      { value: 'Ant', selections: 4, orders: 0, revenue: 0 },
      { value: null, selections: 4, orders: 0, revenue: 0 },
    ]);
  });
});

describe('callers at the same time', () => {
  const statements = async () => {
    const [row] = await database.sql`select count(distinct xmin::text)::int as count from pending_events`;
    return Number(row?.['count']);
  };

  test('share statements, and each event is new for one of them', async () => {
    const events = Array.from({ length: 60 }, () => event({ campaign_id: 1 }));
    // Each event is sent three times; every second caller also sends one of its own.
    const batches = [...events, ...events, ...events].map((each, index) =>
      index % 2 ? [each] : [each, event()],
    );
    const results = await Promise.all(batches.map((batch) => recordEvents(database, batch, { now: NOW })));
    for (const [index, { recorded, repeated }] of results.entries())
      expect(recorded + repeated).toBe(batches[index]?.length);
    // Which of its three callers is the first depends on which statement comes first: one of them is.
    for (const index of events.keys()) {
      const callers = [index, index + 60, index + 120];
      const own = index % 2 ? 0 : callers.length;
      expect(callers.reduce((sum, caller) => sum + (results[caller]?.recorded ?? 0), 0)).toBe(1 + own);
    }
    expect((await counts('website', 1)).views).toBe(60 + 90);
    expect(await statements()).toBeLessThan(batches.length / 4);
  });

  test('do not share one with callers for other websites', async () => {
    const record = (id: number) =>
      recordEvents(database, [event({ website_id: id })], { now: NOW, websiteIds: [trustedWebsiteId(id)] });
    await Promise.all([1, 2, 1, 2].map(record));
    const rows = await database.sql`
      select count(distinct website_id)::int as websites from pending_events group by xmin::text`;
    expect([...new Set(rows.map((row) => row['websites']))]).toEqual([1]);
  });

  test('do not fail because of the events of another one', async () => {
    await database.sql`alter table pending_events add constraint no_orders check (type <> 'order')`;
    const results = await Promise.allSettled(
      ['view', 'order', 'view', 'order', 'view'].map((type) =>
        recordEvents(database, [event({ type })], { now: NOW }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect((await counts('website', 1)).views).toBe(3);
    await database.sql`alter table pending_events drop constraint no_orders`;
  });
});
