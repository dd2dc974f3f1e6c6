import { COMPILE_NOTHING, SEARCH_PATH } from '@funnel/db/command';
import type { Sql } from 'postgres';
import { forSuperuser, isRefused, printable } from './for-superuser.ts';
import { SERVICE_NAMES, SERVICE_ROLES, type ServiceName } from './service-roles.ts';

/**
 * The settings of sessions of a role, unless the session states others. They matter behind a connection pooler, where a
 * service cannot state any: without them a slow statement would run for ever.
 */
const settingsOf = (service: ServiceName): Record<string, string> => ({
  statement_timeout: service === 'insights-worker' ? '5min' : '5s',
  idle_in_transaction_session_timeout: '1min',
  ...COMPILE_NOTHING,
  search_path: SEARCH_PATH,
});
/** A database was dropped meanwhile. */
const NO_DATABASE = '3D000';

/** A role, or a role in a database, and what is set there. */
interface Place {
  place: string;
  settings: string[];
}

/** A role may change its own settings, for every database: what a captured service has set is removed. */
export async function correctSessionSettings(
  sql: Sql,
  { say, warn }: Record<'say' | 'warn', (message: string) => void>,
): Promise<void> {
  const removed: string[] = [];
  const refused: string[] = [];
  for (const service of SERVICE_NAMES) {
    const role = SERVICE_ROLES[service];
    const wanted = Object.entries(settingsOf(service));
    const before = await readPlaces(sql, role);
    for (const { place, settings } of before) {
      const sets = place === role ? wanted : [];
      if (isSame(settings, sets)) continue;
      const statements = [
        `alter role ${place} reset all`,
        ...sets.map(
          ([name, value]) =>
            `alter role ${place} set ${name} = ${name === 'search_path' ? value : `'${value}'`}`,
        ),
      ];
      try {
        await sql.unsafe(statements.join(';'));
      } catch (error) {
        if (isRefused(error)) refused.push(...statements);
        else if ((error as { code?: string }).code !== NO_DATABASE) throw error;
      }
    }
    // Who is no superuser does not reset what only a superuser can have set.
    const after = new Set((await readPlaces(sql, role)).flatMap(inWords));
    removed.push(...before.flatMap(inWords).filter((each) => !after.has(each)));
  }
  if (removed.length > 0)
    say(
      `Settings of sessions of the services were corrected. These were removed: ${removed.map(printable).join('; ')}.`,
    );
  if (refused.length > 0)
    warn(forSuperuser('Settings of sessions of the services are not as they should be.', refused));
}

const inWords = ({ place, settings }: Place) => settings.map((setting) => `${place}: ${setting}`);

function isSame(settings: readonly string[], wanted: readonly (readonly [string, string])[]): boolean {
  const missing = new Set(wanted.map((pair) => pair.join('=')));
  return settings.length === missing.size && settings.every((setting) => missing.has(setting));
}

/** The role itself, also if nothing is set, and the databases where something is set for it. */
async function readPlaces(sql: Sql, role: string): Promise<Place[]> {
  const rows = await sql<Place[]>`
    select ${role}::text as place, coalesce(setconfig, '{}') as settings
    from pg_roles left join pg_db_role_setting on setrole = pg_roles.oid and setdatabase = 0
    where rolname = ${role}
    union all
    select format('%s in database %I', ${role}::text, datname), setconfig
    from pg_db_role_setting
      join pg_roles on pg_roles.oid = setrole
      join pg_database on pg_database.oid = setdatabase
    where rolname = ${role}
    order by place`;
  return [...rows];
}
