import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { SERVICE_NAMES } from '@funnel/admin';
import { seal, unseal } from '@funnel/db';
import {
  addSecondFactor,
  createAuthorizationStore,
  createUser,
  findUserByEmail,
  listSecurityEvents,
  websitesOfUser,
} from '@funnel/identity';
import { verifyPassword } from '@funnel/secrets';
import { createTestDatabase, isOnCitus, type TestDatabase } from '@funnel/testing';
import { PASSWORD_VARIABLES } from '../src/config.ts';
import { catalog } from './support/events.ts';
import { ENCRYPTION_KEY, run } from './support/run.ts';

let testDatabase: TestDatabase;
const command = (argv: string[], env: Record<string, string> = {}) =>
  run(argv, { databaseUrl: testDatabase.url, cwd: '/', env });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await run(['catalog', '-'], { databaseUrl: testDatabase.url, cwd: '/', stdin: JSON.stringify(catalog) });
});
afterAll(() => testDatabase.drop());

describe('npm run -s user -- add', () => {
  test('generates a password, prints it to standard output only, and adds the person to the account', async () => {
    const result = await command(['user', 'add', 'Jane@Example.com', '--account', '1']);
    expect(result.status).toBe(0);
    const jane = await findUserByEmail(testDatabase.database, 'jane@example.com');
    expect(await verifyPassword(result.stdout.trim(), jane?.passwordHash)).toBe(true);
    const websites = await websitesOfUser(testDatabase.database, jane?.id ?? 0);
    expect(websites.map((website) => website.id)).toEqual([1, 2]);
  });

  test('uses the password in USER_PASSWORD and prints nothing', async () => {
    const env = { USER_PASSWORD: 'a password of some length' };
    const result = await command(['user', 'add', 'joe@example.com', '--account', '1'], env);
    expect(result).toMatchObject({ status: 0, stdout: '' });
    const joe = await findUserByEmail(testDatabase.database, 'joe@example.com');
    expect(await verifyPassword(env.USER_PASSWORD, joe?.passwordHash)).toBe(true);
    expect(await verifyPassword('another password', joe?.passwordHash)).toBe(false);
  });

  test('does not let somebody who exists join another account in passing', async () => {
    const { database } = testDatabase;
    await database.sql`insert into accounts (id, name) values (7, 'Other account') on conflict do nothing`;
    const before = await findUserByEmail(database, 'joe@example.com');
    const result = await command(['user', 'add', 'JOE@example.com', '--account', '7', '--generate']);
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(
      /^There is a person joe@example\.com already, since \d{4}-\d\d-\d\d, in 1 /,
    );
    expect(result.stderr).toContain('user join joe@example.com --account 7.');
    expect(await findUserByEmail(database, 'joe@example.com')).toEqual(before);
    expect(await database.sql`select from account_members where account_id = 7`).toHaveLength(0);
  });

  test('keeps the password of an existing person', async () => {
    const before = await findUserByEmail(testDatabase.database, 'joe@example.com');
    const result = await command(['user', 'add', 'joe@example.com', '--account', '1', '--generate']);
    expect(result).toMatchObject({ status: 0, stdout: '' });
    expect(await findUserByEmail(testDatabase.database, 'joe@example.com')).toEqual(before);
  });

  test.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['an unknown account', ['add', 'x@example.com', '--account', '99'], {}, 1, /There is no account 99/],
    ['no account', ['add', 'x@example.com'], {}, 2, /--account must be the id/],
    ['no e-mail', ['add', 'x', '--account', '1'], {}, 2, /not an e-mail address/],
    ['another verb', ['rename', 'x@example.com'], {}, 2, /Say what to do: list, add/],
    ['an unknown role', ['add', 'x@example.com', '--account', '1', '--role', 'boss'], {}, 2, /owner, member/],
    ['a stranger', ['remove', 'x@example.com'], {}, 2, /There is no person x@example.com/],
    ['two e-mails', ['remove', 'x@example.com', 'y@example.com'], {}, 2, /Pass one e-mail/],
    [
      'a short password',
      ['add', 'x@example.com', '--account', '1'],
      { USER_PASSWORD: 'short' },
      2,
      /at least 12 characters/,
    ],
  ])('rejects %s', async (_, args, env, status, message) => {
    const result = await command(['user', ...args], env);
    expect(result).toMatchObject({ status, stdout: '' });
    expect(result.stderr).toMatch(message);
  });
});

