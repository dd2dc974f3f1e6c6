import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { COMPILE_NOTHING, openSession, SEARCH_PATH, type SessionOptions } from '@funnel/db/command';
import type { LockOptions } from '../migrations/short-locks.ts';
import { applyAccess } from './apply-access.ts';
import { removePlanted } from './remove-planted.ts';
import { SERVICE_NAMES, SERVICE_ROLES, type ServiceName, serviceDatabaseUrl } from './service-roles.ts';

/** The role of a service after `createServiceRoles`. */
export interface ServiceRole {
  service: ServiceName;
  role: string;
  /** Whether this call has created it. */
  isNew: boolean;
  /** The DATABASE_URL of the service; undefined if its password is not known, because it was set before. */
  url: string | undefined;
}

/**
 * The settings of sessions of a role, unless the session states others. They matter behind a connection pooler, where a
 * service cannot state any: without them a slow statement would run for ever.
 */
const SESSION_SETTINGS: Readonly<Record<ServiceName, Readonly<Record<string, string>>>> = {
  'rest-api': { statement_timeout: '5s', idle_in_transaction_session_timeout: '1min' },
  'mcp-server': { statement_timeout: '5s', idle_in_transaction_session_timeout: '1min' },
  'authorization-server': { statement_timeout: '5s', idle_in_transaction_session_timeout: '1min' },
  'insights-worker': { statement_timeout: '5min', idle_in_transaction_session_timeout: '1min' },
  'event-intake': { statement_timeout: '5s', idle_in_transaction_session_timeout: '1min' },
  dashboard: { statement_timeout: '5s', idle_in_transaction_session_timeout: '1min' },
};

/** Two databases of a server may create the same role at the same time. */
const ALREADY_EXISTS = new Set(['42710', '23505']);

/**
 * Creates the database roles of the services and gives them their rights. It can be run again at any time: a role keeps
 * its password unless another one is given, and rights that were changed by hand are corrected. A new role without a
 * given password gets a random one. What a service may have planted is removed. `url` is of the owner of the tables, who may create roles.
 * @example
 * const roles = await createServiceRoles(databaseUrl);
 * assert.deepEqual(roles.map(({ role }) => role).slice(0, 2), ['funnel_rest_api', 'funnel_mcp_server']);
 */
export async function createServiceRoles(
  url: string,
  passwords: Readonly<Partial<Record<ServiceName, string>>> = {},
  options: SessionOptions & LockOptions = {},
): Promise<ServiceRole[]> {
  const sql = openSession(url, 'funnel-roles', options);
  try {
    const roles: ServiceRole[] = [];
    for (const service of SERVICE_NAMES) {
      const role = SERVICE_ROLES[service];
      const password = passwords[service];
      const created = await create(sql, role, password ?? randomBytes(24).toString('base64url'));
      if (!created && password !== undefined) await setPassword(sql, 'alter', role, password);
      const known = created ?? password;
      // Who may set the password may set these; the roles of somebody else stay as they are.
      if (known !== undefined) await setSessionSettings(sql, service);
      roles.push({
        service,
        role,
        isNew: created !== undefined,
        url: known === undefined ? undefined : serviceDatabaseUrl(url, service, known),
      });
    }
    await removePlanted(sql, options);
    await applyAccess(sql, { always: true });
    return roles;
  } finally {
    await sql.end();
  }
}

/** Returns the password, or undefined if the role exists. */
async function create(sql: Sql, role: string, password: string): Promise<string | undefined> {
  const [exists] = await sql`select 1 from pg_roles where rolname = ${role}`;
  if (exists) return undefined;
  try {
    await setPassword(sql, 'create', role, password);
    return password;
  } catch (error) {
    if (ALREADY_EXISTS.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

async function setPassword(
  sql: Sql,
  verb: 'create' | 'alter',
  role: string,
  password: string,
): Promise<void> {
  const [row] = await sql<{ text: string }[]>`
    select format(${`${verb} role %I login password %L`}::text, ${role}::text, ${password}::text) as text`;
  await sql.unsafe(row?.text ?? '');
}

async function setSessionSettings(sql: Sql, service: ServiceName): Promise<void> {
  const settings = { ...SESSION_SETTINGS[service], ...COMPILE_NOTHING };
  const statements = Object.entries(settings).map(
    ([name, value]) => `alter role ${SERVICE_ROLES[service]} set ${name} = '${value}'`,
  );
  await sql.unsafe(
    [...statements, `alter role ${SERVICE_ROLES[service]} set search_path = ${SEARCH_PATH}`].join(';'),
  );
}
