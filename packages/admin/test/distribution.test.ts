import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { trustedWebsiteId } from '@funnel/domain';
import type { Sql } from 'postgres';
import {
  ACCESS,
  createServiceRoles,
  distributeDatabase,
  DistributionError,
  migrateDatabase,
  SERVICE_NAMES,
  serviceDatabaseUrl,
  WEBSITE_TABLES,
} from '../src/index.ts';
import { STATE_WEBSITES } from '../src/distribute.ts';
import {
  assertWorkers,
  type Database,
  inReadTransaction,
  inWebsiteTransaction,
  isDistributed,
  openDatabase,
  pendingStateOf,
  readWebsites,
} from '@funnel/db';
import {
  addShop,
  connect,
  createTestDatabase,
  openTestServer,
  testServerUrl,
  withDatabase,
} from '../../../infra/test/support/src/index.ts';

const PASSWORD = 'of the tests';
const SHARDS = 4;
const [ONE, TWO] = [trustedWebsiteId(1), trustedWebsiteId(2)];

if (!process.env['CITUS_URL']) {
  console.warn('SKIPPED: CITUS_URL is not set, so nothing is tested on Citus');

  test('refuses a database without Citus, and says what to do', async () => {
    const { url, drop } = await createTestDatabase();
    try {
      await expect(distributeDatabase(url)).rejects.toThrow(DistributionError);
      await expect(distributeDatabase(url)).rejects.toThrow('create extension citus');
    } finally {
      await drop();
    }
  });
}

test('the workers are told to compile nothing of a transaction', async () => {
  const { database, drop } = await createTestDatabase();
  try {
    const settings = await database.sql.begin(async (transaction) => {
      await transaction`set local jit = on`;
      await transaction.unsafe(STATE_WEBSITES);
      await transaction`select state_websites('{1}')`;
      return transaction`select current_setting('jit') as jit, current_setting('funnel.websites') as websites`;
    });
    expect(settings[0]).toEqual({ jit: 'off', websites: '{1}' });
    // Citus sends on what follows this setting, and nothing else.
    const [before = '', after = ''] = STATE_WEBSITES.split("citus.propagate_set_commands = 'local'");
    expect([before, after].map((part) => part.includes('set local jit = off'))).toEqual([false, true]);
  } finally {
    await drop();
  }
});