describe('npm run -s user', () => {
  const passwordOf = async (email: string) =>
    (await findUserByEmail(testDatabase.database, email))?.passwordHash;

  test('lists people with their accounts and roles', async () => {
    const { stdout } = await command(['user', 'list']);
    expect(stdout).toMatch(/^E-MAIL +VERIFIED +ACCOUNTS +SINCE\njane@example.com +yes +1 .* \(owner\)/);
    expect(stdout).toMatch(/joe@example.com +yes +1 .* \(member\)/);
    const { stdout: lines } = await command(['user', 'list', '--account', '1', '--json']);
    const people = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { email: string });
    expect(people.map(({ email }) => email)).toEqual(['jane@example.com', 'joe@example.com']);
    expect(await command(['user', 'list', '--account', '99'])).toMatchObject({ status: 0, stdout: '' });
  });

  test('joins nobody whose address only an owner has vouched for, until the operator does', async () => {
    const { database } = testDatabase;
    await createUser(database, { email: 'mallory@example.com', passwordHash: '-', accountId: 7 });
    expect((await command(['user', 'list', '--account', '7'])).stdout).toMatch(/mallory@example\.com +no /);
    const add = ['user', 'add', 'mallory@example.com', '--account', '1', '--generate'];
    expect(await command(add)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /ask the person\.\nIf .*: user verify mallory@example\.com, then user join/,
      ),
    });
    const join = ['user', 'join', 'Mallory@example.com', '--account', '1'];
    expect(await command(join)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /Nobody has verified that mallory@example\.com .*\n.*user verify mallory/,
      ),
    });
    const members = () => database.sql`
      select from account_members as m join users as u on u.id = m.user_id
      where u.email = 'mallory@example.com' and m.account_id = 1`;
    expect(await members()).toHaveLength(0);
    const verify = ['user', 'verify', 'mallory@example.com'];
    expect((await command(verify)).stderr).toBe('mallory@example.com is verified now.\n');
    expect((await command(verify)).stderr).toBe('mallory@example.com was verified already.\n');
    expect(await command(join)).toMatchObject({ status: 0 });
    expect(await members()).toHaveLength(1);
    expect(await listSecurityEvents(database, { kinds: ['address_verified'], limit: 9 })).toHaveLength(1);
    await command(['user', 'remove', 'mallory@example.com']);
  });

  test('lets somebody who has lost the second factor sign in again', async () => {
    const { database } = testDatabase;
    await command(['user', 'add', 'lost@example.com', '--account', '1', '--generate']);
    const reset = ['user', 'reset-second-factor', 'Lost@example.com'];
    expect((await command(reset)).stderr).toBe(
      'lost@example.com has no second factor. Nothing was changed.\n',
    );
    const userId = (await findUserByEmail(database, 'lost@example.com'))?.id ?? 0;
    const factor = { userId, kind: 'passkey', name: 'laptop', key: null, counter: 0 } as const;
    await addSecondFactor(database, { ...factor, isStrong: false });
    expect((await command(reset)).stderr).toBe(
      'lost@example.com now signs in with the password alone, until they add a second factor.\n',
    );
    expect(await database.sql`select from second_factors`).toHaveLength(0);
    expect(await listSecurityEvents(database, { kinds: ['second_factor_removed'], limit: 9 })).toHaveLength(
      1,
    );
    await command(['user', 'remove', 'lost@example.com']);
  });

  test('confirms the domain of a company login', async () => {
    const { database } = testDatabase;
    const verify = (domain: string) => command(['user', 'verify-domain', domain, '--account', '1']);
    expect(await verify('no domain')).toMatchObject({ status: 2, stderr: expect.stringMatching(/such as/) });
    expect(await verify('oak.example')).toMatchObject({
      status: 1,
      stderr: 'Account 1 has no company login for oak.example. Its owner sets it up on the page /members.\n',
    });
    await database.sql`
      insert into company_logins (account_id, issuer, client_id, client_secret, domain, role)
      values (1, 'https://login.example', 'x', '', 'oak.example', 'reader')`;
    expect(await verify('Oak.example')).toMatchObject({
      status: 0,
      stderr: 'People of oak.example can now sign in to account 1 at their company.\n',
    });
    await database.sql`delete from company_logins`;
  });

  test('changes a role, and takes a person out of an account', async () => {
    const join = ['user', 'join', 'joe@example.com', '--account', '1'];
    expect((await command([...join, '--role', 'owner'])).stderr).toMatch(
      /has other rights in account 1 now: owner/,
    );
    expect((await command(join)).stderr).toMatch(/already belongs to account 1/);
    expect((await command([...join, '--websites', '99'])).stderr).toMatch(/Account 1 has no website 99/);
    expect((await command([...join, '--websites', 'x'])).stderr).toMatch(/--websites must be ids/);
    expect((await command([...join, '--role', 'reader', '--websites', '1'])).status).toBe(0);
    const joe = await findUserByEmail(testDatabase.database, 'joe@example.com');
    const seen = async () =>
      (await websitesOfUser(testDatabase.database, joe?.id ?? 0)).map(({ id, role }) => [id, role]);
    expect(await seen()).toEqual([[1, 'reader']]);
    expect((await command([...join, '--role', 'member', '--websites', 'all'])).status).toBe(0);
    const leave = ['user', 'leave', 'joe@example.com', '--account', '1'];
    expect(await command(leave)).toMatchObject({ status: 0 });
    expect(await command(leave)).toMatchObject({ status: 1 });
    for (const last of [
      ['user', 'leave', 'jane@example.com', '--account', '1'],
      ['user', 'join', 'jane@example.com', '--account', '1', '--role', 'member'],
    ]) {
      const { status, stderr } = await command(last);
      expect([status, stderr]).toEqual([1, expect.stringContaining('is the last owner of account 1.')]);
    }
    expect((await command(join)).stderr).toMatch(/now belongs to account 1/);
  });

  test('changes a password, or makes a link to choose one', async () => {
    const before = await passwordOf('joe@example.com');
    const { stdout } = await command(['user', 'password', 'joe@example.com', '--generate']);
    expect(await passwordOf('joe@example.com')).not.toBe(before);
    expect(await verifyPassword(stdout.trim(), await passwordOf('joe@example.com'))).toBe(true);
    const { stdout: link } = await command(['user', 'password', 'joe@example.com', '--link']);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3002\/password\?link=[\w-]{43}\n$/);
  });

  test('removes a person', async () => {
    await command(['user', 'add', 'gone@example.com', '--account', '1', '--generate']);
    expect((await command(['user', 'remove', 'GONE@example.com'])).stderr).toMatch(
      /gone@example.com was removed/,
    );
    expect(await findUserByEmail(testDatabase.database, 'gone@example.com')).toBeUndefined();
  });
});

