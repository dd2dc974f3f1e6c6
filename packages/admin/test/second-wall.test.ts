import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GRAINS, LEVELS, trustedWebsiteId } from '@funnel/domain';
import postgres from 'postgres';
import {
  ACCESS,
  createServiceRoles,
  migrateDatabase,
  SERVICE_NAMES,
  SERVICE_ROLES,
  type ServiceName,
} from '../src/index.ts';
import {
  type Database,
  inReadTransaction,
  inWebsiteTransaction,
  readWebsites,
  statePerson,
} from '@funnel/db';
import {
  addShop,
  createTestDatabase,
  isOnCitus,
  type TestDatabase,
} from '../../../infra/test/support/src/index.ts';

const PRIVILEGES = ['select', 'insert', 'update', 'delete'] as const;
const PERMISSION_DENIED = '42501';
/** Citus moves no row to another website, for nobody. */
const NOT_SUPPORTED = '0A000';
const [ONE, TWO] = [trustedWebsiteId(1), trustedWebsiteId(2)];

let db: TestDatabase;
const opened = {} as Record<ServiceName, Database>;
beforeAll(async () => {
  db = await createTestDatabase();
  await addShop(db.database);
  await db.database.sql.unsafe(`
    insert into contacts (website_id, visitor_token, email)
      values (1, gen_random_uuid(), 'ann@example.com'), (2, gen_random_uuid(), 'bob@example.com');
    insert into pending_events (website_id, day, type, visitor) values (1, '2026-11-10', 'view', 1), (2, '2026-11-10', 'view', 1);
    insert into event_ledger (website_id, event_id) values (1, gen_random_uuid()), (2, gen_random_uuid());
    insert into packed_event_ids (website_id, slice, first_id, event_ids, recorded_on)
      select w, 0, id, array[id], array[current_date] from generate_series(1, 2) w, gen_random_uuid() id;
    insert into packed_slices (website_id, slice) values (1, 0), (2, 0);
    insert into users (id, email, password_hash) values (1, 'ann@example.com', 'a hash'), (2, 'bob@example.com', 'a hash');
    insert into accounts (id, name) values (2, 'Other account');
    insert into account_members (account_id, user_id, role) values (1, 1, 'owner'), (2, 2, 'owner'), (2, 1, 'member');
    update websites set account_id = 2 where id = 2;
    insert into share_links (id, account_id, user_id, name, website_id, secret_hash, grant_id_hash, expires_at)
      select n, n, n, 'Link', n, sha256(n::text::bytea), sha256(n::text::bytea), now() + interval '1 day' from generate_series(1, 2) n;
    insert into share_link_openings (link_id, opened_at) values (1, now()), (2, now());
    insert into notification_channels (id, account_id, kind, name, hint, website_ids)
      values (1, 1, 'webhook', 'One', '', '{1}'), (2, 2, 'webhook', 'Two', '', '{2}');
    insert into notification_mutes (channel_id, website_id, campaign_id) values (1, 1, 101), (2, 2, 101);
    insert into notification_messages (channel_id, website_id, key, type) values (1, 1, 'x', 'y'), (2, 2, 'x', 'y');
    insert into notification_episodes (website_id, kind, campaign_id, began, payload)
      values (1, 'break', 101, '2026-11-10', '{}'), (2, 'break', 101, '2026-11-10', '{}');`);
  for (const table of tenantTables()) if (!OF_NO_WEBSITE.has(table)) await copyToSecondWebsite(table);
  for (const service of SERVICE_NAMES) opened[service] = db.openAs(service);
});
afterAll(() => db.drop());

function tenantTables(): string[] {
  return Object.entries(ACCESS).flatMap(([table, { tenant }]) => (tenant === null ? [] : [table]));
}

async function copyToSecondWebsite(table: string): Promise<void> {
  const { sql } = db.database;
  const [has] = await sql.unsafe(`select 1 from ${table} where website_id = 2`);
  if (has) return;
  await sql.unsafe(
    `insert into ${table} select (jsonb_populate_record(t, '{"website_id": 2}')).* from ${table} t where website_id = 1`,
  );
}

