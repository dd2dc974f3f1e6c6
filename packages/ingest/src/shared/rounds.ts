import { type Connection, type Database, inWebsiteTransaction } from '@funnel/db';
import { bool } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from './statement.ts';

const readBegin = statement('has-packing-begun', {}, { has_begun: bool() });

/** Then the other websites have their turn; the next round goes on. */
const TRANSACTIONS_PER_ROUND = 20;

/** Works on one website after the other. One that fails is reported, and the others go on; `work` returns true to end the round. */
export async function eachWebsite(
  database: Database,
  websiteIds: readonly WebsiteId[],
  signal: AbortSignal | undefined,
  work: (websiteId: WebsiteId) => Promise<boolean | void>,
  onFailed: (websiteId: WebsiteId, cause: unknown) => void,
): Promise<void> {
  for (const websiteId of websiteIds) {
    if (signal?.aborted) return;
    try {
      if (await work(websiteId)) return;
    } catch (cause) {
      // If the database does not answer, it is the reason, and the round ends.
      await database.ping().catch(() => {
        throw cause;
      });
      onFailed(websiteId, cause);
    }
  }
}

/** Processes that find the same websites begin at different ones, and so share them. */
export function fromAnywhere<Item>(items: readonly Item[]): Item[] {
  const first = Math.floor(Math.random() * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

/** What a transaction has done, and whether there is more to do. */
export interface DonePart {
  done: number;
  isMore: boolean;
}

/** Works on a website in some transactions with a lock of it, and returns how much was done. Nothing while another process has the lock. */
export async function inLockedParts(
  database: Database,
  websiteId: WebsiteId,
  { lock, signal }: { lock: number; signal: AbortSignal | undefined },
  work: (transaction: TransactionSql) => Promise<DonePart>,
): Promise<number> {
  let all = 0;
  for (let transactions = 0; transactions < TRANSACTIONS_PER_ROUND; transactions++) {
    const part = await inLockedTransaction(database, websiteId, lock, work);
    all += part?.done ?? 0;
    if (!part?.isMore || signal?.aborted) break;
  }
  return all;
}

/** Works in a transaction with a lock of a website, which ends with it. Undefined if another process has the lock: it does not wait. */
export function inLockedTransaction<Result>(
  database: Database,
  websiteId: WebsiteId,
  lock: number,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result | undefined> {
  return inWebsiteTransaction(database, [websiteId], async (transaction) => {
    const [row] = await transaction<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(${lock}, ${websiteId}) as taken`;
    return row?.taken ? work(transaction) : undefined;
  });
}

/** Whether anything may be packed yet. Until then the version before can be started again: docs/operate/update.md. */
export async function hasPackingBegun(connection: Connection): Promise<boolean> {
  const [row] = await readBegin(connection, {});
  return row?.has_begun === true;
}
