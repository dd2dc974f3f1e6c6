import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { linesOf, viewOf, viewsOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';

const TABLES = ['websites', 'areas', 'campaigns', 'variants', 'steps', 'elements', 'accounts'];

let intake: IntakeApp;
let oak: string;
let tidewater: string;
beforeAll(async () => {
  intake = await startIntakeApp();
  const scopes = ['events:write', 'catalog:write'];
  ({ token: oak } = await intake.token({ websiteIds: [11, 12], scopes }));
  ({ token: tidewater } = await intake.token({ websiteIds: [21], scopes }));
});
afterAll(() => intake.stop());

/** Everything that is stored for websites other than these. */
async function contentsWithout(websiteIds: number[]): Promise<unknown> {
  const { sql } = intake.database;
  const contents: unknown[] = [];
  for (const table of TABLES) {
    const column = table === 'websites' ? 'id' : table === 'accounts' ? '-1' : 'website_id';
    contents.push(
      await sql.unsafe(
        `select to_jsonb(t) as row from ${table} t where ${column} <> all ('{${websiteIds.join(',')}}') order by 1`,
      ),
    );
  }
  return contents;
}

test('a batch that mixes tenants is refused by line, and each tenant gets only its own', async () => {
  const before = { oak: await totalsOf(intake.database, 11), tide: await totalsOf(intake.database, 21) };
  const mixed = [viewOf(11), viewOf(21), viewOf(12), viewOf(31), viewOf(999), viewOf(21)];
  const { body } = await intake.post(oak, mixed).expect(200);
  expect(body).toMatchObject({ recorded: 2, refused: 4 });
  expect(body.refusals).toEqual(
    [
      [2, 21],
      [4, 31],
      [5, 999],
      [6, 21],
    ].map(([line, id]) => ({
      line,
      code: 'foreign_website',
      // The same for a website that does not exist.
      reason: `website_id: this token may not write to website ${id}`,
    })),
  );
  const { body: theirs } = await intake.post(tidewater, linesOf(mixed), 'application/x-ndjson').expect(200);
  expect(theirs).toMatchObject({ recorded: 2, repeated: 0, refused: 4 });
  expect((await totalsOf(intake.database, 11)).views).toBe(before.oak.views + 1);
  expect((await totalsOf(intake.database, 21)).views).toBe(before.tide.views + 2);
});

test('an id of another tenant is unknown, whether or not it exists there', async () => {
  const events = [102, 9_999].map((campaign_id) => viewOf(11, { campaign_id }));
  const { body } = await intake.post(oak, events).expect(422);
  expect(body.refusals.map(({ reason }: { reason: string }) => reason)).toEqual([
    'campaign_id: website 11 has no campaign 102',
    'campaign_id: website 11 has no campaign 9999',
  ]);
});

test('two tenants may use the same event id', async () => {
  const [event] = viewsOf(1);
  await intake.post(oak, [event]).expect(200);
  const { body } = await intake.post(tidewater, [{ ...event, website_id: 21 }]).expect(200);
  expect(body).toMatchObject({ recorded: 1, repeated: 0 });
});

test('a catalog changes nothing of another tenant, whatever it contains', async () => {
  const before = await contentsWithout([21]);
  const attempts = [
    { websites: [{ id: 11, name: 'taken.example' }] },
    { websites: [{ id: 21, account_id: 1 }] },
    { websites: [{ id: 21, api_key: 'a-secret-key-of-website-11' }] },
    { websites: [{ id: 999, name: 'new.example' }] },
    { accounts: [{ id: 1, name: 'Taken' }] },
    { accounts: [{ id: 99, name: 'New' }] },
    { areas: [{ id: 501, website_id: 11, name: 'Taken' }] },
    { campaigns: [{ id: 101, website_id: 11, name: 'Taken' }] },
    {
      campaigns: [
        { id: 102, website_id: 21, name: 'Own' },
        { id: 101, website_id: 11, variants: [{ id: 201, name: 'Taken' }] },
      ],
    },
  ];
  const own = await intake.database.sql`select name from campaigns where website_id = 21`;
  for (const document of attempts) {
    const { body } = await intake.put(tidewater, document).expect(422);
    expect(body.code).toBe('invalid_catalog');
    expect(JSON.stringify(body)).not.toMatch(/oak|Spring|Header/);
  }
  expect(await contentsWithout([21])).toEqual(before);
  expect(await intake.database.sql`select name from campaigns where website_id = 21`).toEqual(own);
});

test('a catalog may use ids that another tenant has, without touching theirs', async () => {
  const before = await contentsWithout([21]);
  const campaign = { id: 101, website_id: 21, name: 'Spring tide', cta_type: 'bar', variants: [{ id: 201 }] };
  const { body } = await intake.put(tidewater, { campaigns: [campaign] }).expect(200);
  expect(body).toMatchObject({ campaigns: 1, variants: 1 });
  expect(await contentsWithout([21])).toEqual(before);
});