/** A statement that forgets its website. */
async function countRows(connection: postgres.Sql | postgres.TransactionSql, table: string) {
  const [row] = await connection.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${table}`);
  return row?.rows;
}

/** What tells the rows of a table without `website_id` apart: here it is the same number. */
const OF_NO_WEBSITE = new Map([
  ['accounts', 'id'],
  ['websites', 'id'],
  ['users', 'id'],
  ['account_members', 'account_id'],
  ['notification_channels', 'website_ids[1]'],
  ['share_link_openings', 'link_id'],
]);
const websiteColumn = (table: string) => OF_NO_WEBSITE.get(table) ?? 'website_id';

describe('rights', () => {
  test('every table is listed: a service may do only what is named there', async () => {
    const rows = await db.database.sql<{ name: string }[]>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relname not like 'citus\\_%'
      order by 1`;
    expect(Object.keys(ACCESS).sort()).toEqual(rows.map(({ name }) => name));
  });

  /** People, tokens and links belong to accounts, and the worker notes what it has seen: no service that answers a tenant reaches them. */
  const isOutOfReach = (name: string) => {
    const {
      'authorization-server': _own,
      'insights-worker': _worker,
      ...others
    } = ACCESS[name]?.services ?? {};
    return (
      ACCESS[name] !== undefined && Object.values(others).every((access) => Object.keys(access).length === 0)
    );
  };

  test('every table with a website is a tenant table with row-level security, or out of reach of tenants', async () => {
    const rows = await db.database.sql<{ name: string }[]>`
      select relname::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace order by 1`;
    expect(rows.map(({ name }) => name)).toEqual(tenantTables().sort());
    const withWebsite = await db.database.sql<{ name: string }[]>`
      select table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name = 'website_id'`;
    expect(
      withWebsite
        .map(({ name }) => name)
        .filter(isOutOfReach)
        .sort(),
    ).toEqual(['notification_watches', 'packed_slices']);
    expect(tenantTables()).toEqual(
      expect.arrayContaining(withWebsite.map(({ name }) => name).filter((name) => !isOutOfReach(name))),
    );
  });

  test.each(SERVICE_NAMES)('%s has exactly the rights of the table, column by column', async (service) => {
    const columns = await db.database.sql<{ name: string; column: string }[]>`
      select table_name::text as name, column_name::text as column from information_schema.columns
      where table_schema = 'public' and table_name not like 'citus\\_%'`;
    const wanted: string[] = [];
    const found: string[] = [];
    for (const { name, column } of columns)
      for (const privilege of PRIVILEGES) {
        if (privilege === 'delete') continue;
        const allowed = ACCESS[name]?.services[service]?.[privilege];
        const right = `${privilege} ${name}.${column}`;
        if (allowed === true || (allowed && allowed.includes(column))) wanted.push(right);
        const [row] = await db.database.sql`
          select has_column_privilege(${SERVICE_ROLES[service]}, ${name}, ${column}, ${privilege}) as has`;
        if (row?.['has']) found.push(right);
      }
    for (const [name, { services }] of Object.entries(ACCESS))
      for (const privilege of ['delete', 'truncate', 'references', 'trigger']) {
        if (privilege === 'delete' && services[service]?.delete) wanted.push(`delete ${name}`);
        const [row] = await db.database.sql`
          select has_table_privilege(${SERVICE_ROLES[service]}, ${name}, ${privilege}) as has`;
        if (row?.['has']) found.push(`${privilege} ${name}`);
      }
    expect(found).toEqual(wanted);
    const [create] = await db.database.sql`
      select has_schema_privilege(${SERVICE_ROLES[service]}, 'public', 'create') as has, rolsuper, rolbypassrls
      from pg_roles where rolname = ${SERVICE_ROLES[service]}`;
    expect(create).toEqual({ has: false, rolsuper: false, rolbypassrls: false });
  });

  test.each([
    'select password_hash from users',
    'select email from contacts',
    'select token_hash from personal_tokens',
    'select payload from authorization_records',
    'select api_key_encrypted from websites',
    'select api_key_hash from websites',
    `select * from find_api_key('\\x00')`,
    `insert into rollups (website_id, level, grain, bucket, subject_id) values (1, 'website', 'day', '2026-11-10', 1)`,
    'delete from campaigns',
    'set role funnel_authorization_server',
    'create table loot (id int)',
  ])('the tool server may not: %s', async (text) => {
    await expect(opened['mcp-server'].sql.unsafe(text)).rejects.toMatchObject({ code: PERMISSION_DENIED });
  });

  test('only the authorization server reads tokens; people also the worker and REST, contacts also REST', async () => {
    const alsoBy: Partial<Record<string, string[]>> = {
      contacts: ['rest-api'],
      users: ['insights-worker', 'rest-api'],
      account_members: ['insights-worker', 'rest-api'],
    };
    for (const table of [
      'users',
      'account_members',
      'authorization_records',
      'personal_tokens',
      'contacts',
    ]) {
      const readers = ['authorization-server', ...(alsoBy[table] ?? [])];
      for (const service of SERVICE_NAMES) {
        const reading = countRows(opened[service].sql, table);
        if (readers.includes(service)) await expect(reading).resolves.toEqual(expect.any(Number));
        else await expect(reading).rejects.toMatchObject({ code: PERMISSION_DENIED });
      }
    }
  });
});

