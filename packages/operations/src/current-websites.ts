import { type Database, readWebsites, type WebsiteFacts } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';

/** A statement for the websites of many requests. */
interface Round {
  ids: Set<WebsiteId>;
  websites: Promise<readonly WebsiteFacts[]>;
}

interface Rounds {
  running: number;
  /** Has not started yet: requests can still join it. */
  next: Round | undefined;
  startNext: (() => void) | undefined;
}

/** Two, so that requests go on when one statement is slow. */
const MAX_RUNNING = 2;

const roundsOf = new WeakMap<Database, Rounds>();

/**
 * Reads websites as `readWebsites` does, with one statement for many requests: while statements run, requests wait and
 * share the next one. No answer is older than its request, because requests only join a statement that has not started.
 */
export async function readCurrentWebsites(
  database: Database,
  ids: readonly WebsiteId[],
): Promise<WebsiteFacts[]> {
  const rounds = roundsOf.get(database) ?? { running: 0, next: undefined, startNext: undefined };
  roundsOf.set(database, rounds);
  const { ids: joined, websites } = (rounds.next ??= planRound(database, rounds));
  for (const id of ids) joined.add(id);
  if (rounds.running < MAX_RUNNING) rounds.startNext?.();
  const asked = new Set(ids);
  return (await websites).filter(({ id }) => asked.has(id));
}

function planRound(database: Database, rounds: Rounds): Round {
  const ids = new Set<WebsiteId>();
  const started = new Promise<void>((resolve) => {
    rounds.startNext = () => {
      rounds.running += 1;
      rounds.next = undefined;
      rounds.startNext = undefined;
      resolve();
    };
  });
  const websites = started
    .then(() => readWebsites(database.sql, [...ids]))
    .finally(() => {
      rounds.running -= 1;
      rounds.startNext?.();
    });
  return { ids, websites };
}
