import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import postgres from 'postgres';
import { createServiceRoles, migrateDatabase, type ServiceName } from '../src/index.ts';
import { isOnCitus } from '../../../infra/test/support/src/index.ts';
import { useOwnServer } from '../../../infra/test/support/src/own-server.ts';

const STORE = "select lo_from_bytea(0, '\\x00')";

/** Settings of roles belong to a server: those planted here would be in the way of other suites. */
(isOnCitus ? describe.skip : describe)('an owner who is no superuser', () => {
  const server = useOwnServer();
  const open: postgres.Sql[] = [];
  const urls = new Map<ServiceName, string | undefined>();
  let admin: postgres.Sql;
  let ownerUrl = '';

  const connect = (url: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    open.push(sql);
    return sql;
  };
  const as = async (service: ServiceName, statements: string) => {
    const sql = connect(urls.get(service) ?? '');
    await sql.unsafe(statements);
    await sql.end();
  };
  /** Runs `roles`, and returns what it says, and what it leaves to a superuser. */
  const roles = async () => {
    const said: string[] = [];
    const left: string[] = [];
    const say = (message: string) => said.push(message);
    const warn = (message: string) => left.push(message);
    const created = await createServiceRoles(ownerUrl, {}, { say, warn });
    for (const { service, url } of created) if (url) urls.set(service, url);
    return { said: said.join('\n'), left };
  };
  const inDatabase = (name: string) => {
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.pathname = `/${name}`;
    return url;
  };

  beforeAll(async () => {
    await connect(inDatabase('postgres').href).unsafe(`create role owner login createrole password 'owner'`);
    for (const name of ['funnel', 'other'])
      await connect(inDatabase('postgres').href).unsafe(`create database ${name} owner owner`);
    admin = connect(inDatabase('funnel').href);
    const url = inDatabase('funnel');
    [url.username, url.password] = ['owner', 'owner'];
    ownerUrl = url.href;
    await migrateDatabase(ownerUrl);
    await roles();
  });
  afterAll(async () => {
    for (const sql of open) await sql.end();
    await server.stop();
  });

  test('removes the settings of sessions that a service has planted, in every database', async () => {
    const read = () => admin`
      select setrole::regrole::text as role, setdatabase = 0 as everywhere, setconfig::text as settings
      from pg_db_role_setting order by 1, 2`;
    const wanted = await read();
    expect(wanted).toHaveLength(6);
    await as(
      'insights-worker',
      `alter role current_user in database funnel set search_path = bullmq, public;
       alter role current_user in database other set row_security = off;
       alter role current_user reset jit`,
    );
    await as(
      'dashboard',
      `alter role current_user set default_transaction_read_only = on;
       alter role current_user set statement_timeout = '1ms'`,
    );
    const { said } = await roles();
    for (const text of [
      'funnel_insights_worker in database funnel: search_path=bullmq, public',
      'funnel_insights_worker in database other: row_security=off',
      'funnel_dashboard: default_transaction_read_only=on',
      'funnel_dashboard: statement_timeout=1ms',
    ])
      expect(said).toContain(text);
    expect(await read()).toEqual(wanted);
    expect((await roles()).said).toBe('');
  });

  test('removes default privileges of services', async () => {
    await as(
      'insights-worker',
      `alter default privileges grant all on tables to public;
       alter default privileges in schema bullmq grant select on sequences to funnel_dashboard with grant option;
       alter default privileges revoke execute on functions from public;
       alter default privileges revoke all on types from current_user`,
    );
    const { said } = await roles();
    expect(said).toContain('default privileges on tables for role funnel_insights_worker');
    expect(await admin`select from pg_default_acl`).toEqual([]);
    expect((await roles()).said).toBe('');
  });

  test('removes large objects of services, and says what a superuser has to revoke', async () => {
    await as('mcp-server', STORE);
    await as('dashboard', `${STORE} from generate_series(1, 2500)`);
    const { said, left } = await roles();
    expect(said).toContain('1 large objects of funnel_mcp_server');
    expect(said).toContain('500 large objects of funnel_dashboard');
    expect(await admin`select from pg_largeobject_metadata`).toEqual([]);
    expect(left).toHaveLength(1);
    const statement = /^ {2}(revoke .+);$/m.exec(left[0] ?? '')?.[1] ?? '';
    expect(statement).toContain('lo_from_bytea');
    await admin.unsafe(statement);
    await expect(as('dashboard', STORE)).rejects.toThrow('permission denied');
    expect(await roles()).toEqual({ said: '', left: [] });
  });

  test('names what it may not change, and does not fail', async () => {
    await admin.unsafe('grant execute on function lo_from_bytea(oid, bytea) to funnel_rest_api');
    await as('rest-api', `${STORE}; alter default privileges grant all on tables to public`);
    await as('rest-api', 'alter role current_user set jit = on');
    // From PostgreSQL 16 on, CREATEROLE is a right on the roles that one has created.
    const [version] = await admin<{ isNew: boolean }[]>`
      select current_setting('server_version_num')::int >= 160000 as "isNew"`;
    if (!version?.isNew) return;
    await admin.unsafe('revoke funnel_rest_api from owner');
    const { left } = await roles();
    for (const statement of [
      'alter role funnel_rest_api reset all;',
      'select lo_unlink(oid) from pg_largeobject_metadata',
      'alter default privileges for role funnel_rest_api revoke all on tables from public',
      'revoke execute on function lo_from_bytea(oid,bytea) from public',
    ])
      expect(left.join('\n')).toContain(statement);
    for (const message of left)
      for (const [, statement = ''] of message.matchAll(/^ {2}(.+);$/gm)) await admin.unsafe(statement);
    expect(await roles()).toEqual({ said: '', left: [] });
  });
});