describe('statements that forget their website', () => {
  const readers = SERVICE_NAMES.flatMap((service) =>
    tenantTables()
      .filter((table) => ACCESS[table]?.services[service]?.select)
      .map((table) => ({ service, table, unstated: ACCESS[table]?.services[service]?.unstated })),
  );

  test.each(readers.filter(({ unstated }) => !unstated))(
    '$service finds nothing in $table without stated websites, and only those that are stated',
    async ({ service, table }) => {
      const database = opened[service];
      expect(await countRows(db.database.sql, table)).toBeGreaterThan(1);
      expect(await countRows(database.sql, table)).toBe(0);
      const [seen] = await inReadTransaction(database, [ONE], (connection) =>
        connection.unsafe(`select array_agg(distinct ${websiteColumn(table)}) as ids from ${table}`),
      );
      expect(seen?.['ids']).toEqual([1]);
      // What a transaction has stated ends with it.
      expect(await countRows(database.sql, table)).toBe(0);
    },
  );

  test('what crosses websites by its nature is listed here, and nothing else does', () => {
    const crossing = readers.flatMap(({ service, table, unstated }) =>
      unstated ? [`${service} ${table} ${unstated}`] : [],
    );
    expect(crossing.sort()).toEqual([
      'authorization-server account_members all',
      'authorization-server accounts all',
      'authorization-server notification_channels all',
      'authorization-server notification_episodes all',
      'authorization-server notification_messages all',
      'authorization-server notification_mutes all',
      'authorization-server share_link_openings all',
      'authorization-server share_links all',
      'authorization-server users all',
      'authorization-server websites all',
      'insights-worker account_members read',
      'insights-worker accounts read',
      'insights-worker event_ledger all',
      'insights-worker insights_snapshots read',
      'insights-worker notification_channels all',
      'insights-worker notification_episodes all',
      'insights-worker notification_messages all',
      'insights-worker notification_mutes all',
      'insights-worker packed_slices read',
      'insights-worker pending_events read',
      'insights-worker users read',
      'insights-worker website_activity read',
      'insights-worker websites read',
    ]);
  });

  test('REST makes and revokes links, and reaches neither what opens them nor their tokens', async () => {
    const rest = opened['rest-api'];
    for (const text of [
      'select secret_hash from share_links',
      'select password_hash from share_links',
      'select grant_id_hash from share_links',
      'update share_links set expires_at = now()',
      'delete from share_links',
      `insert into share_link_openings (link_id, opened_at) values (1, now())`,
      'delete from authorization_records',
      'select from grant_websites',
    ])
      await expect(rest.sql.unsafe(text)).rejects.toMatchObject({ code: PERMISSION_DENIED });
    const link = `insert into share_links (account_id, user_id, name, website_id, secret_hash, grant_id_hash, expires_at)
      values (2, 2, 'x', 2, '\\x00', '\\x00', now())`;
    for (const statement of [link, `select set_config('funnel.websites', '{1}', true); ${link}`])
      await expect(rest.sql.begin((sql) => sql.unsafe(statement))).rejects.toMatchObject({
        code: PERMISSION_DENIED,
      });
    const revoked = await inWebsiteTransaction(
      rest,
      [ONE],
      (sql) => sql`update share_links set revoked_at = now() returning id`,
    );
    expect(revoked).toEqual([{ id: 1 }]);
    await expect(rest.sql`select count_active_share_links(2) as count`).resolves.toEqual([{ count: 1 }]);
    for (const service of SERVICE_NAMES.filter((name) => name !== 'rest-api'))
      await expect(opened[service].sql`select count_active_share_links(2)`).rejects.toMatchObject({
        code: PERMISSION_DENIED,
      });
  });

  test('the channels of a person or an account are counted for REST and the pages, and for nobody else', async () => {
    const counted = 'select channels, waiting from count_channels(null, 1)';
    for (const service of SERVICE_NAMES) {
      const asked = opened[service].sql.unsafe(counted);
      if (service === 'rest-api' || service === 'authorization-server')
        await expect(asked).resolves.toEqual([{ channels: 1, waiting: expect.any(Number) }]);
      else await expect(asked).rejects.toMatchObject({ code: PERMISSION_DENIED });
    }
  });

  test('the worker sees pending events of all websites, but removes only those that it stated', async () => {
    const { sql } = opened['insights-worker'];
    expect(await countRows(sql, 'pending_events')).toBe(2);
    expect((await sql`delete from pending_events`).count).toBe(0);
    const stated = await inWebsiteTransaction(
      opened['insights-worker'],
      [TWO],
      (transaction) => transaction`delete from pending_events`,
    );
    expect(stated.count).toBe(1);
  });

  test('a write that forgets its website changes nothing, and one for another website fails', async () => {
    const rest = opened['rest-api'];
    expect((await rest.sql`update contacts set city = 'Lost'`).count).toBe(0);
    expect((await rest.sql`delete from contacts`).count).toBe(0);
    const insert = inWebsiteTransaction(
      rest,
      [ONE],
      (sql) => sql`insert into contacts (website_id, visitor_token) values (2, gen_random_uuid())`,
    );
    await expect(insert).rejects.toMatchObject({ code: PERMISSION_DENIED });
    const moved = inWebsiteTransaction(rest, [ONE], (sql) => sql`update contacts set website_id = 2`);
    await expect(moved).rejects.toMatchObject({ code: isOnCitus ? NOT_SUPPORTED : PERMISSION_DENIED });
    const event = inWebsiteTransaction(
      opened['event-intake'],
      [ONE],
      (sql) =>
        sql`insert into pending_events (website_id, day, type, visitor) values (2, '2026-11-10', 'view', 1)`,
    );
    await expect(event).rejects.toMatchObject({ code: PERMISSION_DENIED });
  });

  test('the facts of websites state what they ask for, but never more than their transaction has', async () => {
    const database = opened['mcp-server'];
    expect((await readWebsites(database.sql, [ONE, TWO])).map(({ id }) => id)).toEqual([1, 2]);
    const inside = await inReadTransaction(database, [ONE], (connection) =>
      readWebsites(connection, [ONE, TWO]),
    );
    expect(inside.map(({ id, version }) => [id, version])).toEqual([[1, expect.not.stringMatching(/^0$/)]]);
    expect(await countRows(database.sql, 'websites')).toBe(0);
    // As operations use it: nothing is visible before, and only the websites of the first statement afterwards.
    const counts = await inReadTransaction(database, 'later', async (connection) => {
      const before = await countRows(connection, 'campaigns');
      await readWebsites(connection, [ONE]);
      await readWebsites(connection, [TWO]);
      return [
        before,
        await countRows(connection, 'campaigns'),
        await countRows(db.database.sql, 'campaigns'),
      ];
    });
    expect(counts).toEqual([0, 1, 2]);
  });
});

