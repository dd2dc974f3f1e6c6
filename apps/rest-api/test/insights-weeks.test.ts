import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { raiseDataVersion } from '@funnel/db';
import { formatDay, parseDay, trustedWebsiteId } from '@funnel/domain';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const WEBSITE = 11;
const WEEKS = '/beyond-v1/website/insights/weeks';
const WEEK = '/beyond-v1/website/insights';

let rest: RestApp;
let token: string;
let newest: string;
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [WEBSITE] }));
  newest = (await rest.get(token, '/reports/website/insights').expect(200)).body.data.week;
  await addSnapshots(WEBSITE, 110);
  await addSnapshots(12, 2);
});
afterAll(() => rest.stop());

const weeksBefore = (count: number) => formatDay((parseDay(newest) ?? 0) - 7 * count);

/** Snapshots of the weeks before the newest one. */
async function addSnapshots(websiteId: number, count: number): Promise<void> {
  const { sql, orm } = rest.database;
  for (let back = 1; back <= count; back++) {
    const items = JSON.stringify([`Of website ${websiteId}, ${back} before`]);
    await sql`insert into insights_snapshots (website_id, week, viewers, revenue, recommendations)
      values (${websiteId}, ${weeksBefore(back)}::text::date, ${back}, '12.50', ${items}::text::jsonb)`;
  }
  await raiseDataVersion(orm, [trustedWebsiteId(websiteId)]);
}

test('an earlier week has the body of the insights report', async () => {
  const v1 = await rest.get(token, '/reports/website/insights').expect(200);
  for (const path of [WEEK, `${WEEK}?week=${newest}`])
    expect((await rest.get(token, path).expect(200)).text).toBe(v1.text);
  const { body } = await rest.get(token, `${WEEK}?week=${weeksBefore(3)}`).expect(200);
  expect(body).toEqual({
    ...v1.body,
    data: {
      week: weeksBefore(3),
      performance_snapshot: { performance: { revenue: 12.5, viewers: 3 } },
      ai_recommendations: { items: ['Of website 11, 3 before'] },
    },
  });
});

test('the weeks are listed newest first, two years on a page', async () => {
  const first = await rest.get(token, WEEKS).expect(200);
  expect(first.body).toMatchObject({
    report: 'website_insights_weeks',
    website: { id: WEBSITE },
    data: { pagination: { page: 1, per_page: 104, total_entries: 111, total_pages: 2 } },
  });
  const all = Array.from({ length: 111 }, (_, index) => weeksBefore(index));
  expect(first.body.data.weeks).toEqual(all.slice(0, 104));
  const second = await rest.get(token, `${WEEKS}?page=2`).expect(200);
  expect(second.body.data.weeks).toEqual(all.slice(104));
  const past = await rest.get(token, `${WEEKS}?page=9&per_page=500`).expect(200);
  expect(past.body.data).toEqual({
    weeks: [],
    pagination: { page: 9, per_page: 104, total_entries: 111, total_pages: 2 },
  });
  expect(past.headers['funnel-notes']).toBe('unused_parameter; name=per_page');
});

test('a week without a snapshot is 404, and says where the weeks are', async () => {
  const { body } = await rest.get(token, `${WEEK}?week=2019-12-30`).expect(404);
  expect(body).toMatchObject({
    code: 'not_found',
    parameter: 'week',
    detail: `This website has no insights snapshot of this week. The newest is that of ${newest}; the list of insights weeks has all of them.`,
  });
  const { token: without } = await rest.token({ websiteIds: [21] });
  const none = await rest.get(without, WEEK).expect(404);
  expect(none.body.detail).toContain('This website has no insights snapshot yet.');
  expect((await rest.get(without, WEEKS).expect(200)).body.data.weeks).toEqual([]);
});

test('a future week says what today is', async () => {
  const { body } = await rest.get(token, `${WEEK}?week=2027-01-04`).expect(422);
  expect(body).toMatchObject({
    code: 'invalid_week',
    parameter: 'week',
    detail: 'week must not be in the future: today is 2026-11-14 (UTC).',
  });
});

test('a token sees the weeks of its own websites only', async () => {
  const { token: other } = await rest.token({ websiteIds: [12] });
  const { body } = await rest.get(other, `${WEEK}?week=${weeksBefore(1)}`).expect(200);
  expect(body.data.ai_recommendations.items).toEqual(['Of website 12, 1 before']);
  await rest.get(other, `${WEEK}?week=${weeksBefore(3)}`).expect(404);
  await rest.get(other, `${WEEK}?website_id=11`).expect(404);
});

test('a matching ETag skips the answer until a snapshot is written', async () => {
  const path = `${WEEK}?week=${weeksBefore(2)}`;
  const { headers } = await rest.get(token, path).expect(200);
  const again = () => rest.get(token, path).set('If-None-Match', headers['etag'] ?? '');
  await again().expect(304);
  await raiseDataVersion(rest.database.orm, [trustedWebsiteId(WEBSITE)]);
  await again().expect(200);
});

test('the paths are beside v1, not below it', async () => {
  for (const path of ['/website/insights', '/website/insights/weeks'])
    await rest.get(token, path).expect(404);
});
