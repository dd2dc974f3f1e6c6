import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { openSession, type SessionOptions } from '@funnel/db/command';
import type { LockOptions } from '../migrations/short-locks.ts';
import { applyAccess, warnOfLargeObjects } from './apply-access.ts';
import { removePlanted } from './remove-planted.ts';
import { SERVICE_NAMES, SERVICE_ROLES, type ServiceName, serviceDatabaseUrl } from './service-roles.ts';
import { correctSessionSettings } from './session-settings.ts';

/** The role of a service after `createServiceRoles`. */
export interface ServiceRole {
  service: ServiceName;
  role: string;
  isNew: boolean;
  /** The DATABASE_URL of the service; undefined if its password is not known, because it was set before. */
  url: string | undefined;
}

interface RolesOptions extends SessionOptions, LockOptions {
  /** Told what the user of `url` may not change, with the statements for a superuser. By default `say` is. */
  warn?: (message: string) => void;
}

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
  options: RolesOptions = {},
): Promise<ServiceRole[]> {
  const { say = () => {}, warn = say } = options;
  const sql = openSession(url, 'funnel-roles', options);
  try {
    const roles: ServiceRole[] = [];
    for (const service of SERVICE_NAMES) {
      const role = SERVICE_ROLES[service];
      const password = passwords[service];
      const created = await create(sql, role, password ?? randomBytes(24).toString('base64url'));
      if (!created && password !== undefined) await setPassword(sql, 'alter', role, password);
      const known = created ?? password;
      roles.push({
        service,
        role,
        isNew: created !== undefined,
        url: known === undefined ? undefined : serviceDatabaseUrl(url, service, known),
      });
    }
    await correctSessionSettings(sql, { say, warn });
    await removePlanted(sql, { ...options, say, warn });
    await applyAccess(sql, { always: true });
    await warnOfLargeObjects(sql, warn);
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