describe('npm run -s token', () => {
  test('prints only the token, stores only its hash, and disables the legacy keys of its websites', async () => {
    const { sql } = testDatabase.database;
    const disabled = () => sql`select id from websites where api_key_ended_at is not null order by id`;
    expect(await disabled()).toHaveLength(0);
    const result = await command(['token', '--websites', '1', '--scopes', 'reports,contacts:read']);
    expect(result.status).toBe(0);
    expect(result.stdout).toMatch(/^[\w-]{40,}\n$/);
    expect(result.stderr).toBe('');
    expect(await disabled()).toMatchObject([{ id: 1 }]);
    const [token] = await sql`select name, website_ids, scopes, resource from personal_tokens`;
    expect(token).toEqual({
      name: 'Command line',
      website_ids: [1],
      scopes: ['reports', 'contacts:read'],
      resource: 'http://127.0.0.1:3000',
    });
    const rows =
      await sql`select to_jsonb(t)::text as row from authorization_records t union all select to_jsonb(p)::text from personal_tokens p`;
    expect(rows.some((row) => String(row['row']).includes(result.stdout.trim()))).toBe(false);
  });

  test('issues a token for the tool server', async () => {
    const args = [
      'token',
      '--websites',
      '1,2',
      '--scopes',
      'reports',
      '--resource',
      'mcp',
      '--name',
      'Agent',
    ];
    const result = await command(args, { MCP_SERVER_RESOURCE: 'https://mcp.example.com/mcp' });
    expect(result.status).toBe(0);
    const [token] = await testDatabase.database
      .sql`select resource from personal_tokens where name = 'Agent'`;
    expect(token?.['resource']).toBe('https://mcp.example.com/mcp');
  });

  test('issues a token for the event intake', async () => {
    const scopes = ['--scopes', 'events:write,catalog:write', '--resource', 'intake', '--name', 'Producer'];
    const result = await command(['token', '--websites', '1', ...scopes]);
    expect(result.status).toBe(0);
    const [token] = await testDatabase.database
      .sql`select resource, scopes from personal_tokens where name = 'Producer'`;
    expect(token).toEqual({ resource: 'http://127.0.0.1:3004', scopes: ['events:write', 'catalog:write'] });
  });

  test.each<[string, string[], RegExp]>([
    ['no websites', ['--scopes', 'reports'], /--websites needs/],
    ['an unknown website', ['--websites', '1,77', '--scopes', 'reports'], /There is no website 77/],
    ['a malformed website', ['--websites', '1,x', '--scopes', 'reports'], /x is not a website id/],
    [
      'a website id above the largest',
      ['--websites', '2147483648', '--scopes', 'reports'],
      /not a website id/,
    ],
    ['no scopes', ['--websites', '1'], /--scopes needs/],
    [
      'an unknown scope',
      ['--websites', '1', '--scopes', 'all'],
      /all is not a scope of --resource rest. Valid scopes: reports/,
    ],
    [
      'a scope that the tool server does not have',
      ['--websites', '1', '--scopes', 'areas:read', '--resource', 'mcp'],
      /Valid scopes: reports\./,
    ],
    ['another resource', ['--websites', '1', '--scopes', 'reports', '--resource', 'x'], /rest, mcp, intake/],
    [
      'a scope of the REST API for the event intake',
      ['--websites', '1', '--scopes', 'reports', '--resource', 'intake'],
      /Valid scopes: events:write, catalog:write\./,
    ],
    [
      'a scope of the event intake for the REST API',
      ['--websites', '1', '--scopes', 'events:write'],
      /events:write is not a scope of --resource rest.* events:write is one of --resource intake\./,
    ],
    [
      'too many days',
      ['--websites', '1', '--scopes', 'reports', '--days', '9999'],
      /--days must be a number/,
    ],
  ])('rejects %s and issues no token', async (_, args, message) => {
    const count = async () => (await testDatabase.database.sql`select 1 from personal_tokens`).length;
    const before = await count();
    const result = await command(['token', ...args]);
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(await count()).toBe(before);
  });
});

