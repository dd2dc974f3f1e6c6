import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VisitorSecrets } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { catalog, event } from './support/events.ts';
import { type Run, run } from './support/run.ts';

const newSecret = () => randomBytes(32).toString('base64');
const [SECRET, ANOTHER] = [newSecret(), newSecret()];
const nameOf = (secret: string) => new VisitorSecrets([secret]).names[0];
const folder = mkdtempSync(join(tmpdir(), 'visitor-secret-'));

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(() => testDatabase.drop());

/** Runs a command with the secret, another one, or none. */
const command = (argv: string[], secret: string | undefined = SECRET, stdin = ''): Promise<Run> =>
  run(argv, {
    databaseUrl: testDatabase.url,
    cwd: folder,
    stdin,
    env: secret === '' ? {} : { VISITOR_SECRET: secret },
  });
const addWebsites = (secret?: string) => command(['catalog', '-'], secret, JSON.stringify(catalog));
const sql = (text: string) => testDatabase.database.sql.unsafe(text);
const secretsOfWebsites = async () =>
  (await sql('select visitor_secret from websites order by id')).map((row) => row['visitor_secret']);
const viewers = async () => {
  const rows = await sql(
    "select views_visitors as visitors from rollups where website_id = 1 and level = 'w' and grain = 'year'",
  );
  return rows.map((row) => Number(row['visitors']));
};
const [SECRETS_PAGE, INGEST_PAGE] = [
  'docs/reference/secrets.md',
  'docs/reference/catalog-and-ingest.md',
] as const;
/** The block of a page that follows the words. */
function blockAfter(page: string, words: string): string {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  return (
    text
      .split(words)[1]
      ?.split('```')[1]
      ?.replace(/^\w+\n/, '') ?? ''
  );
}

const EVENTS = Array.from({ length: 12 }, () => event());
const FILE = 'events.ndjson';
writeFileSync(join(folder, FILE), EVENTS.map((each) => `${JSON.stringify(each)}\n`).join(''));

describe('migrate with VISITOR_SECRET', () => {
  test('begins the secret at once in a database without websites', async () => {
    const { status, stderr } = await command(['migrate']);
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/created from \d{4}-\d\d-\d\d on are hashed/),
    ]);
    await addWebsites();
    expect(await secretsOfWebsites()).toEqual([nameOf(SECRET), nameOf(SECRET)]);
    expect((await command(['migrate'])).stderr).not.toContain('are hashed');
  });

  test('begins it a week later where there are websites, which keep the hash that they have', async () => {
    await addWebsites('');
    await command(['ingest', FILE], '');
    await command(['migrate']);
    const [row] = await sql('select begins_on - current_date as days from visitor_secrets');
    expect(row?.['days']).toBe(7);
    await sql('update visitor_secrets set begins_on = current_date');
    expect(await secretsOfWebsites()).toEqual([null, null]);
    const again = EVENTS.map((each) => ({ ...each, event_id: randomUUID() }));
    await command(['ingest', '-'], SECRET, again.map((each) => JSON.stringify(each)).join('\n'));
    expect(await viewers()).toEqual([12]);
  });

  test('without a secret everything works, as before', async () => {
    for (const argv of [['migrate'], ['ingest', FILE]]) {
      if (argv[0] === 'ingest') await addWebsites('');
      expect((await command(argv, '')).status).toBe(0);
    }
    expect([await viewers(), await secretsOfWebsites()]).toEqual([[12], [null, null]]);
  });
});

