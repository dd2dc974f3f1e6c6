import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { type LockOptions, withShortLocks } from '../migrations/short-locks.ts';
import { isDistributed } from '@funnel/db';
import {
  ACCESS,
  type Access,
  BY_WEBSITE_ON_CITUS,
  type POLICY_NAMES,
  type TableAccess,
  WEBSITE_TABLES,
} from './access.ts';
import { forSuperuser } from './for-superuser.ts';
import { SERVICE_NAMES, SERVICE_ROLES, type ServiceName } from './service-roles.ts';

/** BullMQ keeps its tables here where there is no Redis. */
const QUEUE_SCHEMA = 'bullmq';

/** Functions that run with the rights of the owner, and who may ask them. */
const SEE_ALL_WEBSITES: readonly [string, readonly ServiceName[]][] = [
  ['find_api_key(bytea)', ['rest-api']],
  ['count_active_share_links(integer)', ['rest-api']],
  ['count_channels(integer, integer)', ['rest-api', 'authorization-server']],
  [
    'share_link_is_active(integer, integer, integer, timestamptz, timestamptz)',
    ['rest-api', 'authorization-server'],
  ],
];

/** Statements that belong together, in one transaction. */
interface Step {
  name: string;
  statements: readonly string[];
}

/**
 * Makes rights and row-level security match `ACCESS`, for those of the roles that exist, one table after the other: a
 * request never finds a table without its rights, and waits for one table at most. A database without these roles is left
 * alone. Without `always` it does nothing if `ACCESS` has not changed since the last time.
 */
export async function applyAccess(
  sql: Sql,
  { always, ...locks }: LockOptions & { always: boolean },
): Promise<void> {
  if (!always && (await isAccessApplied(sql))) return;
  const { existing, steps, fingerprint } = await wantedAccess(sql);
  if (existing.length === 0) return;
  for (const { name, statements } of steps)
    await withShortLocks(sql, name, locks, (transaction) => runAll(transaction, statements));
  await withShortLocks(sql, 'rights on the queue', locks, async (transaction) => {
    await allowQueue(transaction, existing);
    await transaction.unsafe(`comment on function stated_websites() is '${fingerprint}'`);
  });
}

/** Whether `applyAccess` without `always` would do nothing. */
export async function isAccessApplied(sql: Sql): Promise<boolean> {
  const { existing, fingerprint } = await wantedAccess(sql);
  return existing.length === 0 || (await appliedFingerprint(sql)) === fingerprint;
}

async function wantedAccess(sql: Sql) {
  const existing = await existingRoles(sql);
  const steps = accessSteps(existing, await isDistributed(sql));
  const text = steps.flatMap(({ statements }) => statements).join(';');
  return { existing, steps, fingerprint: `access ${createHash('sha256').update(text).digest('hex')}` };
}

/** One by one, because Citus refuses several commands at once; sent together. */
async function runAll(transaction: TransactionSql, statements: readonly string[]): Promise<void> {
  await Promise.all(statements.map((statement) => transaction.unsafe(statement)));
}

/** Gives a new table the rights and row-level security of its name, within the transaction that creates it. */
export async function applyTableAccess(transaction: TransactionSql, table: string): Promise<void> {
  const access = ACCESS[table];
  if (!access) throw new Error(`packages/admin/src/roles/access.ts does not list ${table}`);
  const existing = await existingRoles(transaction);
  const statements = tableStatements(table, access, existing);
  if (existing.length > 0) await transaction.unsafe(statements.join(';\n'));
}

async function existingRoles(sql: Sql | TransactionSql): Promise<ServiceName[]> {
  const rows = await sql<{ name: string }[]>`
    select rolname::text as name from pg_roles where rolname = any (${Object.values(SERVICE_ROLES)})`;
  const names = new Set(rows.map(({ name }) => name));
  return SERVICE_NAMES.filter((service) => names.has(SERVICE_ROLES[service]));
}