test('reports use the whole key of the rollups under row-level security', async () => {
  const { sql } = opened['mcp-server'];
  const plan = await sql.begin(async (transaction) => {
    await transaction`select set_config('funnel.websites', '{1}', true)`;
    return transaction.unsafe(
      `explain (costs off) select r.views from unnest('{day}'::text::grain[]) as w (grain)
      cross join lateral (select * from rollups where website_id = any ('{1}'::int[]) and level = $1::text::level and grain = w.grain
        and bucket = '2026-11-10' and subject_id between 1 and 9 offset 0) as r`,
      ['campaign'],
    );
  });
  const condition = plan.map((row) => String(row['QUERY PLAN'])).find((line) => line.includes('Index Cond'));
  for (const column of ['website_id', 'level', 'grain', 'bucket', 'subject_id'])
    expect(condition).toContain(column);
  expect(JSON.stringify(plan)).not.toContain('Filter');
});

test('levels and grains are those of the code', async () => {
  const { sql } = db.database;
  const insert = (level: string, grain: string) =>
    sql`insert into rollups (website_id, level, grain, bucket, subject_id) values (1, ${level}, ${grain}, '2020-01-01', 99)`;
  for (const level of LEVELS) for (const grain of GRAINS) await insert(level, grain);
  const letters = await sql`select distinct level::text as letter from rollups where subject_id = 99`;
  expect(new Set(letters.map((row) => String(row['letter'])))).toEqual(
    new Set(LEVELS.map((level) => level[0])),
  );
  await expect(insert('planet', 'day')).rejects.toMatchObject({ code: '23514' });
  await expect(insert('website', 'hour')).rejects.toMatchObject({ code: '23514' });
});

