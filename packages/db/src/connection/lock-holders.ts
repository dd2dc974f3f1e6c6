import type { Database } from './database.ts';

export interface LockHolder {
  pid: number;
  /** What it does, in words for the operator. */
  text: string;
}

export interface SessionWaits {
  /** Those who hold what it waits for. */
  holders: LockHolder[];
  /** Whether a statement of it runs. */
  isActive: boolean;
}

interface Row {
  is_active: boolean;
  pid: number | null;
  name: string | null;
  state: string | null;
  since: string | null;
  query: string | null;
}

const QUERY_LENGTH = 80;

/**
 * Reads what the sessions with this `application_name` wait for. Call it on another connection while they wait: afterwards
 * PostgreSQL does not know any more.
 * @example
 * assert.deepEqual(await readWaits(database, 'nobody'), { holders: [], isActive: false });
 */
export async function readWaits(
  { sql }: Pick<Database, 'sql'>,
  applicationName: string,
): Promise<SessionWaits> {
  const rows = await sql<Row[]>`
    select
      own.state = 'active' as is_active,
      blocking.pid,
      coalesce(nullif(holder.application_name, ''), holder.backend_type, holder.usename) as name,
      holder.state,
      to_char(holder.xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
      holder.query
    from pg_stat_activity own
    left join lateral unnest(pg_blocking_pids(own.pid)) as blocking (pid) on true
    left join pg_stat_activity holder on holder.pid = blocking.pid
    where own.datname = current_database() and own.application_name = ${applicationName}`;
  const holders = new Map(
    rows.flatMap((row) => (row.pid === null ? [] : [[row.pid, holderOf(row)] as const])),
  );
  return { holders: [...holders.values()], isActive: rows.some((row) => row.is_active) };
}

export async function readAdvisoryHolder(sql: Database['sql'], key: number): Promise<LockHolder | undefined> {
  const [row] = await sql<Row[]>`
    select
      true as is_active,
      l.pid,
      coalesce(nullif(a.application_name, ''), a.backend_type) as name,
      a.state,
      to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
      a.query
    from pg_locks l
    left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${key}::int and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())`;
  return row && holderOf(row);
}

/** PostgreSQL hides what it does not let this user see, and a prepared transaction has no process. */
function holderOf({ pid, name, state, since, query }: Row): LockHolder {
  if (!pid) return { pid: 0, text: 'a prepared transaction, see pg_prepared_xacts' };
  const facts = [name ?? 'another user', state, since && `since ${since}`].filter(Boolean);
  const text = `pid ${pid} (${facts.join(', ')})`;
  const line = query
    ?.replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (!line) return { pid, text };
  return { pid, text: `${text}: ${line.length > QUERY_LENGTH ? `${line.slice(0, QUERY_LENGTH)}…` : line}` };
}
