import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { linesOf, viewOf, viewsOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';
import request from 'supertest';

const NDJSON = 'application/x-ndjson';
const NONE = { repeated: 0, refused: 0, refusals: [] };

let intake: IntakeApp;
let token: string;
beforeAll(async () => {
  intake = await startIntakeApp();
  ({ token } = await intake.token({ websiteIds: [11] }));
});
afterAll(() => intake.stop());

const views = async () => (await totalsOf(intake.database, 11)).views;

test('records a JSON array, and the next report has it', async () => {
  const before = await totalsOf(intake.database, 11);
  const order = viewOf(11, { type: 'order', element_id: 401, revenue: 12.5 });
  const { body, headers } = await intake.post(token, [viewOf(), order]).expect(200);
  expect(body).toEqual({ recorded: 2, ...NONE });
  expect(headers['cache-control']).toBe('no-store');
  expect(await totalsOf(intake.database, 11)).toEqual({
    views: before.views + 1,
    orders: before.orders + 1,
    revenue: before.revenue + 12.5,
  });
});

test('records lines, with or without a newline at the end, blank lines and a byte order mark', async () => {
  const before = await views();
  for (const text of [
    linesOf(viewsOf(2)),
    linesOf(viewsOf(2)).trimEnd(),
    `\uFEFF${linesOf(viewsOf(1))}\r\n\n${linesOf(viewsOf(1))}`,
  ]) {
    expect((await intake.post(token, text, NDJSON).expect(200)).body).toEqual({ recorded: 2, ...NONE });
  }
  expect(await views()).toBe(before + 6);
});

test.each([
  ['application/json', (events: object[]) => JSON.stringify(events, null, 2)],
  [NDJSON, linesOf],
])('accepts %s compressed with gzip, with a charset', async (type, format) => {
  const response = await request(intake.url)
    .post('/v1/events')
    .set({ Authorization: `Bearer ${token}`, 'Content-Type': `${type}; charset=UTF-8` })
    .set('Content-Encoding', 'gzip')
    .serialize((body: Buffer) => body as unknown as string)
    .send(gzipSync(format(viewsOf(1_500))))
    .expect(200);
  expect(response.body).toEqual({ recorded: 1_500, ...NONE });
});

test('counts an event once, however often and in whichever format it is sent', async () => {
  const events = viewsOf(3);
  const before = await views();
  await intake.post(token, [...events, events[0]]).expect(200);
  const again = await intake.post(token, linesOf(events), NDJSON).expect(200);
  expect(again.body).toEqual({ ...NONE, recorded: 0, repeated: 3 });
  expect(await views()).toBe(before + 3);
});

test('an empty array is fine', async () => {
  expect((await intake.post(token, []).expect(200)).body).toEqual({ recorded: 0, ...NONE });
});

test('refuses lines with their number, a code and a reason, and records the others', async () => {
  const good = viewOf();
  const lines = [
    JSON.stringify(good),
    '',
    '{broken',
    JSON.stringify(viewOf(11, { type: 'smile' })),
    JSON.stringify(viewOf(11, { occurred_at: '2026-11-14T12:05:01Z' })),
    JSON.stringify(viewOf(11, { campaign_id: 999 })),
    JSON.stringify(viewOf(11, { campaign_id: 103, element_id: 401 })),
    JSON.stringify(viewOf(21)),
    JSON.stringify(viewOf(11, { note: 'x'.repeat(300_000) })),
    '42',
    JSON.stringify(good),
  ];
  const { body } = await intake.post(token, lines.join('\n'), NDJSON).expect(200);
  expect(body).toMatchObject({ recorded: 1, repeated: 1, refused: 8 });
  expect(body.refusals.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
    [3, 'invalid_json'],
    [4, 'invalid_event'],
    [5, 'future_event'],
    [6, 'unknown_id'],
    [7, 'mismatched_ids'],
    [8, 'foreign_website'],
    [9, 'line_too_long'],
    [10, 'invalid_event'],
  ]);
  expect(body.refusals[5].reason).toBe('website_id: this token may not write to website 21');
});

test('in an array, the line of a refusal is the position, from 1, over all pieces', async () => {
  const events: unknown[] = viewsOf(2_500);
  events[0] = null;
  events[2_400] = { ...viewOf(), visitor_token: 'nobody' };
  const { body } = await intake.post(token, events).expect(200);
  expect(body).toMatchObject({ recorded: 2_498, refused: 2 });
  expect(body.refusals).toMatchObject([
    { line: 1, code: 'invalid_event' },
    { line: 2_401, code: 'invalid_event', reason: expect.stringContaining('visitor_token') },
  ]);
});

