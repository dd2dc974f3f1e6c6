import type { WebsiteId } from '@funnel/domain';

export interface FailedWebsite {
  websiteId: WebsiteId;
  cause: unknown;
  /** How often in a row. */
  failures: number;
  /** It is left alone for this time. */
  retryMs: number;
}

const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 15 * 60_000;

/**
 * Remembers the websites that could not be folded, and when to try them again: each time after twice as long. So a website
 * that always fails costs next to nothing, and its events are folded soon after the cause is gone.
 * @example
 * const setAside = new SetAsideWebsites();
 * setAside.add(websiteId, new Error('out of range'));
 * assert.deepEqual([setAside.all(), setAside.notYetDue()], [[websiteId], [websiteId]]);
 */
export class SetAsideWebsites {
  readonly #websites = new Map<WebsiteId, { failures: number; dueAt: number }>();
  /** In milliseconds, of any clock that never goes back. */
  readonly #clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  add(websiteId: WebsiteId, cause: unknown): FailedWebsite {
    const failures = (this.#websites.get(websiteId)?.failures ?? 0) + 1;
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    this.#websites.set(websiteId, { failures, dueAt: this.#clock() + retryMs });
    return { websiteId, cause, failures, retryMs };
  }

  /** Forgets a website that was folded. */
  remove(websiteId: WebsiteId): void {
    this.#websites.delete(websiteId);
  }

  /** All websites that failed and were not folded since. */
  all(): WebsiteId[] {
    return [...this.#websites.keys()];
  }

  /** Those that are not to be tried now. */
  notYetDue(): WebsiteId[] {
    const now = this.#clock();
    return [...this.#websites].flatMap(([websiteId, { dueAt }]) => (dueAt > now ? [websiteId] : []));
  }
}
