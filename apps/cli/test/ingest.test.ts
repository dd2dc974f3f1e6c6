import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { catalog, event } from './support/events.ts';
import { run } from './support/run.ts';
import { totalsOf } from './support/totals.ts';

let testDatabase: TestDatabase;
let folder: string;

const ingest = (...args: string[]) =>
  run(['ingest', ...args], { databaseUrl: testDatabase.url, cwd: folder });
const write = (name: string, lines: unknown[]) =>
  writeFile(
    join(folder, name),
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
const refusedLines = async (name: string) =>
  (await readFile(join(folder, name), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; code: string; reason: string; text: string | null });

const totals = () => totalsOf(testDatabase);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funnel-ingest-'));
  await testDatabase.database.sql.unsafe('truncate rollups, event_ledger, element_fields, element_products');
  const { status } = await run(['catalog', '-'], {
    databaseUrl: testDatabase.url,
    cwd: folder,
    stdin: JSON.stringify(catalog),
  });
  expect(status).toBe(0);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('npm run -s ingest', () => {
  test('says what to do if the database does not answer', async () => {
    await write('events.ndjson', [event()]);
    const nobody = Object.assign(new URL(testDatabase.url), { port: '1' });
    const { status, stderr } = await run(['ingest', 'events.ndjson'], {
      databaseUrl: nobody.href,
      cwd: folder,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^The database failed: .*ECONNREFUSED.*\nRun the command again when it answers\.\n$/,
    );
  });

  test('counts NDJSON, prints the summary to standard output, and counts nothing twice', async () => {
    await write('events.ndjson', [
      event(),
      event(),
      event({ type: 'order', revenue: 12.5, element_id: 1000 }),
    ]);
    const first = await ingest('events.ndjson');
    expect(first).toMatchObject({ status: 0, stdout: 'read 3\nnew 3\nrepeated 0\nrefused 0\n' });
    expect(first.stderr).toBe('');
    expect(await ingest('events.ndjson')).toMatchObject({
      status: 0,
      stdout: 'read 3\nnew 0\nrepeated 3\nrefused 0\n',
    });
    expect(await totals()).toEqual({ views: 2, orders: 1, revenue: '12.50' });
  });

  test('counts CSV with columns in any order and JSON in the fields column', async () => {
    const fields = JSON.stringify([{ field: 'Size', field_type: 'radio', value: 'M' }]).replaceAll('"', '""');
    await write('events.csv', [
      'type,event_id,occurred_at,visitor_token,website_id,element_id,revenue,fields',
      `view,${randomUUID()},2026-10-10T00:00:00Z,${randomUUID()},1,,,`,
      `order,${randomUUID()},2026-10-10T00:00:00+02:00,${randomUUID()},1,1000,7.25,`,
      `submission,${randomUUID()},2026-10-10T00:00:00Z,${randomUUID()},1,1000,,"${fields}"`,
      '',
    ]);
    expect(await ingest('events.csv')).toMatchObject({
      status: 0,
      stdout: 'read 3\nnew 3\nrepeated 0\nrefused 0\n',
    });
    expect(await totals()).toEqual({ views: 1, orders: 1, revenue: '7.25' });
    expect(
      await testDatabase.database.sql`select value from element_fields where grain = 'day'`,
    ).toMatchObject([{ value: 'M' }]);
  });

  test('reads standard input', async () => {
    const result = await run(['ingest', '-', '--json'], {
      databaseUrl: testDatabase.url,
      cwd: folder,
      stdin: JSON.stringify(event()),
    });
    expect(JSON.parse(result.stdout)).toEqual({ read: 1, new: 1, repeated: 0, refused: 0 });
  });

  test('reports invalid lines by number and reason, counts the rest, and exits with 1', async () => {
    const good = [event(), event(), event()];
    await write('events.ndjson', [
      good[0],
      '{"event_id": broken',
      event({ website_id: '1' }),
      event({ occurred_at: new Date(Date.now() + 3_600_000).toISOString() }),
      event({ campaign_id: 2 }),
      JSON.stringify(event({ padding: 'x'.repeat(1024 * 1024) })),
      good[1],
      '[]',
      event({ variant_id: 20, website_id: 2, element_id: 1000 }),
      '"\ud800"',
      good[2],
    ]);
    const result = await ingest('events.ndjson');
    expect(result).toMatchObject({ status: 1, stdout: 'read 11\nnew 3\nrepeated 0\nrefused 8\n' });
    const refused = await refusedLines('events.ndjson.refused.ndjson');
    expect(refused.map(({ line, code }) => [line, code])).toEqual([
      [2, 'invalid_json'],
      [3, 'invalid_event'],
      [4, 'future_event'],
      [5, 'unknown_id'],
      [6, 'line_too_long'],
      [8, 'invalid_event'],
      [9, 'unknown_id'],
      [10, 'invalid_event'],
    ]);
    expect(refused[1]?.reason).toContain('website_id');
    expect(refused[0]?.text).toBe('{"event_id": broken');
    expect(result.stderr).toContain('events.ndjson.refused.ndjson');
    expect((await totals()).views).toBe(3);
  });

  test('counts the keys that it ignored, by name, after the four counts', async () => {
    await write('events.ndjson', [
      event({ revnue: 5 }),
      event({ revnue: 6, 'two words': 1 }),
      event({ type: 'order', element_id: 1000, products: [{ value: 'Mug', reveneu: 1 }] }),
    ]);
    expect(await ingest('events.ndjson')).toMatchObject({
      status: 0,
      stdout:
        'read 3\nnew 3\nrepeated 0\nrefused 0\nignored revnue 2\nignored two words 1\nignored products[].reveneu 1\n',
    });
    const { stdout } = await ingest('events.ndjson', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      repeated: 3,
      ignored_keys: { revnue: 2, 'two words': 1, 'products[].reveneu': 1 },
    });
  });

  test('removes the refused file of an earlier run when no line is refused', async () => {
    await write('events.ndjson', ['nonsense{', event()]);
    await write('events.ndjson', [event({ type: 'x' })]);
    await ingest('events.ndjson');
    expect(existsSync(join(folder, 'events.ndjson.refused.ndjson'))).toBe(true);
    await write('events.ndjson', [event()]);
    await ingest('events.ndjson');
    expect(existsSync(join(folder, 'events.ndjson.refused.ndjson'))).toBe(false);
  });

  test.each([
    [['missing.ndjson'], /missing\.ndjson cannot be read: ENOENT/],
    [[], /Pass exactly one file/],
    [['a', 'b'], /Pass exactly one file/],
    [['.', '--format', 'xml'], /--format must be one of ndjson, csv/],
    [['.', '--wrong'], /Unknown option '--wrong'/],
    [['.'], /is a folder/],
    [['.', '--batch-events', '0'], /--batch-events must be a number/],
  ])('explains what is wrong with %j', async (args, message) => {
    const result = await ingest(...args);
    expect(result.status).toBe(2);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(message);
  });

  test.each([['of the same name'], ['through a link']])(
    'does not write refused lines over the file that it reads: %s',
    async (how) => {
      await write('events.ndjson', [event(), 'nonsense{']);
      await rm(join(folder, 'other.ndjson'), { force: true });
      if (how === 'through a link') await symlink('events.ndjson', join(folder, 'other.ndjson'));
      const before = await readFile(join(folder, 'events.ndjson'), 'utf8');
      const refused = how === 'through a link' ? 'other.ndjson' : './events.ndjson';
      const result = await ingest('events.ndjson', '--refused', refused);
      expect(result).toMatchObject({ status: 2, stdout: '' });
      expect(result.stderr).toContain('--refused names the file that is read');
      expect(await readFile(join(folder, 'events.ndjson'), 'utf8')).toBe(before);
    },
  );

  test('accepts an empty file', async () => {
    await write('empty.ndjson', []);
    expect(await ingest('empty.ndjson')).toMatchObject({
      status: 0,
      stdout: 'read 0\nnew 0\nrepeated 0\nrefused 0\n',
    });
  });

  test('lists the missing columns of a CSV file before counting anything', async () => {
    await write('events.csv', ['event_id,type', 'a,b']);
    const result = await ingest('events.csv');
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toContain('missing these columns: website_id, visitor_token, occurred_at');
  });

  test('says that a file is compressed', async () => {
    await writeFile(join(folder, 'events.ndjson.gz'), gzipSync(JSON.stringify(event())));
    const result = await ingest('events.ndjson.gz');
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toContain('The file is compressed.');
  });

  test('uses NOW as the current time outside production', async () => {
    await write('events.ndjson', [event({ occurred_at: '2026-10-10T09:30:00Z' })]);
    const env = { NOW: '2026-10-09T00:00:00Z' };
    const result = await run(['ingest', 'events.ndjson'], {
      databaseUrl: testDatabase.url,
      cwd: folder,
      env,
    });
    expect(result).toMatchObject({ status: 1, stdout: 'read 1\nnew 0\nrepeated 0\nrefused 1\n' });
  });
});