describe('npm run -s token -- list and revoke', () => {
  test('lists what is active, and revokes by id', async () => {
    const { stdout } = await command([
      'token',
      '--websites',
      '2',
      '--scopes',
      'reports',
      '--name',
      'Nightly',
    ]);
    const { database } = testDatabase;
    const isStored = async () =>
      (await createAuthorizationStore(database).readTokenStates([stdout.trim()]))[0]?.status;
    expect(await isStored()).toBe('active');
    const listed = (await command(['token', 'list', '--website', '2'])).stdout;
    expect(listed).toMatch(
      /^ID +KIND +NAME +TOKEN +OWNER +WEBSITES +SCOPES +EXPIRES +LAST USED +FROM +IN LOGS\n/,
    );
    const [, id = ''] = /^(\d+) +service token +Nightly +fnl_svc_…\w{4} +2 +reports/m.exec(listed) ?? [];
    expect(await command(['token', 'revoke', id, '999999'])).toMatchObject({ status: 2 });
    expect(await isStored()).toBe('active');
    expect((await command(['token', 'revoke', id])).stderr).toBe(`Revoked: token ${id}, Nightly.\n`);
    expect(await isStored()).toBe('inactive');
    expect((await command(['token', 'list', '--website', '2'])).stdout).not.toContain('Nightly');
    expect((await command(['token', 'list', '--all'])).stdout).toMatch(/Nightly.*revoked/);
  });

  test.each<[string, string[], RegExp]>([
    ['another verb', ['rotate'], /Say list, revoke/],
    ['no id', ['revoke'], /Pass the ids/],
    ['a website that is no number', ['list', '--website', 'x'], /x is not a website id/],
  ])('rejects %s', async (_, args, message) => {
    const result = await command(['token', ...args]);
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
  });
});