describe('once the database has a secret', () => {
  beforeEach(async () => {
    await command(['migrate']);
    await addWebsites();
  });

  test.each([
    ['is missing', '', 'VISITOR_SECRET is not set'],
    ['is another one', ANOTHER, 'VISITOR_SECRET is another one'],
  ])('commands that hash fail if it %s, and say what to do', async (_, secret, reason) => {
    for (const argv of [
      ['ingest', FILE],
      ['contact', 'export', randomUUID()],
      ['clear', '1', '--yes'],
    ]) {
      const { status, stderr } = await command(argv, secret);
      expect([argv[0], status, stderr]).toEqual([argv[0], 1, expect.stringContaining(reason)]);
      expect(stderr).toContain(nameOf(SECRET));
      expect(stderr).toContain('docs/reference/secrets.md#the-secret-of-visitors');
    }
    expect(await viewers()).toEqual([]);
    expect((await command(['ingest', FILE])).status).toBe(0);
    expect(await viewers()).toEqual([12]);
  });

  test('migrate refuses another secret', async () => {
    const { status, stderr } = await command(['migrate'], ANOTHER);
    expect([status, stderr]).toEqual([1, expect.stringContaining('VISITOR_SECRET is another one')]);
    expect(await sql('select fingerprint from visitor_secrets')).toMatchObject([
      { fingerprint: nameOf(SECRET) },
    ]);
  });

  test('contact finds and erases somebody by a visitor token', async () => {
    const token = randomUUID();
    const key = new VisitorSecrets([SECRET]).keyOf(token, nameOf(SECRET) ?? null);
    await sql(
      `insert into pending_events (website_id, revision, day, type, visitor) values (1, 1, '2026-11-14', 'view', ${key})`,
    );
    expect((await command(['contact', 'export', token])).stderr).toContain('1 event not counted yet');
    expect((await command(['contact', 'erase', token, '--yes'])).stderr).toContain(
      '1 event without a visitor now',
    );
    expect((await command(['contact', 'export', token])).stderr).toContain('0 events not counted yet');
  });
});

describe('the pages say how', () => {
  test('to load a website again, which moves it to the secret', async () => {
    await addWebsites('');
    await command(['ingest', FILE], '');
    await command(['migrate']);
    await sql('update visitor_secrets set begins_on = current_date');
    const commands = blockAfter(INGEST_PAGE, '### Load a website again').matchAll(
      /npm run -s (\w+) -- ([^#\n]*)/g,
    );
    const said: string[] = [];
    for (const [, name = '', args = ''] of commands) {
      const argv = [name, ...args.trim().replace('11', '1').replace('FILE', FILE).split(' ')];
      const { status, stderr } = await command(argv);
      expect([name, status]).toEqual([name, 0]);
      said.push(stderr);
    }
    expect(said.slice(0, 2)).toEqual([
      'Would delete all counts of website 1. Nothing was changed. Add --yes to delete them.\n',
      'Deleted all counts of website 1. Load its events with ingest.\n',
    ]);
    expect(said).toHaveLength(3);
    expect([await viewers(), await secretsOfWebsites()]).toEqual([[12], [nameOf(SECRET), null]]);
  });

  test('to replace the secret', async () => {
    await command(['migrate']);
    await addWebsites();
    await command(['ingest', FILE]);
    const both = `${ANOTHER}, ${SECRET}`;
    await command(['migrate'], both);
    const counts = blockAfter(SECRETS_PAGE, 'how many websites use which secret');
    expect(await sql(counts)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fingerprint: nameOf(SECRET), websites: '2' }),
        expect.objectContaining({ fingerprint: nameOf(ANOTHER), websites: '0' }),
      ]),
    );
    // The old one is still needed.
    expect((await command(['migrate'], ANOTHER)).status).toBe(1);
    for (const website of ['1', '2']) await command(['clear', website, '--yes'], both);
    await command(['ingest', FILE], both);
    expect((await command(['migrate'], ANOTHER)).status).toBe(0);
    expect(await sql(counts)).toMatchObject([{ fingerprint: nameOf(ANOTHER), websites: '2' }]);
    expect((await command(['ingest', FILE], ANOTHER)).stdout).toContain('repeated 12');
    expect(await viewers()).toEqual([12]);
  });

  test('what to do if it is lost', async () => {
    await command(['migrate']);
    await addWebsites();
    await command(['ingest', FILE]);
    await sql(blockAfter(SECRETS_PAGE, '**If it is lost**'));
    expect((await command(['migrate'], ANOTHER)).status).toBe(0);
    for (const website of ['1', '2'])
      expect((await command(['clear', website, '--yes'], ANOTHER)).status).toBe(0);
    await command(['ingest', FILE], ANOTHER);
    expect([await viewers(), await secretsOfWebsites()]).toEqual([[12], [nameOf(ANOTHER), nameOf(ANOTHER)]]);
  });
});
