import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import postgres from 'postgres';
import { createServiceRoles } from '../src/index.ts';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../../infra/test/support/src/index.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

/** Runs `roles`, and returns what it says. */
async function roles(): Promise<string> {
  const said: string[] = [];
  await createServiceRoles(db.url, {}, { say: (message) => said.push(message) });
  return said.join('\n');
}
const asWorker = (statements: string) => db.openAs('insights-worker').sql.unsafe(statements);
const QUEUE = 'create table bullmq.job (n int default 0)';
const EVIL = `create function bullmq.evil(n int) returns boolean language plpgsql as 'begin return true; end'`;

/** How a captured worker makes somebody else run its code, and what `roles` calls it. */
const PLANTED: readonly [string, string][] = [
  ['function bullmq.evil(integer)', EVIL],
  [
    'table constraint trap on bullmq.job',
    `${QUEUE}; ${EVIL}; alter table bullmq.job add constraint trap check (bullmq.evil(n))`,
  ],
  [
    'default value for bullmq.job.n',
    `create table bullmq.job (n text default query_to_xml('select 1', true, true, ''))`,
  ],
  [
    'trigger trap on bullmq.job',
    `${QUEUE}; create trigger trap before update on bullmq.job for each row execute function suppress_redundant_updates_trigger()`,
  ],
  ['rule trap on bullmq.job', `${QUEUE}; create rule trap as on insert to bullmq.job do instead nothing`],
  ['policy trap on bullmq.job', `${QUEUE}; create policy trap on bullmq.job using (true)`],
  ['type bullmq.trap', 'create domain bullmq.trap as int check (value > 0)'],
  ['view bullmq.trap', 'create view bullmq.trap as select current_user'],
  ['aggregate bullmq.trap(integer)', 'create aggregate bullmq.trap(int) (sfunc = int4pl, stype = int)'],
  [
    'operator bullmq.=#=(integer,integer)',
    'create operator bullmq.=#= (leftarg = int, rightarg = int, function = int4eq)',
  ],
  [
    'function bullmq.next_job_id(pg_catalog.text)',
    `create function bullmq.next_job_id(text) returns text language sql as $$ select 'changed' $$`,
  ],
];

(isOnCitus ? describe.skip : describe)('what a captured service has planted', () => {
  test.each(PLANTED)('%s in the schema of the queue is removed and named', async (name, statements) => {
    await asWorker(statements);
    expect(await roles()).toContain(name);
    const { sql } = db.database;
    expect(
      await sql`select from pg_depend where refclassid = 'pg_namespace'::regclass and refobjid = 'bullmq'::regnamespace`,
    ).toEqual([]);
    // The worker makes its queue anew.
    await asWorker('create table bullmq.job (n int default 0); create sequence bullmq.job_seq');
  });

  test('is removed if a restore has given it to the owner', async () => {
    await asWorker(`${EVIL}; create table bullmq.trap (n int check (bullmq.evil(n)))`);
    await db.database.sql.unsafe(
      'alter table bullmq.trap owner to current_user; alter function bullmq.evil owner to current_user; alter schema bullmq owner to current_user',
    );
    expect(await roles()).toContain('function bullmq.evil(integer), table bullmq.trap, table constraint');
    expect(await roles()).toBe('');
    const [schema] = await db.database
      .sql`select nspowner::regrole::text as owner from pg_namespace where nspname = 'bullmq'`;
    expect(schema).toEqual({ owner: 'funnel_insights_worker' });
  });

  test('elsewhere is removed, with the right to plant there', async () => {
    const { sql } = db.database;
    await sql.unsafe(
      'grant create on schema public to public; create schema extra; grant create on schema extra to funnel_mcp_server; create schema own authorization funnel_rest_api',
    );
    const service = db.openAs('mcp-server').sql;
    await service.unsafe(`
      create function public.evil(n int) returns boolean language sql as 'select true';
      create table public.trap (n int check (public.evil(n)));
      create type extra.trap as (n int);
      create statistics public.pair on n, (n + 1) from public.trap`);
    const said = await roles();
    for (const name of [
      'function public.evil(integer)',
      'table public.trap',
      'type extra.trap',
      'statistics object public.pair',
      'schema own',
    ])
      expect(said).toContain(name);
    expect(await roles()).toBe('');
    for (const schema of ['public', 'extra'])
      await expect(service.unsafe(`create table ${schema}.loot (n int)`)).rejects.toThrow(
        'permission denied',
      );
    expect(await sql`select from websites`).toEqual([]);
  });

  test('cannot write to the terminal of the operator', async () => {
    await asWorker(`create table bullmq."\u001b[2J\n" (n int)`);
    expect(await roles()).toContain('table bullmq."?[2J?"');
  });
});

test('leaves a queue alone that has only what it needs, and creates its schema if it is missing', async () => {
  const { sql } = db.database;
  await asWorker('create sequence bullmq.funnel_insights_id_seq');
  const busy = postgres(db.urlOf('insights-worker'), { max: 1 });
  await busy.unsafe('create temporary table bulk (n int)');
  try {
    expect(await roles()).toBe('');
    await busy.unsafe('insert into bulk values (1)');
  } finally {
    await busy.end();
  }
  expect(await sql`select from pg_class where relname = 'funnel_insights_id_seq'`).toHaveLength(1);
  await sql.unsafe('drop schema bullmq cascade');
  expect(await roles()).toBe('');
  await asWorker('create sequence bullmq.funnel_insights_id_seq');
});

test('a role that owns the tables is the owner, and loses nothing', async () => {
  if (isOnCitus) return;
  const { sql } = db.database;
  await sql.unsafe(
    'alter table websites owner to funnel_dashboard; alter table accounts owner to funnel_dashboard',
  );
  expect(await roles()).toBe('');
  expect(await sql`select from accounts`).toEqual([]);
  await sql.unsafe('alter table websites owner to current_user; alter table accounts owner to current_user');
});
