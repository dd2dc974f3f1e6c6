import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestDatabase, createTestDatabase } from '@funnel/testing';
import { catalog } from './support/events.ts';
import { run } from './support/run.ts';

let testDatabase: TestDatabase;
const load = (stdin: string, env: Record<string, string> = {}, ...options: string[]) =>
  run(['catalog', '-', ...options], { databaseUrl: testDatabase.url, cwd: '/', stdin, env });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

describe('npm run -s catalog', () => {
  test('imports a document and prints the counts to standard output', async () => {
    const result = await load(JSON.stringify(catalog));
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(result.stdout).toBe(
      'accounts 1\nwebsites 2\nareas 0\ncampaigns 2\nvariants 2\nsteps 2\nelements 2\n',
    );
  });

  test('lists every error of a document, writes nothing and exits with 1', async () => {
    const result = await load(
      JSON.stringify({ accounts: [{ id: 5, name: 'Five' }], websites: [{ id: 5, account_id: 6 }] }),
    );
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toContain('Nothing was written. The document has 2 errors');
    expect(result.stderr).toContain('websites[0].name: required');
    expect(result.stderr).toContain('websites[0].account_id: there is no account 6');
    expect(await testDatabase.database.sql`select 1 from accounts where id = 5`).toHaveLength(0);
  });

  test('relabels the currency of a website with events only if it is told to', async () => {
    await load(JSON.stringify(catalog));
    await testDatabase.database
      .sql`insert into event_ledger (website_id, event_id) values (1, gen_random_uuid())`;
    const change = JSON.stringify({ websites: [{ id: 1, currency: 'JPY' }] });
    const refused = await load(change);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/websites\[0\]\.currency: website 1 has events in .*--relabel-currency/);
    expect(await load(change, {}, '--relabel-currency')).toMatchObject({ status: 0 });
    expect(await testDatabase.database.sql`select currency from websites where id = 1`).toEqual([
      { currency: 'JPY' },
    ]);
  });

  test('rejects a document that is not JSON', async () => {
    const result = await load('{"accounts": [');
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toContain('The document is not valid JSON');
  });

  test('explains how to create an encryption key when it is invalid', async () => {
    const result = await load('{}', { API_KEY_ENCRYPTION_KEY: 'c2hvcnQ=' });
    expect(result.status).toBe(2);
    expect(result.stderr).toContain('openssl rand -base64 32');
  });
});

test('an unknown command lists the commands', async () => {
  const result = await run(['nonsense'], { databaseUrl: testDatabase.url, cwd: '/' });
  expect(result.status).toBe(2);
  expect(result.stderr).toContain('ingest FILE');
});