describe('npm run -s audit-log', () => {
  test('lists events, the newest first, filtered by kind, person and number', async () => {
    const { stdout } = await command(['audit-log']);
    expect(stdout).toMatch(/^TIME +EVENT +BY +ABOUT +FROM +DETAILS\n\S+Z +token_revoked/);
    const lines = (
      await command(['audit-log', '--kind', 'password_changed', '--user', 'joe@example.com', '--json'])
    ).stdout;
    expect(JSON.parse(lines)).toMatchObject({ kind: 'password_changed', userEmail: 'joe@example.com' });
    const two = await command(['audit-log', '--limit', '2']);
    expect(two.stdout.trim().split('\n')).toHaveLength(3);
    expect(two.stderr).toBe('Only the newest 2 are listed. Pass --limit to see more.\n');
    expect((await command(['audit-log', '--since', '2999-01-01'])).stderr).toBe('None.\n');
  });

  test('ends quietly when its reader has seen enough', async () => {
    const { database, url } = testDatabase;
    await database.sql`insert into security_events (kind) select 'login' from generate_series(1, 5000)`;
    const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
    const piped = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${main}" audit-log --limit 6000 | head -1`],
      {
        env: { ...process.env, DATABASE_URL: url, NODE_OPTIONS: '' },
        encoding: 'utf8',
      },
    );
    expect([piped.stdout.trim().split(/ +/)[0], piped.stderr]).toEqual(['TIME', '']);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown kind', ['--kind', 'logins'], /logins is not a kind of event. Kinds: login,/],
    ['a time that is none', ['--since', 'yesterday'], /--since must be/],
    ['a limit of zero', ['--limit', '0'], /--limit must be/],
    ['a stranger', ['--user', 'x@example.com'], /There is no person/],
  ])('rejects %s', async (_, args, message) => {
    const result = await command(['audit-log', ...args]);
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
  });
});

describe('npm run -s roles', () => {
  test('prints the address of each role whose password is given, and only those', async () => {
    // The password that all tests have: roles belong to the whole server.
    const own = new URL(testDatabase.urlOf('mcp-server'));
    const env = { MCP_SERVER_DATABASE_PASSWORD: decodeURIComponent(own.password) };
    const result = await command(['roles'], env);
    expect(result).toMatchObject({ status: 0, stdout: `mcp-server DATABASE_URL=${own.href}\n` });
    expect(result.stderr).toContain('rest-api: the role funnel_rest_api exists and keeps its password.');
    const [row] = await testDatabase.openAs('mcp-server').sql`select current_user as role`;
    expect(row?.['role']).toBe('funnel_mcp_server');
  });

  test('prints no password with --quiet, and needs every password then', async () => {
    const passwords = Object.fromEntries(
      SERVICE_NAMES.map((service) => [
        PASSWORD_VARIABLES[service],
        decodeURIComponent(new URL(testDatabase.urlOf(service)).password),
      ]),
    );
    const result = await command(['roles', '--quiet'], passwords);
    expect(result).toEqual({ status: 0, stdout: '', stderr: 'The rights of the services are up to date.\n' });
    const refused = await command(['roles', '--quiet'], { ...passwords, MCP_SERVER_DATABASE_PASSWORD: '' });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('--quiet needs MCP_SERVER_DATABASE_PASSWORD');
  });

  test('rejects a short password, and explains a user who may not create roles', async () => {
    const short = await command(['roles'], { REST_API_DATABASE_PASSWORD: 'short' });
    expect(short).toMatchObject({ status: 2, stdout: '' });
    expect(short.stderr).toContain('at least 16 characters');
    const refused = await run(['roles'], { databaseUrl: testDatabase.urlOf('rest-api'), cwd: '/' });
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('must own the tables and have CREATEROLE');
  });
});

