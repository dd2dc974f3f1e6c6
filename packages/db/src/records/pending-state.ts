/** How many events of a website are pending in a snapshot, and how to tell whether they are known already. */
export interface PendingState {
  events: number;
  /** Names the database and the last fold: until the next one, pending events are only added. */
  since: string;
  /** The snapshot holds every transaction before this one that has been committed; none of them is still running. */
  horizon: number;
}