test('lists the first 1,000 refusals, counts all, and keeps reasons short', async () => {
  const fields = Array.from({ length: 400 }, () => ({}));
  const events = [
    ...Array.from({ length: 1_200 }, () => ({})),
    viewOf(11, { element_id: 401, fields }),
    viewOf(),
  ];
  const { body } = await intake.post(token, events).expect(200);
  expect(body).toMatchObject({ recorded: 1, refused: 1_201, refusals_omitted: 201 });
  expect(body.refusals).toHaveLength(1_000);
  const { body: long } = await intake.post(token, events.slice(-2)).expect(200);
  expect(long.refusals[0].reason).toBe(
    'fields[0].field is missing; fields[0].field_type is missing; fields[1].field is missing; and 797 more',
  );
});

test.each([
  ['application/json', (events: object[]) => JSON.stringify(events)],
  [NDJSON, linesOf],
])(
  'answers 422 if every event of %s is refused, with all that the answer of a batch has',
  async (type, format) => {
    const refused = [viewOf(11, { type: 'smile', colour: 'red' }), viewOf(21)];
    const { body, headers } = await intake.post(token, format(refused), type).expect(422);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body).toMatchObject({
      type: 'urn:funnel:problem:events_refused',
      code: 'events_refused',
      status: 422,
      detail: expect.stringMatching(/^All 2 events were refused. refusals has the reasons/),
      recorded: 0,
      repeated: 0,
      refused: 2,
      refusals: [
        { line: 1, code: 'invalid_event' },
        { line: 2, code: 'foreign_website' },
      ],
      ignored_keys: { colour: 1 },
    });
  },
);

test('answers 200 if one event of a batch was recorded, now or before', async () => {
  const good = viewOf();
  for (const outcome of [{ recorded: 1 }, { repeated: 1 }]) {
    const { body } = await intake.post(token, [viewOf(21), good]).expect(200);
    expect(body).toMatchObject({ ...outcome, refused: 1 });
  }
});

test('refuses the amounts of another currency, and says why a refund is not counted', async () => {
  const before = await totalsOf(intake.database, 11);
  const events = [
    viewOf(11, { type: 'order', revenue: 12, currency: 'JPY' }),
    viewOf(11, { type: 'order', revenue: -12 }),
    viewOf(11, { type: 'order', revenue: 3, currency: 'EUR' }),
  ];
  const { body } = await intake.post(token, events).expect(200);
  expect(body).toMatchObject({
    recorded: 1,
    refusals: [
      { line: 1, code: 'wrong_currency', reason: 'currency is JPY, but website 11 reports in EUR' },
      {
        line: 2,
        code: 'invalid_event',
        reason: expect.stringMatching(
          /^revenue must be at least 0: .* see docs\/how-to\/send-events\.md#refunds$/,
        ),
      },
    ],
  });
  expect((await totalsOf(intake.database, 11)).revenue).toBe(before.revenue + 3);
});

test('counts the keys that it ignores, over all pieces, and has no such member without any', async () => {
  const events = Array.from({ length: 2_500 }, (_, n) => viewOf(11, n % 2 ? { revnue: n } : {}));
  const { body } = await intake.post(token, events).expect(200);
  expect(body).toEqual({ recorded: 2_500, ...NONE, ignored_keys: { revnue: 1_250 } });
  const { body: clean } = await intake.post(token, [viewOf()]).expect(200);
  expect(clean).toEqual({ recorded: 1, ...NONE });
});

test('counts events by outcome in the metrics', async () => {
  const { text } = await request(intake.url).get('/metrics').expect(200);
  for (const outcome of ['recorded', 'repeated', 'refused'])
    expect(text).toMatch(new RegExp(`^events_total\\{outcome="${outcome}".*\\} [1-9]`, 'm'));
});

test('logs neither tokens nor events', async () => {
  const visitor = viewOf(11, { type: 'smile' });
  await intake.post(token, [visitor]).expect(422);
  expect(intake.logged()).toContain('/v1/events');
  expect(intake.logged()).not.toContain(token);
  const tokenId = createHash('sha256').update(token).digest('hex').slice(0, 8);
  const facts = `"address":"127.0.0.1","tokenId":"${tokenId}","client":"funnel-tokens","websites":[11]`;
  expect(intake.logged()).toContain(facts);
  expect(intake.logged()).not.toContain(visitor.visitor_token);
});
