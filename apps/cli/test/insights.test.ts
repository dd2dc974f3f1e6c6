import { randomBytes } from 'node:crypto';
import { importCatalog } from '@funnel/ingest';
import { loadDemo } from '@funnel/demo';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { run } from './support/run.ts';

const NOW = '2026-11-15T12:00:00Z';
const encryptionKey = new Uint8Array(randomBytes(32));
let db: TestDatabase;

const insights = (...args: string[]) =>
  run(['insights', ...args], { databaseUrl: db.url, cwd: '/', env: { NOW } });
const weeks = async () =>
  (
    await db.database.sql`select website_id, week::text from insights_snapshots order by week, website_id`
  ).map(({ website_id, week }) => `${week} ${website_id}`);

beforeAll(async () => {
  db = await createTestDatabase();
  await loadDemo(db.database, { now: new Date(NOW), encryptionKey, days: 20 });
});
afterAll(() => db.drop());

test.each([
  [['--week', '2026-11-03'], /2026-11-03 is not a Monday. Its week starts on 2026-11-02/],
  [['--week', '2026-11-09'], /has not ended. The last full week starts on 2026-11-02/],
  [['--week', 'monday'], /--week must be a date, YYYY-MM-DD/],
  [['--website', '0'], /--website must be the id of a website/],
  [['--site', '1'], /Unknown option/],
])('rejects %j and explains why', async (args, message) => {
  const { status, stderr } = await insights(...args);
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/Usage: insights/);
  expect(status).toBe(2);
});

test('reports a website that does not exist', async () => {
  const { status, stderr } = await insights('--website', '4711');
  expect(stderr).toMatch(/There is no website 4711. Load websites with the catalog command/);
  expect(status).toBe(1);
  expect(await weeks()).toEqual([]);
});

test('prints the recommendations of a single website and replaces its snapshot', async () => {
  for (const _ of [1, 2]) {
    const { status, stdout } = await insights('--website', '2');
    expect(stdout).toMatch(/^week 2026-11-02\nwritten 1\nfailed 0\n- .*“Book a demo”/);
    expect(status).toBe(0);
  }
  expect(await weeks()).toEqual(['2026-11-02 2']);
});

test('covers every website, for the last full week or the given one', async () => {
  expect(await insights()).toMatchObject({ status: 0, stdout: 'week 2026-11-02\nwritten 3\nfailed 0\n' });
  expect(await insights('--week', '2026-10-26')).toMatchObject({
    status: 0,
    stdout: 'week 2026-10-26\nwritten 3\nfailed 0\n',
  });
  expect(await weeks()).toEqual(
    [1, 2, 3].map((id) => `2026-10-26 ${id}`).concat([1, 2, 3].map((id) => `2026-11-02 ${id}`)),
  );
});

test('names a website that fails and writes the others', async () => {
  await importCatalog(
    db.database,
    {
      accounts: [{ id: 50, name: 'More' }],
      websites: [{ id: 50, account_id: 50, name: 'more.example', created_at: '2026-01-01T00:00:00Z' }],
    },
    { encryptionKey, now: new Date(NOW) },
  );
  await db.database.sql`alter table insights_snapshots add constraint not_now check (website_id <> 50)`;
  const { status, stdout, stderr } = await insights();
  expect(stderr).toMatch(/Website 50: .*not_now/);
  expect(stdout).toBe('week 2026-11-02\nwritten 3\nfailed 1\n');
  expect(status).toBe(1);
});
