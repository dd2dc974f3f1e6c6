import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, findUserByEmail, ownedAccounts } from '@funnel/identity';
import { verifyPassword } from '@funnel/secrets';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { run } from './support/run.ts';

let testDatabase: TestDatabase;
const command = (argv: string[], env: Record<string, string> = {}) =>
  run(argv, { databaseUrl: testDatabase.url, cwd: '/', env });
const accounts = async () => {
  const lines = (await command(['account', 'list', '--json'])).stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { id: number });
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

describe('account add', () => {
  test('makes the first account and its owner on an empty database, and shows the password once', async () => {
    const result = await command([
      'account',
      'add',
      'Oak & Linen',
      '--owner',
      'Jane@Example.com',
      '--generate',
    ]);
    expect(result.status).toBe(0);
    expect(result.stderr).toContain('Account 1 Oak & Linen: Jane@Example.com owns it and signs in at http');
    const jane = await findUserByEmail(testDatabase.database, 'jane@example.com');
    expect(await verifyPassword(result.stdout.trim(), jane?.passwordHash)).toBe(true);
    expect(await ownedAccounts(testDatabase.database, jane?.id ?? 0)).toMatchObject([{ id: 1 }]);
    expect(await accounts()).toEqual([{ id: 1, name: 'Oak & Linen', websites: 0, members: 1 }]);
  });

  test('takes the next id or the given one; somebody who exists keeps the password', async () => {
    const before = await findUserByEmail(testDatabase.database, 'jane@example.com');
    const given = await command(['account', 'add', 'Given', '--owner', 'jane@example.com', '--id', '40']);
    expect(given).toMatchObject({ status: 0, stdout: '' });
    const next = await command(['account', 'add', 'Next', '--owner', 'jane@example.com', '--generate']);
    expect(next).toMatchObject({ status: 0, stdout: '' });
    expect(next.stderr).toContain('Account 41 Next');
    expect(await findUserByEmail(testDatabase.database, 'jane@example.com')).toEqual(before);
  });

  test('its catalog needs no account of its own', async () => {
    const document = { websites: [{ id: 1, account_id: 1, name: 'oak.example' }] };
    const stdin = JSON.stringify(document);
    const result = await run(['catalog', '-'], { databaseUrl: testDatabase.url, cwd: '/', stdin });
    expect(result.status).toBe(0);
    expect(await accounts()).toEqual([
      { id: 1, name: 'Oak & Linen', websites: 1, members: 1 },
      { id: 40, name: 'Given', websites: 0, members: 1 },
      { id: 41, name: 'Next', websites: 0, members: 1 },
    ]);
  });

  test('the same command again makes no second account', async () => {
    const before = await accounts();
    const again = await command([
      'account',
      'add',
      'Oak & Linen',
      '--owner',
      'jane@example.com',
      '--generate',
    ]);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toContain('jane@example.com owns account 1 of this name already');
    expect(await accounts()).toEqual(before);
    const other = await command([
      'account',
      'add',
      'Oak & Linen',
      '--owner',
      'joe@example.com',
      '--generate',
    ]);
    expect(other.status).toBe(0);
  });

  test('creates nothing if the owner or the id cannot be', async () => {
    const before = await accounts();
    await createUser(testDatabase.database, {
      email: 'invited@example.com',
      passwordHash: 'none',
      accountId: 1,
    });
    const unverified = await command([
      'account',
      'add',
      'Two',
      '--owner',
      'invited@example.com',
      '--generate',
    ]);
    expect(unverified).toMatchObject({ status: 1, stdout: '' });
    expect(unverified.stderr).toContain('user verify invited@example.com');
    const taken = await command(['account', 'add', 'Two', '--owner', 'new@example.com', '--id', '40']);
    expect(taken.status).toBe(1);
    expect(taken.stderr).toContain('There is an account 40 already');
    expect(await findUserByEmail(testDatabase.database, 'new@example.com')).toBeUndefined();
    expect(await accounts()).toEqual(before.map((one) => (one.id === 1 ? { ...one, members: 2 } : one)));
  });

  test('several at once get ids of their own, or are told to try again', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const results = await Promise.all(
      names.map((name) => command(['account', 'add', name, '--owner', `${name}@example.com`, '--generate'])),
    );
    const created = results.filter(({ status }) => status === 0);
    expect(created.length).toBeGreaterThan(0);
    const ids = created.map(({ stderr }) => /Account (\d+)/.exec(stderr)?.[1]);
    expect(new Set(ids).size).toBe(created.length);
    for (const { status, stderr } of results)
      if (status !== 0) expect(stderr).toContain('Run the command again');
  });

  test.each<[string, string[], RegExp]>([
    ['no name', ['add', '--owner', 'x@example.com'], /Pass one name/],
    ['two names', ['add', 'Oak', 'Linen', '--owner', 'x@example.com'], /Pass one name/],
    ['a name that paints', ['add', 'Ev\u001b[31mil\nName', '--owner', 'x@example.com'], /one plain line/],
    ['no owner', ['add', 'Oak'], /--owner must be/],
    ['no id', ['add', 'Oak', '--owner', 'x@example.com', '--id', 'x'], /--id must be/],
    ['another verb', ['remove', 'Oak'], /Say what to do: list, add/],
  ])('%s is refused', async (_what, argv, message) => {
    const result = await command(['account', ...argv]);
    expect(result.status).toBe(2);
    expect(result.stderr).toMatch(message);
  });
});
