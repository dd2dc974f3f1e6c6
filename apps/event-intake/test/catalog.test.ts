import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { viewOf } from './support/shop-events.ts';
import request from 'supertest';

let intake: IntakeApp;
let token: string;
beforeAll(async () => {
  intake = await startIntakeApp();
  const scopes = ['events:write', 'catalog:write'];
  ({ token } = await intake.token({ websiteIds: [11], scopes }));
});
afterAll(() => intake.stop());

const NEW_CAMPAIGN = {
  id: 150,
  website_id: 11,
  name: 'Autumn quiz',
  cta_type: 'inline',
  variants: [{ id: 250, steps: [{ id: 350, elements: [{ id: 450, element_type: 'quiz' }] }] }],
};
const NONE = { websites: 0, areas: 0, campaigns: 0, variants: 0, steps: 0, elements: 0, warnings: [] };

test('adds a campaign with all its parts, and events for it count at once', async () => {
  const { body } = await intake.put(token, { campaigns: [NEW_CAMPAIGN] }).expect(200);
  expect(body).toEqual({ ...NONE, campaigns: 1, variants: 1, steps: 1, elements: 1 });
  const { body: sent } = await intake.post(token, [viewOf(11, { element_id: 450 })]).expect(200);
  expect(sent).toMatchObject({ recorded: 1, refused: 0 });
});

test('the audit log says who changed it, and not who failed to', async () => {
  const { sql } = intake.database;
  const changes = () => sql<{ websites: number[]; address: string }[]>`
    select website_ids as websites, address from security_events where kind = 'catalog_changed' order by id`;
  const before = (await changes()).length;
  await intake.put(token, { campaigns: [{ id: 101, website_id: 11, status: 7 }] }).expect(422);
  expect(await changes()).toHaveLength(before);
  await intake.put(token, { campaigns: [{ id: 101, website_id: 11, name: 'Spring quiz' }] }).expect(200);
  expect((await changes()).slice(before)).toEqual([{ websites: [11], address: '127.0.0.1' }]);
});

test('changes the website, its areas and campaigns, and leaves the rest as it is', async () => {
  const { sql } = intake.database;
  const read = async () => (await sql`select * from websites where id = 11`)[0] ?? {};
  const before = await read();
  const document = {
    websites: [{ id: 11, name: 'renamed.oak.example', brand: 'Oak' }],
    areas: [{ id: 501, website_id: 11, name: 'Top' }],
    campaigns: [{ id: 101, website_id: 11, status: 'archived' }],
  };
  const { body } = await intake.put(token, document).expect(200);
  expect(body).toEqual({ ...NONE, websites: 1, areas: 1, campaigns: 1 });
  const after = await read();
  expect(after).toEqual({
    ...before,
    name: 'renamed.oak.example',
    brand: 'Oak',
    updated_at: after['updated_at'],
  });
  expect(await sql`select name, status from campaigns where website_id = 11 and id = 101`).toEqual([
    { name: 'Spring quiz', status: 'archived' },
  ]);
  expect(await sql`select name from areas where website_id = 11 and id = 501`).toEqual([{ name: 'Top' }]);
});

test('does not relabel the revenue of a website with another currency', async () => {
  const { body } = await intake.put(token, { websites: [{ id: 11, currency: 'GBP' }] }).expect(422);
  expect(body.problems).toEqual([
    expect.stringMatching(/^websites\[0\]\.currency: website 11 has events in EUR, which GBP would relabel/),
  ]);
  await intake.put(token, { websites: [{ id: 11, currency: 'EUR' }] }).expect(200);
});

test('accepts gzip, and names unknown keys', async () => {
  const document = { areas: [{ id: 502, website_id: 11, colour: 'red' }] };
  const { body } = await request(intake.url)
    .put('/v1/catalog')
    .set({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    .serialize((bytes: Buffer) => bytes as unknown as string)
    .send(gzipSync(JSON.stringify(document)))
    .expect(200);
  expect(body).toEqual({ ...NONE, areas: 1, warnings: ['areas[0].colour: unknown key, ignored'] });
});

test('a tenant may not set what belongs to the operator', async () => {
  const website = {
    id: 11,
    premium: true,
    plan_type: 'gold',
    support: true,
    active: false,
    name: 'New name',
  };
  const { body } = await intake.put(token, { websites: [website] }).expect(422);
  expect(body).toMatchObject({ code: 'invalid_catalog' });
  const problems = JSON.stringify(body);
  for (const field of ['premium', 'plan_type', 'support', 'active'])
    expect(problems).toContain(`websites[0].${field}: this token may not change it`);
  expect(problems).not.toContain('websites[0].name');
});

test('lists everything that the token may not write, each with its path, and writes nothing', async () => {
  const document = {
    accounts: [{ id: 1, name: 'Taken' }],
    websites: [
      { id: 11, name: 'x.example', account_id: 2, api_key: 'a-new-secret-key' },
      { id: 12, name: 'journal.example' },
    ],
    areas: [{ id: 600, website_id: 21, name: 'A' }],
    campaigns: [
      { ...NEW_CAMPAIGN, id: 160 },
      { ...NEW_CAMPAIGN, id: 161, website_id: 999 },
    ],
  };
  const { body } = await intake.put(token, document).expect(422);
  expect(body).toMatchObject({
    code: 'invalid_catalog',
    detail: 'The document has 6 problems. Nothing was written.',
    problems: [
      'accounts[0]: this token may not write accounts',
      'websites[0].account_id: this token may not change it',
      'websites[0].api_key: this token may not change it',
      'websites[1].id: this token may not write to website 12',
      'areas[0].website_id: this token may not write to website 21',
      'campaigns[1].website_id: this token may not write to website 999',
    ],
  });
  expect(await intake.database.sql`select 1 from campaigns where id = 160`).toEqual([]);
});

test.each<[string, object, string]>([
  ['a wrong type', { areas: [{ id: 'x', website_id: 11 }] }, 'areas[0].id must be a whole number'],
  [
    'a new campaign without a name',
    { campaigns: [{ id: 170, website_id: 11, cta_type: 'bar' }] },
    'campaigns[0].name: required for the new campaign 170',
  ],
  [
    'a variant of another campaign',
    { campaigns: [{ id: 103, website_id: 11, variants: [{ id: 201 }] }] },
    'campaigns[0].variants[0].id: variant 201 belongs to campaign 101 and cannot move to another',
  ],
  [
    'the same id twice',
    {
      areas: [
        { id: 510, website_id: 11, name: 'A' },
        { id: 510, website_id: 11, name: 'B' },
      ],
    },
    'areas[1].id: duplicate area 510',
  ],
])('rejects %s', async (_what, document, problem) => {
  const { body } = await intake.put(token, document).expect(422);
  expect(body.problems).toEqual([expect.stringContaining(problem)]);
});

test.each<[number, string, string]>([
  [400, 'invalid_json', '{"campaigns": ['],
  [400, 'invalid_json', ''],
  [422, 'invalid_catalog', '[]'],
  [422, 'invalid_catalog', 'null'],
])('answers %d %s to a body that is not a document: %j', async (status, code, text) => {
  const { body } = await intake.put(token, text).expect(status);
  expect(body.code).toBe(code);
});

test('lists at most 1,000 problems', async () => {
  const { body } = await intake.put(token, { areas: Array.from({ length: 1_500 }, () => ({})) }).expect(422);
  expect(body.problems).toHaveLength(1_000);
  expect(body.detail).toMatch(/^The document has more than 1000 problems; the first 1000 are listed\./);
});
