import { type LockHolder, openDatabase, readWaits, type SessionWaits } from '@funnel/db';

export type Waits = ReturnType<typeof watchWaits>;

/** Shorter than any limit, so that a command that gives up knows why. */
const INTERVAL_MS = 1_000;
const ANSWER_MS = 5_000;

/** Asks PostgreSQL every second, on its own connection, what the sessions of a command wait for. */
export function watchWaits(url: string, applicationName: string, intervalMs = INTERVAL_MS) {
  let waits: SessionWaits = { holders: [], isActive: false };
  let lastHolders: readonly LockHolder[] = [];
  let answeredAt = performance.now();
  let isClosed = false;
  const database = openDatabase({
    url,
    applicationName: `${applicationName}-watch`,
    maxConnections: 1,
    statementTimeoutMs: ANSWER_MS,
  });
  let timer = setTimeout(() => void ask(), intervalMs).unref();

  async function ask(): Promise<void> {
    try {
      waits = await readWaits(database, applicationName);
      if (waits.holders.length > 0) lastHolders = waits.holders;
      answeredAt = performance.now();
    } catch {
      // A database that does not answer is what `describe` reports.
    }
    if (!isClosed) timer = setTimeout(() => void ask(), intervalMs).unref();
  }

  return {
    /** What it waits for at the moment, for people; undefined if it does not wait for the database. */
    describe(): string | undefined {
      if (performance.now() - answeredAt > ANSWER_MS + intervalMs)
        return 'waiting for the database, which does not answer';
      const [holder] = waits.holders;
      if (holder) return `waiting for a lock held by ${holder.text}`;
      return waits.isActive ? 'waiting for the database' : undefined;
    },
    /** Who held the lock that a statement waited for when it was last asked. */
    lastHolders: () => lastHolders,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await database.close();
    },
  };
}
