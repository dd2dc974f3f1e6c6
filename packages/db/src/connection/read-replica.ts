import { type Database, type DatabaseOptions, openDatabase } from './database.ts';

/** A copy of the database for reading, which follows the primary at a small distance. */
export type ReadReplica = ReturnType<typeof openReadReplica>;

export interface ReadReplicaOptions extends Omit<DatabaseOptions, 'idleTransactionTimeoutMs'> {
  /** A connection to the primary that is not busy with reports. */
  primaryHealth: Database;
  maxStalenessMs: number;
  /** Called when reports move to the copy or back to the primary. */
  onChange?: (isUsed: boolean, reason: unknown) => void;
  /** How often it is checked. Default: four times a second. */
  intervalMs?: number;
}

/** A position in the log of the primary, and when it was the last one. */
interface Mark {
  at: number;
  position: bigint;
}

const INTERVAL_MS = 250;

/**
 * Opens a streaming replica and watches how far it is behind. Clocks of two servers differ, so it compares positions in the
 * log: what the primary had written at a moment of this process must have been replayed.
 * @example
 * const options = { url: databaseUrl, applicationName: 'example', primaryHealth: database };
 * const replica = openReadReplica({ ...options, maxStalenessMs: 1_000 });
 * assert.equal(replica.database(), undefined); // Until the first check, the primary is read.
 * await replica.close();
 */
export function openReadReplica(options: ReadReplicaOptions) {
  const { primaryHealth, maxStalenessMs, onChange, intervalMs = INTERVAL_MS, ...pool } = options;
  const database = openDatabase(pool);
  const replicaHealth = openDatabase({
    ...pool,
    applicationName: `${pool.applicationName}-health`,
    maxConnections: 1,
  });
  let marks: Mark[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  let isUsed: boolean | undefined;
  let reason: unknown;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const staleness = () => performance.now() - freshAt;

  async function check(): Promise<void> {
    try {
      const at = performance.now();
      marks.push({ at, position: await writtenPosition(primaryHealth) });
      const replayed = await replayedPosition(replicaHealth);
      const reached = marks.filter(({ position }) => position <= replayed).at(-1);
      if (reached) {
        freshAt = reached.at;
        marks = marks.filter((mark) => mark.at >= reached.at);
      }
      reason = new Error(`The replica is behind by more than ${maxStalenessMs} ms`);
    } catch (error) {
      reason = error;
    }
    // What is older than the limit can never make it fresh.
    marks = marks.filter((mark) => performance.now() - mark.at <= maxStalenessMs);
    const isFresh = staleness() <= maxStalenessMs;
    if (isFresh !== isUsed) onChange?.(isFresh, isFresh ? undefined : reason);
    isUsed = isFresh;
  }

  async function watch(): Promise<void> {
    await check();
    if (!isClosed) timer = setTimeout(() => void watch(), intervalMs).unref();
  }
  void watch();

  return {
    /** The copy, if it is known to be fresh enough; otherwise undefined, and the primary must be read. */
    database: () => (staleness() <= maxStalenessMs ? database : undefined),
    memory: database.memory,
    /** At most so many milliseconds are missing from the copy; infinite if it cannot be reached. */
    staleness,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([database.close(), replicaHealth.close()]);
    },
  };
}

async function writtenPosition({ sql }: Database): Promise<bigint> {
  const [row] = await sql<{ position: string }[]>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as position`;
  return BigInt(row?.position ?? 0);
}

async function replayedPosition({ sql }: Database): Promise<bigint> {
  const [row] = await sql<{ position: string | null }[]>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as position`;
  if (typeof row?.position !== 'string')
    throw new Error('DATABASE_READ_URL leads to a server that is no streaming replica');
  return BigInt(row.position);
}
