import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { trustedWebsiteId } from '@funnel/domain';
import { createServiceRoles, migrateDatabase, partitionEvents, SERVICE_NAMES } from '../src/index.ts';
import { inReadTransaction, inWebsiteTransaction } from '@funnel/db';
import { addShop, createTestDatabase, type TestDatabase } from '../../../infra/test/support/src/index.ts';

// It is about one PostgreSQL.
process.env['CITUS_URL'] = '';

const TABLES = ['event_ledger', 'pending_events'];
const PERMISSION_DENIED = '42501';
const ID = '0190c3f2-0000-7000-8000-000000000001';
const [ONE, TWO] = [trustedWebsiteId(1), trustedWebsiteId(2)];

let db: TestDatabase;
let before: unknown;
beforeAll(async () => {
  db = await createTestDatabase();
  await addShop(db.database);
  await db.database.sql.unsafe(`
    insert into event_ledger (website_id, event_id) values (1, '${ID}'), (2, '${ID}');
    insert into pending_events (website_id, day, type, visitor)
      select w, '2026-11-10', 'view', n from generate_series(1, 2) w, generate_series(1, 50) n`);
  before = await describeTables();
  expect(await partitionEvents(db.url, 4)).toEqual(TABLES);
});
afterAll(() => db.drop());

/** Names, columns, defaults, indexes, rights and policies: all that migrations and services rely on. */
async function describeTables() {
  const { sql } = db.database;
  const columns = await sql`
    select table_name, column_name, data_type, is_nullable, column_default, is_identity
    from information_schema.columns where table_schema = 'public' and table_name = any (${TABLES}) order by 1, 2`;
  const indexes = await sql`
    select indexname from pg_indexes where schemaname = 'public' and tablename = any (${TABLES}) order by 1`;
  const policies = await sql`
    select tablename, policyname, roles::text, cmd, qual, with_check
    from pg_policies where tablename = any (${TABLES}) order by 1, 2`;
  const rights = await sql`
    select table_name, grantee, privilege_type, column_name from information_schema.column_privileges
    where table_schema = 'public' and table_name = any (${TABLES}) and grantee like 'funnel_%' order by 1, 2, 3, 4`;
  const secured = await sql`
    select relname::text, relrowsecurity from pg_class where relname = any (${TABLES}) order by 1`;
  return JSON.stringify({ columns, indexes, policies, rights, secured });
}

test('the tables are split, with all their rows', async () => {
  const rows = await db.database.sql`
    select relname::text as name, relkind::text as kind, (select count(*)::int from pg_partition_tree(oid) where isleaf) as parts
    from pg_class where relname = any (${TABLES}) order by 1`;
  expect(rows).toEqual(TABLES.map((name) => ({ name, kind: 'p', parts: 4 })));
  const [counted] = await db.database.sql`
    select (select count(*)::int from event_ledger) as ledger, (select count(*)::int from pending_events) as pending`;
  expect(counted).toEqual({ ledger: 2, pending: 100 });
});

test('columns, indexes, rights and policies are those of before', async () => {
  expect(await describeTables()).toBe(before);
});

test('an id counts once per website, as before', async () => {
  const insert = (website: number) =>
    db.database.sql`insert into event_ledger (website_id, event_id) values (${website}, ${ID})`;
  await expect(insert(1)).rejects.toMatchObject({ code: '23505' });
  await expect(insert(3)).resolves.toBeDefined();
});

test('a service sees and writes only the websites that it states, and no part by its name', async () => {
  const reader = db.openAs('rest-api');
  const seen = await inReadTransaction(
    reader,
    [ONE],
    (connection) => connection`select distinct website_id from pending_events`,
  );
  expect(seen).toEqual([{ website_id: 1 }]);
  const intake = db.openAs('event-intake');
  const write = (website: number) =>
    inWebsiteTransaction(
      intake,
      [TWO],
      (transaction) => transaction`
        insert into pending_events (website_id, day, type, visitor) values (${website}, '2026-11-10', 'view', 1)`,
    );
  await expect(write(2)).resolves.toBeDefined();
  await expect(write(1)).rejects.toMatchObject({ code: PERMISSION_DENIED });
  for (const service of SERVICE_NAMES)
    await expect(db.openAs(service).sql`select 1 from partitions.pending_events_0`).rejects.toMatchObject({
      code: PERMISSION_DENIED,
    });
});

test('migrations, roles and the command itself can be run again', async () => {
  expect(await partitionEvents(db.url, 8)).toEqual([]);
  await migrateDatabase(db.url);
  await createServiceRoles(db.url);
  expect(await describeTables()).toBe(before);
});