async function appliedFingerprint(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ text: string | null }[]>`
    select obj_description('stated_websites()'::regprocedure, 'pg_proc') as text`;
  return row?.text ?? null;
}

function accessSteps(services: readonly ServiceName[], isOnCitus: boolean): Step[] {
  const roles = services.map((service) => SERVICE_ROLES[service]).join(', ');
  return [
    {
      name: 'rights on functions and unknown tables',
      statements: [
        revokeOnDatabase(roles),
        revokeLargeObjects(roles),
        revokeOnSchemas(services),
        `grant usage on schema public, drizzle to ${roles}`,
        `grant select on drizzle.__drizzle_migrations to ${roles}`,
        revokeUnknown(roles),
        ...SEE_ALL_WEBSITES.flatMap(([name, allowed]) => [
          `revoke execute on function ${name} from public`,
          ...allowed
            .filter((service) => services.includes(service))
            .map((service) => `grant execute on function ${name} to ${SERVICE_ROLES[service]}`),
        ]),
      ],
    },
    ...Object.entries(ACCESS).map(([table, access]) => ({
      name: `rights on ${table}`,
      statements: [
        `revoke all on ${table} from ${roles}`,
        ...tableStatements(table, isOnCitus ? onCitus(table, access) : access, services),
      ],
    })),
  ];
}

function onCitus(table: string, access: TableAccess): TableAccess {
  return WEBSITE_TABLES.includes(table) ? { ...access, tenant: BY_WEBSITE_ON_CITUS } : access;
}

/** They could fill the disk unseen. Only a superuser may revoke this right; anyone else gets a notice. */
function revokeLargeObjects(roles: string): string {
  return `do $$ begin
    revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public, ${roles};
  exception when insufficient_privilege then null; end $$`;
}

/** Says it if a service can still store large objects. */
export async function warnOfLargeObjects(sql: Sql, warn: (message: string) => void): Promise<void> {
  const rows = await sql<{ function: string }[]>`
    select pg_proc.oid::regprocedure::text as function
    from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
      and exists (
        select from pg_roles
        where rolname = any (${Object.values(SERVICE_ROLES)}) and has_function_privilege(oid, pg_proc.oid, 'execute')
      )
    order by 1`;
  if (rows.length === 0) return;
  const functions = rows.map((row) => row.function).join(', ');
  const roles = (await existingRoles(sql)).map((service) => SERVICE_ROLES[service]).join(', ');
  warn(
    forSuperuser('Services can store large objects, which fill the disk.', [
      `revoke execute on function ${functions} from public, ${roles}`,
    ]),
  );
}

/** No service creates a schema, or, but for the worker, a table that only its session sees. */
function revokeOnDatabase(roles: string): string {
  return `do $$ begin
    execute format('revoke create, temporary on database %I from public, ${roles}', current_database());
  end $$`;
}

/** What a service creates elsewhere would be in a dump. Databases from before PostgreSQL 15 let everybody create in `public`. */
function revokeOnSchemas(services: readonly ServiceName[]): string {
  const roles = services.map((service) => SERVICE_ROLES[service]);
  return `do $$ declare open regnamespace; begin
    for open in
      select oid from pg_namespace
      where nspname !~ '^pg_' and nspname <> '${QUEUE_SCHEMA}'
        and exists (select from unnest('{${roles.join()}}'::text[]) as role where has_schema_privilege(role, pg_namespace.oid, 'create'))
    loop execute format('revoke create on schema %s from public, ${roles.join(', ')}', open); end loop;
  end $$`;
}

/** Takes away rights on tables that `ACCESS` does not name. */
function revokeUnknown(roles: string): string {
  const known = Object.keys(ACCESS).map((table) => `'${table}'`);
  return `do $$ declare unknown regclass; begin
    for unknown in
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and relname not in (${known.join(', ')})
    loop execute format('revoke all on %s from ${roles}', unknown); end loop;
  end $$`;
}

