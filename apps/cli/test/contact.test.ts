import { visitorKey } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { catalog } from './support/events.ts';
import { run } from './support/run.ts';

const ANN = '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f';
const BEN = '0190c3f2-7b1e-7cc3-98c4-dc0c0c07390a';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await command(['catalog', '-'], JSON.stringify(catalog));
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  const { sql } = testDatabase.database;
  await sql`delete from contacts`;
  await sql`delete from pending_events`;
  await sql`
    insert into contacts (website_id, visitor_token, email, phone, name) values
    (1, ${ANN}, 'ann@example.com', '+4712345678', 'Ann'), (2, ${ANN}, 'ann@example.com', null, 'Ann too'),
    (1, ${BEN}, 'ben@example.com', null, 'Ben')`;
  await sql`
    insert into pending_events (website_id, revision, day, type, visitor) values
    (1, 1, '2026-11-14', 'view', ${visitorKey(ANN)}), (1, 1, '2026-11-14', 'conversion', ${visitorKey(ANN)}),
    (1, 1, '2026-11-14', 'view', ${visitorKey(BEN)})`;
});

const command = (args: string[], stdin = '') => run(args, { databaseUrl: testDatabase.url, cwd: '/', stdin });

const people = async () =>
  (await testDatabase.database.sql`select name from contacts order by name`).map((row) =>
    String(row['name']),
  );
const visitors = async () =>
  (await testDatabase.database.sql`select visitor from pending_events order by id`).map((row) =>
    Number(row['visitor']),
  );

test.each([' Ann@Example.com ', '0047 1234 5678', ANN.toUpperCase()])(
  'exports the person by %s',
  async (who) => {
    const { status, stdout, stderr } = await command(['contact', 'export', who]);
    expect(status).toBe(0);
    const data = JSON.parse(stdout) as { contacts: { name: string }[]; pendingEvents: unknown[] };
    expect(data.contacts[0]).toMatchObject({ name: 'Ann', email: 'ann@example.com', visitor_token: ANN });
    expect(data.contacts.map(({ name }) => name)).not.toContain('Ben');
    expect(data.pendingEvents).toHaveLength(2);
    expect(stderr).toMatch(/^(1 contact|2 contacts) and 2 events not counted yet\.\n$/);
  },
);

test('erases the person on all websites, and keeps the counts and everybody else', async () => {
  const before = await visitors();
  expect((await command(['contact', 'erase', 'ann@example.com'])).stderr).toMatch(
    /2 contacts and 2 events .* would be erased\. Nothing was changed\. Add --yes/,
  );
  expect(await people()).toEqual(['Ann', 'Ann too', 'Ben']);
  expect((await command(['contact', 'erase', 'ann@example.com', '--yes'])).stderr).toBe(
    'Erased 2 contacts; 2 events without a visitor now.\n',
  );
  expect(await people()).toEqual(['Ben']);
  const [view, conversion, ben] = await visitors();
  expect([view, ben]).toEqual([conversion, before[2]]);
  expect(view).not.toBe(before[0]);
  const { stdout } = await command(['contact', 'export', ANN]);
  expect(JSON.parse(stdout)).toEqual({ contacts: [], pendingEvents: [] });
  const events = await testDatabase.database.sql`
    select website_ids as websites, details::text as details from security_events where kind = 'contact_deleted' order by id`;
  expect(events).toEqual([
    { websites: [1], details: '{}' },
    { websites: [2], details: '{}' },
  ]);
});

test('is limited to a website', async () => {
  await command(['contact', 'erase', 'ann@example.com', '--website', '2', '--yes']);
  expect(await people()).toEqual(['Ann', 'Ben']);
});

test.each<[string[], RegExp]>([
  [['contact'], /Say export or erase/],
  [['contact', 'export'], /Pass one e-mail, phone or visitor token/],
  [
    ['contact', 'erase', 'everybody', '--yes'],
    /everybody is neither an e-mail nor a phone nor a visitor token/,
  ],
  [['contact', 'erase', 'ann@example.com', '--website', '99', '--yes'], /There is no website 99/],
  [['contact', 'erase', 'ann@example.com', '--website', 'x'], /x is not a website id/],
])('refuses %j', async (args, message) => {
  const result = await command(args);
  expect(result).toMatchObject({ status: 2, stdout: '' });
  expect(result.stderr).toMatch(message);
  expect(await people()).toHaveLength(3);
});