describe('npm run -s reseal', () => {
  test('encrypts addresses and both secrets of channels with the new key, and keeps which secret is which', async () => {
    const { sql } = testDatabase.database;
    const [old, young] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
    const sealed = (text: string) => seal(text, old);
    const address = sealed('https://hooks.example.com/a');
    await sql`
      insert into notification_channels (account_id, kind, name, hint, address, secret)
      values (1, 'webhook', 'Hook', 'hook', ${address}, ${sealed('whsec_before')}), (1, 'slack', 'Slack', 'slack', ${address}, null)`;
    await sql`insert into notification_channels (account_id, kind, name, hint, email) values (1, 'email', 'Mail', 'a', 'a@x.example')`;
    await sql`update notification_channels set secret = ${sealed('whsec_now')} where kind = 'webhook'`;
    const keys = [young, old].map((key) => Buffer.from(key).toString('base64')).join(',');
    const API_KEY_ENCRYPTION_KEY = Buffer.from(ENCRYPTION_KEY).toString('base64');
    const result = await command(['reseal'], {
      API_KEY_ENCRYPTION_KEY,
      NOTIFICATIONS_ENCRYPTION_KEY: keys,
    });
    expect(result).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Encrypted the addresses of 2 channels again.\n'),
    });
    const rows = await sql`
      select kind, address, secret, previous_secret from notification_channels order by kind`;
    const plain = (text: Uint8Array | null) => text && unseal(text, young);
    expect(
      rows.map((row) => [row['kind'], ...[row['address'], row['secret'], row['previous_secret']].map(plain)]),
    ).toEqual([
      ['email', null, null, null],
      ['slack', 'https://hooks.example.com/a', null, null],
      ['webhook', 'https://hooks.example.com/a', 'whsec_now', 'whsec_before'],
    ]);
    expect(await command(['reseal'], { API_KEY_ENCRYPTION_KEY })).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('channels'),
    });
  });

  test('encrypts the legacy keys with the new key, so that the old one is no longer needed', async () => {
    const { sql } = testDatabase.database;
    const [old, young] = [ENCRYPTION_KEY, new Uint8Array(randomBytes(32))];
    const [before] = await sql`select api_key_encrypted as sealed from websites where id = 1`;
    const apiKey = unseal(before?.['sealed'], old);
    const keys = [young, old].map((key) => Buffer.from(key).toString('base64')).join(',');
    const result = await command(['reseal'], { API_KEY_ENCRYPTION_KEY: keys });
    expect(result).toMatchObject({ status: 0, stderr: 'Encrypted the API keys of 2 websites again.\n' });
    const [after] = await sql`select api_key_encrypted as sealed from websites where id = 1`;
    expect(unseal(after?.['sealed'], young)).toBe(apiKey);
    expect(() => unseal(after?.['sealed'], old)).toThrow();
  });
});

describe('npm run -s partition', () => {
  // Citus has split them already.
  (isOnCitus ? test.skip : test)('splits the tables of single events once', async () => {
    expect(await command(['partition', '--parts', '4'])).toMatchObject({
      status: 0,
      stderr: 'Split event_ledger and pending_events into 4 parts.\n',
    });
    expect(await command(['partition'])).toMatchObject({
      status: 0,
      stderr: 'Both tables are split already.\n',
    });
  });

  test.each(['1', '1000', 'many'])('rejects %s parts', async (parts) => {
    expect(await command(['partition', '--parts', parts])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('from 2 to 256'),
    });
  });
});
