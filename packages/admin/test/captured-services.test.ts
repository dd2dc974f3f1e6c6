import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import postgres from 'postgres';
import { SERVICE_NAMES, type ServiceName } from '../src/index.ts';
import { addShop, createTestDatabase, type TestDatabase } from '../../../infra/test/support/src/index.ts';

/** What somebody tries who runs statements as a service, in a transaction that is rolled back. */
const ATTEMPTS: readonly { what: string; statements: string }[] = [
  { what: 'read reports of any website', statements: stating('select views from rollups') },
  { what: 'read contacts', statements: stating('select email from contacts') },
  { what: 'read hashes of passwords', statements: 'select password_hash from users' },
  { what: 'read hashes of tokens', statements: 'select token_hash from personal_tokens' },
  { what: 'read encrypted tokens of people', statements: 'select sealed from dashboard_sessions' },
  { what: 'read encrypted keys of websites', statements: stating('select api_key_encrypted from websites') },
  { what: 'read encrypted webhook secrets', statements: 'select secret from notification_channels' },
  {
    what: 'read encrypted addresses of webhooks',
    statements: stating('select address from notification_channels'),
  },
  { what: 'read e-mail addresses of people', statements: 'select email from users' },
  { what: 'read who may see which website', statements: 'select role, website_ids from account_members' },
  {
    what: 'read who owns an account',
    statements: stating('select account_id, user_id, role from account_members'),
  },
  {
    what: 'let another page embed reports',
    statements: stating(`update accounts set embed_origins = '{https://evil.example}'`),
  },
  {
    what: 'read messages about any website',
    statements: stating('select payload from notification_messages'),
  },
  {
    what: 'send messages to a channel',
    statements: stating(
      `insert into notification_messages (channel_id, key, type, website_id, payload) values (1, 'x', 'campaign.broke', 1, '{}')`,
    ),
  },
  {
    what: 'add a channel for any website',
    statements: stating(
      `insert into notification_channels (account_id, kind, name, hint, website_ids, confirmed_at) values (1, 'webhook', 'Ours', '', '{1}', now())`,
    ),
  },
  {
    what: 'send messages to another address',
    statements: stating(`update notification_channels set address = '\\x00'`),
  },
  {
    what: 'make a share link of any website',
    statements: stating(
      `insert into share_links (account_id, user_id, name, website_id, secret_hash, grant_id_hash, expires_at) select 1, id, 'Ours', 1, '\\x00', '\\x00', now() from users`,
    ),
  },
  {
    what: 'revoke a share link of any website',
    statements: stating('update share_links set revoked_at = now()'),
  },
  {
    what: 'read hashes of secrets of share links',
    statements: stating('select secret_hash from share_links'),
  },
  { what: 'look for a key by its hash', statements: `select * from find_api_key('\\x00')` },
  {
    what: 'add events to any website',
    statements: stating(
      `insert into pending_events (website_id, day, type, visitor) values (1, '2026-11-10', 'view', 1)`,
    ),
  },
  { what: 'change reports', statements: stating('update rollups set views = 0') },
  { what: 'change campaigns', statements: stating(`update campaigns set name = 'Ours'`) },
  { what: 'end the key of a website', statements: stating('update websites set api_key_ended_at = now()') },
  { what: 'set the key of a website', statements: stating(`update websites set api_key_hash = '\\x00'`) },
  { what: 'give a website to another account', statements: stating('update websites set account_id = 2') },
  { what: 'make itself an owner', statements: `update account_members set role = 'owner'` },
  {
    what: 'add a person',
    statements: `insert into users (email, password_hash) values ('eve@example.com', 'x')`,
  },
  { what: 'delete young security events', statements: 'delete from security_events' },
  { what: 'create a schema', statements: 'create schema postgres' },
  { what: 'create a table in public', statements: 'create table public.loot (id int)' },
  { what: 'create a table in bullmq', statements: 'create table bullmq.loot (id int)' },
  { what: 'create a temporary table', statements: 'create temporary table users (id int)' },
  { what: 'become another role', statements: 'set role funnel_rest_api; set role funnel_mcp_server' },
  { what: 'become a superuser', statements: 'alter role current_user superuser' },
  { what: 'read passwords of roles', statements: 'select rolpassword from pg_authid' },
  { what: 'run a program', statements: `copy (select 1) to program 'true'` },
  { what: 'read a file of the server', statements: `select pg_read_file('postgresql.conf')` },
  { what: 'store a large object', statements: 'select lo_create(0)' },
  { what: 'create an extension', statements: 'create extension dblink' },
];

