import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blockInserts, createTestDatabase, isOnCitus, type TestDatabase, until } from '@funnel/testing';
import { catalog, event } from './support/events.ts';
import { run } from './support/run.ts';
import { totalsOf } from './support/totals.ts';

let testDatabase: TestDatabase;
let folder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'funnel-ingest-'));
  const options = { databaseUrl: testDatabase.url, cwd: folder, stdin: JSON.stringify(catalog) };
  expect(await run(['catalog', '-'], options)).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await testDatabase.drop();
});

// A trigger holds an insert, and Citus has none on distributed tables.
(isOnCitus ? test.skip : test)('running the command again after kill -9 gives the exact totals', async () => {
  const events = Array.from({ length: 60_000 }, (_, n) =>
    n % 10 === 0 ? event({ type: 'order', revenue: 0.1, element_id: 1000 }) : event({ campaign_id: 1 }),
  );
  await writeFile(join(folder, 'events.ndjson'), events.map((line) => JSON.stringify(line)).join('\n'));
  // The second batch has to wait: the process is killed in the middle.
  const gate = await blockInserts(testDatabase.database, 'rollups', 1);
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'ingest', 'events.ndjson', '--batch-events', '10000'], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: testDatabase.url },
    stdio: 'ignore',
  });
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_, signal) => resolve(signal)),
  );
  await until(async () => expect((await totalsOf(testDatabase)).views).toBeGreaterThan(0));
  child.kill('SIGKILL');
  expect(await exited).toBe('SIGKILL');
  await gate.open();
  const interrupted = await totalsOf(testDatabase);
  expect(interrupted.views).toBeLessThan(54_000);

  const again = await run(['ingest', 'events.ndjson'], { databaseUrl: testDatabase.url, cwd: folder });
  expect(again.stdout).toMatch(/^read 60000\nnew \d+\nrepeated [1-9]\d*\nrefused 0\n$/);
  expect(await totalsOf(testDatabase)).toEqual({ views: 54_000, orders: 6_000, revenue: '600.00' });
});
