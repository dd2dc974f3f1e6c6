import { randomBytes, randomUUID } from 'node:crypto';
import { importCatalog, recordEvents } from '@funnel/ingest';
import { loadDemo } from '@funnel/demo';
import { formatDay, LEVELS, parseDay, trustedWebsiteId } from '@funnel/domain';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lastFullWeek, snapshotWebsite, type SnapshotOptions } from '@funnel/insights';
import type { ToolName } from '../../src/index.ts';
import { ask, type Query } from '../support/ask.ts';
import { recountWeek, subjectKey } from '../support/recount-week.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const WEEK = lastFullWeek(NOW);
const [FIRST, LAST] = [formatDay(WEEK), formatDay(WEEK + 6)];
const [OAK, LEDGER, TIDE] = [1, 2, 3] as const;
const QUIET = 900;
const encryptionKey = new Uint8Array(randomBytes(32));

let db: TestDatabase;

const write = (websiteId: number, options: Partial<SnapshotOptions> = {}, week = WEEK) =>
  snapshotWebsite(
    db.database,
    { websiteId: trustedWebsiteId(websiteId), week },
    { replace: false, ...options },
  );
const report = (tool: ToolName, raw: Query) =>
  ask({ database: db.database, websiteIds: [OAK, LEDGER, TIDE, QUIET], now: NOW }, tool, raw);
const itemsOf = async (websiteId: number): Promise<string[]> =>
  (await report('get_website_insights', { website_id: websiteId })).data.ai_recommendations.items;

beforeAll(async () => {
  db = await createTestDatabase();
  await loadDemo(db.database, { now: NOW, encryptionKey, days: 20 });
  await importCatalog(
    db.database,
    {
      accounts: [{ id: 900, name: 'Quiet' }],
      websites: [{ id: QUIET, account_id: 900, name: 'quiet.example' }],
    },
    { encryptionKey, now: NOW },
  );
  for (const websiteId of [OAK, LEDGER, TIDE]) expect((await write(websiteId)).outcome).toBe('written');
});
afterAll(() => db.drop());

describe('the stored metrics', () => {
  test('are the distinct counts of the raw events, for every subject of the week', async () => {
    const rows = await db.database.sql`
      select website_id, level, subject_id, views, conversions, completions, submissions, subscribes, orders, revenue
      from insights_metrics where week = ${FIRST}::text::date`;
    const frozen = new Map(
      rows.map(({ website_id, level, subject_id, revenue, ...counts }) => [
        subjectKey(website_id, LEVELS.find((word) => word[0] === level) ?? 'website', subject_id),
        {
          ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
          cents: Math.round(Number(revenue) * 100),
        },
      ]),
    );
    const raw = recountWeek(NOW, WEEK);
    expect(raw.size).toBeGreaterThan(100);
    expect(Object.fromEntries(frozen)).toEqual(Object.fromEntries(raw));
  });

  test('include the viewers and the revenue of the website', async () => {
    const { performance } = (await report('get_website_insights', { website_id: OAK })).data
      .performance_snapshot;
    const raw = recountWeek(NOW, WEEK).get(subjectKey(OAK, 'website', OAK));
    expect(performance).toEqual({ viewers: raw?.views, revenue: (raw?.cents ?? 0) / 100 });
    expect(performance.revenue).toBeGreaterThan(0);
  });
});

describe('the recommendations', () => {
  test('name the broken campaign of the demo first', async () => {
    const text = (await itemsOf(LEDGER)).find((item) => item.includes('“Book a demo”'));
    expect(text).toMatch(/conver/);
    expect((await itemsOf(LEDGER))[0]).toBe(text);
  });

  test('name the winning variant, and no other', async () => {
    const all = (await Promise.all([OAK, LEDGER, TIDE].map(itemsOf))).flat();
    const winners = all.filter((item) => item.includes('Send all traffic to '));
    expect(winners).toHaveLength(1);
    expect(winners[0]).toMatch(/^“Heritage bedding launch”: B “Room photo first” beats A/);
  });

  test('are three to seven texts for a website with traffic', async () => {
    for (const websiteId of [OAK, LEDGER, TIDE]) {
      const items = await itemsOf(websiteId);
      expect(items.length).toBeGreaterThanOrEqual(3);
      expect(items.length).toBeLessThanOrEqual(7);
    }
  });

  test('are one sentence for a website without traffic', async () => {
    expect((await write(QUIET)).outcome).toBe('written');
    const { data } = await report('get_website_insights', { website_id: QUIET });
    expect(data.week).toBe(FIRST);
    expect(data.performance_snapshot.performance).toEqual({ revenue: 0, viewers: 0 });
    expect(data.ai_recommendations.items).toEqual([expect.stringMatching(/^No visitors saw a campaign/)]);
  });
});

