import type { WebsiteId } from '@funnel/domain';
import type { Connection } from '../connection/orm.ts';
import { scopeOf } from '../memory/memory-of.ts';

/** How many events of a website are pending in a snapshot, and how to tell whether they are known already. */
export interface PendingState {
  events: number;
  /** Names the database and the last fold: until the next one, pending events are only added. */
  since: string;
  /** The snapshot holds every transaction before this one that has been committed; none of them is still running. */
  horizon: number;
}

const STATES = Symbol('pending states');

function statesOf(connection: Connection): Map<WebsiteId, PendingState> {
  return scopeOf(connection).once(STATES, () => new Map());
}

/** Notes what `readWebsites` has found in the snapshot of a transaction. */
export function notePending(connection: Connection, websiteId: WebsiteId, state: PendingState): void {
  statesOf(connection).set(websiteId, state);
}

/**
 * The pending events of a website in the snapshot of this transaction; undefined if it has not read the website.
 * @example
 * const [before, after] = await inReadTransaction(database, [websiteId], async (connection) => {
 *   const unread = pendingStateOf(connection, websiteId);
 *   await readWebsites(connection, [websiteId]);
 *   return [unread, pendingStateOf(connection, websiteId)];
 * });
 * assert.equal(before, undefined);
 * assert.equal(after?.events, 0);
 */
export function pendingStateOf(connection: Connection, websiteId: WebsiteId): PendingState | undefined {
  return statesOf(connection).get(websiteId);
}