describe('the stated person', () => {
  const ANN = 1;
  const BOB = 2;
  const seenBy = (service: ServiceName, person: number, text: string) =>
    inWebsiteTransaction(opened[service], [], async (connection) => {
      statePerson(connection, person);
      return (await connection.unsafe<{ id: number }[]>(text)).map(({ id }) => id);
    });

  test('lets REST see the memberships and the owned accounts of this person, and of nobody else', async () => {
    const memberships = 'select account_id as id from account_members order by 1';
    expect(await seenBy('rest-api', ANN, memberships)).toEqual([1, 2]);
    expect(await seenBy('rest-api', BOB, memberships)).toEqual([2]);
    expect(await seenBy('rest-api', ANN, 'select id from accounts')).toEqual([1]);
    expect(await seenBy('rest-api', BOB, 'select id from accounts')).toEqual([2]);
    expect(await seenBy('rest-api', 999, 'select id from accounts')).toEqual([]);
    // It ends with its transaction.
    expect(await countRows(opened['rest-api'].sql, 'accounts')).toBe(0);
    expect(await countRows(opened['rest-api'].sql, 'account_members')).toBe(0);
  });

  test('lets REST see the channels of this person and of the owned accounts, about whatever they are', async () => {
    await db.database.sql.unsafe(`
      insert into notification_channels (id, user_id, account_id, kind, name, hint, website_ids) values
        (11, 1, null, 'webhook', 'Of Ann, about everything', '', null),
        (12, 2, null, 'webhook', 'Of Bob, about everything', '', null),
        (13, null, 1, 'webhook', 'Of account 1', '', null), (14, null, 2, 'webhook', 'Of account 2', '', null);
      insert into notification_mutes (channel_id, website_id, campaign_id) values (11, 1, 101), (12, 1, 101)`);
    const channels = 'select id from notification_channels order by id';
    expect(await seenBy('rest-api', ANN, channels)).toEqual([1, 11, 13]);
    expect(await seenBy('rest-api', BOB, channels)).toEqual([2, 12, 14]);
    const mutes = 'select channel_id as id from notification_mutes order by 1';
    expect(await seenBy('rest-api', ANN, mutes)).toEqual([1, 11]);
    // Websites alone show nothing that is about more than these.
    const [about] = await inWebsiteTransaction(
      opened['rest-api'],
      [ONE],
      (sql) => sql`select array_agg(id) as ids from notification_channels`,
    );
    expect(about?.['ids']).toEqual([1]);
    const stolen = `update notification_channels set user_id = 1, account_id = null where id = 12 returning id`;
    expect(await seenBy('rest-api', ANN, stolen)).toEqual([]);
    const given = seenBy(
      'rest-api',
      ANN,
      'update notification_channels set user_id = 2 where id = 11 returning id',
    );
    await expect(given).rejects.toMatchObject({ code: PERMISSION_DENIED });
  });

  test('lets REST change nothing but what an owner may', async () => {
    const update = `update accounts set embed_origins = '{https://ours.example}' returning id`;
    expect(await seenBy('rest-api', ANN, update)).toEqual([1]);
    await expect(seenBy('rest-api', ANN, `update account_members set role = 'owner'`)).rejects.toMatchObject({
      code: PERMISSION_DENIED,
    });
  });

  test('says nothing to other services', async () => {
    for (const service of ['mcp-server', 'event-intake'] as const)
      expect([service, await seenBy(service, ANN, 'select id from accounts')]).toEqual([service, []]);
  });
});

describe('running the command again', () => {
  test('corrects rights and policies that were changed by hand, and keeps passwords', async () => {
    const { sql } = db.database;
    for (const change of [
      'grant select on contacts to funnel_mcp_server',
      'create table later (id int)',
      'grant select on later to funnel_mcp_server',
      'drop policy stated_websites on campaigns',
      'alter table campaigns disable row level security',
    ])
      await sql.unsafe(change);
    expect(await countRows(opened['mcp-server'].sql, 'campaigns')).toBe(2);
    const roles = await createServiceRoles(db.url);
    expect(roles.every(({ isNew, url }) => !isNew && url === undefined)).toBe(true);
    await expect(countRows(opened['mcp-server'].sql, 'contacts')).rejects.toMatchObject({
      code: PERMISSION_DENIED,
    });
    await expect(countRows(opened['mcp-server'].sql, 'later')).rejects.toMatchObject({
      code: PERMISSION_DENIED,
    });
    expect(await countRows(opened['mcp-server'].sql, 'campaigns')).toBe(0);
    const again = postgres(db.urlOf('mcp-server'), { max: 1 });
    await expect(again`select 1`).resolves.toHaveLength(1);
    await again.end();
    await sql`drop table later`;
  });

  test('a migration brings the rights up to date', async () => {
    const { sql } = db.database;
    await sql`grant select on contacts to funnel_mcp_server`;
    await sql`comment on function stated_websites() is 'access of before'`;
    await migrateDatabase(db.url);
    await expect(countRows(opened['mcp-server'].sql, 'contacts')).rejects.toMatchObject({
      code: PERMISSION_DENIED,
    });
  });
});