function tableStatements(table: string, access: TableAccess, services: readonly ServiceName[]): string[] {
  return [
    ...services.flatMap((service) => grants(table, service, access.services[service] ?? {})),
    ...policies(table, access, services),
  ];
}

function grants(table: string, service: ServiceName, access: Access): string[] {
  const role = SERVICE_ROLES[service];
  return (['select', 'insert', 'update', 'delete'] as const).flatMap((privilege) => {
    const columns = access[privilege];
    if (columns === undefined) return [];
    const only = columns === true ? '' : ` (${columns.join(', ')})`;
    return [`grant ${privilege}${only} on ${table} to ${role}`];
  });
}

/** Without a policy, a role sees no row of a table with row-level security. */
function policies(
  table: string,
  { tenant, person, services }: TableAccess,
  given: readonly ServiceName[],
): string[] {
  if (tenant === null) return [];
  const rolesWith = (unstated: Access['unstated'] | 'none') =>
    given
      .filter((service) => (services[service]?.unstated ?? 'none') === unstated)
      .map((service) => SERVICE_ROLES[service]);
  const stated = [...rolesWith('none'), ...rolesWith('read')];
  const rolesOfPerson = given
    .filter((service) => services[service]?.statesPerson)
    .map((service) => SERVICE_ROLES[service]);
  const policy = (
    name: (typeof POLICY_NAMES)[number],
    command: string,
    roles: readonly string[],
    condition: string,
  ) => [
    `drop policy if exists ${name} on ${table}`,
    ...(roles.length === 0
      ? []
      : [`create policy ${name} on ${table} for ${command} to ${roles.join(', ')} using (${condition})`]),
  ];
  return [
    `alter table ${table} enable row level security`,
    ...policy('stated_websites', 'all', stated, tenant),
    ...policy('stated_person', 'all', person === undefined ? [] : rolesOfPerson, person ?? 'false'),
    ...policy('read_all_websites', 'select', rolesWith('read'), 'true'),
    ...policy('all_websites', 'all', rolesWith('all'), 'true'),
  ];
}

/** Without Redis the worker's queue is in this database, in a schema of the worker's own. */
async function allowQueue(sql: TransactionSql, services: readonly ServiceName[]): Promise<void> {
  if (!services.includes('insights-worker')) return;
  const role = SERVICE_ROLES['insights-worker'];
  // A restored database has none.
  await sql.unsafe(`create schema if not exists ${QUEUE_SCHEMA}`);
  // BullMQ adds many jobs at once by a temporary table.
  await sql.unsafe(
    `do $$ begin execute format('grant temporary on database %I to ${role}', current_database()); end $$`,
  );
  const objects = await sql<{ kind: string; name: string }[]>`
    select 'schema' as kind, quote_ident(nspname) as name
    from pg_namespace where nspname = ${QUEUE_SCHEMA} and pg_get_userbyid(nspowner) <> ${role}
    union all
    select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, oid::regclass::text
    from pg_class
    where relnamespace = to_regnamespace(${QUEUE_SCHEMA}) and relkind in ('r', 'p', 'v', 'S')
      and pg_get_userbyid(relowner) <> ${role}
      and not exists (
        select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and classid = 'pg_class'::regclass
          and refclassid = 'pg_class'::regclass
      )
    union all
    select 'routine', oid::regprocedure::text
    from pg_proc where pronamespace = to_regnamespace(${QUEUE_SCHEMA}) and pg_get_userbyid(proowner) <> ${role}
    union all
    select 'type', oid::regtype::text
    from pg_type
    where typnamespace = to_regnamespace(${QUEUE_SCHEMA}) and typtype in ('e', 'd')
      and pg_get_userbyid(typowner) <> ${role}`;
  if (objects.length === 0) return;
  await sql.unsafe(`grant ${role} to current_user`);
  for (const { kind, name } of objects) await sql.unsafe(`alter ${kind} ${name} owner to ${role}`);
}