describe('a written snapshot', () => {
  const questions: [ToolName, Query][] = [
    ['get_website_report', {}],
    ['list_campaigns', {}],
    ['get_campaign_report', { id: 103 }],
    ['get_variant_report', { id: 1031 }],
    ['list_experiments', {}],
  ];

  test('gives insights_week the same data as a custom range of that week', async () => {
    for (const [tool, raw] of questions) {
      const frozen = await report(tool, { website_id: OAK, timeframe: 'insights_week', ...raw });
      const custom = { timeframe: 'custom', range_start: FIRST, range_end: LAST };
      const live = await report(tool, { website_id: OAK, ...custom, ...raw });
      expect(frozen.data).toEqual(live.data);
      expect(frozen.timeframe).toEqual({ ...live.timeframe, selected: 'insights_week' });
    }
  });

  test('does not change insights_week when late events arrive', async () => {
    const before = await Promise.all(
      questions.map(([tool, raw]) => report(tool, { website_id: OAK, timeframe: 'insights_week', ...raw })),
    );
    const custom = { website_id: OAK, timeframe: 'custom', range_start: FIRST, range_end: LAST };
    const viewsOf = async () => (await report('get_website_report', custom)).data.metrics.views;
    const viewsBefore = await viewsOf();
    await recordEvents(
      db.database,
      Array.from({ length: 50 }, () => ({
        event_id: randomUUID(),
        type: 'view',
        website_id: OAK,
        campaign_id: 103,
        visitor_token: newVisitorToken(),
        occurred_at: `${FIRST}T10:00:00Z`,
      })),
      { now: NOW },
    );
    expect(await viewsOf()).toBe(viewsBefore + 50);
    for (const more of [{}, { count_type: 'total' }, { previous_period: true }]) {
      for (const [index, [tool, raw]] of questions.entries()) {
        const query = { website_id: OAK, timeframe: 'insights_week', ...raw, ...more };
        expect(await report(tool, query)).toEqual(before[index]);
      }
    }
  });

  test('is kept by another run, or replaced on request', async () => {
    const dump = () => db.database.sql`
      select s.website_id, s.week::text, s.viewers, s.recommendations, s.updated_at,
        (select count(*)::int from insights_metrics m where m.website_id = s.website_id and m.week = s.week) as metrics,
        (select version::int from website_activity a where a.website_id = s.website_id) as version
      from insights_snapshots s order by s.website_id`;
    const before = await dump();
    expect((await write(OAK)).outcome).toBe('kept');
    expect(await dump()).toEqual(before);
    expect((await write(OAK, { replace: true })).outcome).toBe('written');
    const after = await dump();
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).toMatchObject({
      viewers: String(Number(before[0]?.['viewers']) + 50),
      metrics: before[0]?.['metrics'],
      version: before[0]?.['version'] + 1,
    });
  });

  test('is complete after many concurrent runs', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => write(TIDE, { replace: n % 2 === 0 })),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'written').length).toBeGreaterThanOrEqual(6);
    const [{ snapshots, metrics } = {}] = await db.database.sql`select
      (select count(*)::int from insights_snapshots where website_id = ${TIDE}) as snapshots,
      (select count(*)::int from insights_metrics where website_id = ${TIDE}) as metrics`;
    const prefix = `${TIDE} `;
    const subjects = [...recountWeek(NOW, WEEK).keys()].filter((key) => key.startsWith(prefix)).length;
    expect({ snapshots, metrics }).toEqual({ snapshots: 1, metrics: subjects });
  });

  test('is written completely or not at all', async () => {
    const other = parseDay('2026-10-26') ?? 0;
    await db.database.sql`alter table insights_metrics add constraint never check (week <> '2026-10-26')`;
    try {
      await expect(write(OAK, {}, other)).rejects.toThrow('never');
    } finally {
      await db.database.sql`alter table insights_metrics drop constraint never`;
    }
    const rows = await db.database.sql`select week from insights_snapshots where week = '2026-10-26'`;
    expect(rows).toHaveLength(0);
    expect((await write(OAK, {}, other)).outcome).toBe('written');
  });
});

test('reports a website that does not exist, and writes nothing', async () => {
  expect((await write(4_711)).outcome).toBe('no_such_website');
  expect(await db.database.sql`select 1 from insights_snapshots where website_id = 4711`).toHaveLength(0);
});