let db: TestDatabase;
const opened = {} as Record<ServiceName, Database>;

beforeAll(async () => {
  db = await createTestDatabase();
  await addShop(db.database);
  await db.database.sql.unsafe(`
    insert into accounts (id, name) values (2, 'Other account');
    insert into contacts (website_id, visitor_token, email) values (1, gen_random_uuid(), 'ann@example.com');
    insert into users (email, password_hash) values ('ann@example.com', 'a hash');
    insert into account_members (user_id, account_id, role) select id, 1, 'owner' from users;
    insert into share_links (account_id, user_id, name, website_id, secret_hash, grant_id_hash, expires_at)
      select 1, id, 'Link', 1, '\\x01', '\\x01', now() + interval '1 day' from users;
    insert into notification_channels (account_id, kind, name, hint, website_ids) values (1, 'webhook', 'Hook', '', '{1}');
    insert into security_events (kind, occurred_at) values ('login', now());`);
  for (const service of SERVICE_NAMES) opened[service] = db.openAs(service);
});
afterAll(() => db.drop());

function stating(statement: string): string {
  return `select set_config('funnel.websites', '{1}', true), set_config('funnel.person', '1', true); ${statement}`;
}

/** Whether it works: it fails if it is refused, and does nothing if it changes no row. */
async function works(sql: postgres.Sql, statements: string): Promise<boolean> {
  let isDone = false;
  await sql
    .begin(async (transaction) => {
      const results = await transaction.unsafe(statements);
      const last = (Array.isArray(results[0]) ? results.at(-1) : results) as postgres.RowList<postgres.Row[]>;
      isDone = !/^(UPDATE|DELETE)$/.test(last.command) || last.count > 0;
      throw new Error('rolled back');
    })
    .catch(() => {});
  return isDone;
}

test('what a captured service can do is what docs/explanation/captured-services.csv says', async () => {
  const lines = [['what it tries', ...SERVICE_NAMES].join()];
  for (const { what, statements } of ATTEMPTS) {
    const results: string[] = [];
    for (const service of SERVICE_NAMES)
      results.push((await works(opened[service].sql, statements)) ? 'yes' : '');
    lines.push([what, ...results].join());
  }
  const file = new URL('../../../docs/explanation/captured-services.csv', import.meta.url);
  // The last line is about a restore: infra/local/test/backup.whole.test.ts.
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1)).toEqual(lines);
});

describe('the owner runs nothing of a service', () => {
  test('sessions look for names in public, whatever schemas there are', async () => {
    const { sql } = db.database;
    const [owner] = await sql<{ name: string }[]>`select current_user::text as name`;
    await sql.unsafe(
      `create schema "${owner?.name}"; create view "${owner?.name}".users as select 'ours' as email`,
    );
    expect(await sql`select email from users`).toEqual([{ email: 'ann@example.com' }]);
    for (const database of [db.database, ...Object.values(opened)])
      expect(await database.sql`show search_path`).toEqual([{ search_path: 'public, pg_temp' }]);
    await sql.unsafe(`drop schema "${owner?.name}" cascade`);
  });

  test('a role has the path, too, for a pooler', async () => {
    for (const service of SERVICE_NAMES) {
      const plain = postgres(db.urlOf(service), { max: 1 });
      expect(await plain`show search_path`).toEqual([{ search_path: 'public, pg_temp' }]);
      await plain.end();
    }
  });
});

test('a key that has ended stays ended', async () => {
  const { sql } = db.database;
  await sql`update websites set api_key_ended_at = '2026-11-01' where id = 1`;
  for (const service of ['rest-api', 'mcp-server', 'authorization-server'] as const)
    await opened[service].sql.begin(async (transaction) => {
      await transaction`select set_config('funnel.websites', '{1}', true)`;
      await transaction`update websites set api_key_ended_at = null where id = 1`;
    });
  await sql`update websites set api_key_ended_at = null, name = 'New name' where id = 1`;
  const [website] =
    await sql`select name, api_key_ended_at::text like '2026-11-01%' as is_ended from websites where id = 1`;
  expect(website).toEqual({ name: 'New name', is_ended: true });
});