(process.env['CITUS_URL'] ? describe : describe.skip)('a filled database on Citus', () => {
  const name = `funnel_test_${randomBytes(6).toString('hex')}`;
  let url: string;
  let owner: Database;
  let service: Database;
  let before: Record<string, string>;
  let admin: Sql;

  beforeAll(async () => {
    admin = connect(testServerUrl().url);
    const server = await openTestServer(admin);
    await server.create(name);
    url = withDatabase(server.url, name);
    await migrateDatabase(url);
    await createServiceRoles(url, Object.fromEntries(SERVICE_NAMES.map((each) => [each, PASSWORD])));
    const filling = openDatabase({ url, applicationName: 'test' });
    await addShop(filling);
    await filling.sql`
      insert into contacts (website_id, visitor_token, email) values (1, gen_random_uuid(), 'ann@example.com')`;
    await filling.sql`insert into pending_events (website_id, day, type, visitor) values (1, '2026-11-10', 'view', 1)`;
    before = await contents(filling.sql);
    await filling.close();
    await distributeDatabase(url, { shards: SHARDS });
    await migrateDatabase(url, { folder: await nextMigration() });
    owner = openDatabase({ url, applicationName: 'test' });
    service = openDatabase({
      url: serviceDatabaseUrl(url, 'rest-api', PASSWORD),
      applicationName: 'test',
      reusePlans: true,
    });
  });
  afterAll(async () => {
    await Promise.all([owner.close(), service.close()]);
    await (await openTestServer(admin)).drop(name);
    await admin.end();
  });

  test('has the same rows as before, on its workers', async () => {
    expect(await contents(owner.sql)).toEqual(before);
    expect(await isDistributed(owner.sql)).toBe(true);
    const placed = await owner.sql<{ name: string }[]>`
      select distinct logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by 1`;
    expect(placed.map((row) => row.name)).toEqual([...WEBSITE_TABLES].sort());
    const [local] = await owner.sql<{ bytes: number }[]>`select pg_relation_size('rollups')::int as bytes`;
    expect(local?.bytes).toBe(0);
  });

  test('is migrated further, on all of its parts', async () => {
    const rules = await owner.sql`
      select result from run_command_on_shards('rollups', ${`
        select conname || ' ' || convalidated from pg_constraint
        where conrelid = '%s'::regclass and conname ~ '^of_the_tests'`})`;
    expect(rules.map(({ result }) => result as string)).toEqual(
      Array.from({ length: SHARDS }, () => expect.stringMatching(/^of_the_tests_\d+ true$/)),
    );
    const types = await owner.sql`
      select result from run_command_on_shards('element_products', ${`
        select format_type(atttypid, atttypmod) from pg_attribute
        where attrelid = '%s'::regclass and attname = 'revenue'`})`;
    expect(new Set(types.map(({ result }) => result as string))).toEqual(new Set(['numeric(31,2)']));
  });

  test('can be distributed again, without any change', async () => {
    expect((await distributeDatabase(url)).tables).toEqual([]);
    expect(await contents(owner.sql)).toEqual(before);
  });

  test('keeps the foreign keys between tables of the same website', async () => {
    const orphan = owner.sql`insert into variants (website_id, id, campaign_id, variation) values (1, 999, 998, 'a')`;
    await expect(orphan).rejects.toMatchObject({ code: '23503' });
  });

  test('shows a service the stated websites only', async () => {
    const readable = WEBSITE_TABLES.filter((table) => ACCESS[table]?.services['rest-api']?.select);
    for (const table of readable) {
      const count = (websites: (typeof ONE)[]) =>
        inReadTransaction(service, websites, async (connection) => {
          const [row] = await connection.unsafe(
            `select count(*)::int as rows, count(*) filter (where website_id <> 1)::int as others from ${table}`,
          );
          return row;
        });
      const [stored] = await owner.sql.unsafe(
        `select count(*)::int as rows from ${table} where website_id = 1`,
      );
      expect([table, await count([ONE])]).toEqual([table, { rows: stored?.['rows'], others: 0 }]);
      expect([table, await count([])]).toEqual([table, { rows: 0, others: 0 }]);
    }
  });

  test('shows nothing to a service that has not told the workers its websites', async () => {
    const rows = await service.sql.begin(async (transaction) => {
      await transaction`set local plan_cache_mode = 'force_custom_plan'`;
      await transaction`select set_config('funnel.websites', '{1}', true)`;
      return transaction`select from campaigns where website_id = 1`;
    });
    expect(rows).toHaveLength(0);
    await expect(
      service.sql.begin((transaction) => transaction`select count(*) from campaigns`),
    ).resolves.toEqual([{ count: '0' }]);
  });

  test('lets a service write for the stated websites only', async () => {
    const write = (stated: typeof ONE, email: string) =>
      inWebsiteTransaction(service, [stated], async (transaction) => {
        await transaction`insert into contacts (website_id, visitor_token, email) values (2, gen_random_uuid(), ${email})`;
      });
    await expect(write(ONE, 'eve@example.com')).rejects.toMatchObject({ code: '42501' });
    await expect(write(TWO, 'bob@example.com')).resolves.toBeUndefined();
  });

  test('lets the insights worker create tables of its queue, and no schema', async () => {
    const worker = connect(serviceDatabaseUrl(url, 'insights-worker', PASSWORD));
    try {
      await expect(worker`create schema queue_of_the_tests`).rejects.toMatchObject({ code: '42501' });
      await expect(worker`create table bullmq.of_the_tests (id int)`).resolves.toBeDefined();
    } finally {
      await worker.end();
    }
  });

  test('goes on with the numbers of contacts', async () => {
    const [ben] = await inWebsiteTransaction(
      service,
      [ONE],
      (connection) => connection<{ id: number }[]>`
        insert into contacts (website_id, visitor_token, email) values (1, gen_random_uuid(), 'ben@example.com')
        returning id`,
    );
    const ids = await owner.sql<{ id: number }[]>`select id from contacts where website_id = 1 order by id`;
    expect(ben?.id).toBe(ids.at(-1)?.id);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(2);
  });

  test('reads the facts of several websites, stated or later', async () => {
    for (const stated of [[ONE, TWO], 'later'] as const) {
      const pending = await inReadTransaction(service, stated, async (connection) => {
        const websites = await readWebsites(connection, [ONE, TWO]);
        return websites.map(({ id }) => [id, pendingStateOf(connection, id)?.events]);
      });
      expect(pending).toEqual([
        [1, 1],
        [2, 0],
      ]);
    }
  });

  test('reaches its workers', async () => {
    await expect(assertWorkers(service)).resolves.toBeUndefined();
  });
});

/** A migration as a later version could have it, in a folder of its own. */
async function nextMigration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'funnel-migration-'));
  const entry = {
    idx: 0,
    version: '7',
    when: Date.UTC(2100, 0),
    tag: '9999_of_the_tests',
    breakpoints: true,
  };
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries: [entry] }));
  const statements = [
    'alter table event_ledger add column of_the_tests text',
    'alter table rollups add constraint of_the_tests check (views >= 0) not valid',
    'alter table rollups validate constraint of_the_tests',
    'alter table element_products alter column revenue set data type numeric(31, 2)',
  ];
  await writeFile(join(folder, `${entry.tag}.sql`), statements.join(';--> statement-breakpoint\n'));
  return folder;
}

/** A number that depends on every value, by table. */
async function contents(sql: Sql): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of WEBSITE_TABLES) {
    const [row] = await sql.unsafe(
      `select count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${table} t`,
    );
    found[table] = String(row?.['sum']);
  }
  return found;
}
