import { type Database, isTemporaryFailure } from '@funnel/db';
import { Combiner, MissingVisitorSecretError } from '@funnel/domain';
import postgres from 'postgres';
import { appendEvents, type Sender } from './append-events.ts';
import type { VerifiedEvent } from '../verify/verify-ids.ts';

type Batch = readonly VerifiedEvent[];
type Queue = Combiner<Batch, number>;

/** A larger batch fills a statement of its own. */
const MAX_SHARED_EVENTS = 20;
/** While one statement waits for the disk, the next one is computed. */
const MAX_UNDER_WAY = 2;
const MAX_EVENTS_TOGETHER = 1_000;

/** By websites: a statement may write for the websites of its token and for no others. */
const QUEUES = Symbol('queues of batches');

/**
 * Appends a batch and returns how many of its events were new. Small batches that arrive at the same time, for the same
 * websites, share a statement: writing to the disk takes most of the time, and so it is done once for all of them.
 */
export async function appendTogether(database: Database, events: Batch, sender: Sender): Promise<number> {
  if (events.length === 0) return 0;
  if (events.length > MAX_SHARED_EVENTS) return count(await appendEvents(database, events, sender));
  const queues = database.memory.once(QUEUES, () => new Map<string, Queue>());
  const key = [sender.websiteIds.join(), ...sender.secrets.names].join(' ');
  const queue = queues.get(key) ?? openQueue(database, sender, () => queues.delete(key));
  queues.set(key, queue);
  return queue.ask(events);
}

function openQueue(database: Database, sender: Sender, onIdle: () => void): Queue {
  return new Combiner({
    onIdle,
    serve: (batches) => appendShared(database, batches, sender),
    maxUnderWay: () => MAX_UNDER_WAY,
    weightOf: (events) => events.length,
    maxTogether: () => MAX_EVENTS_TOGETHER,
  });
}

/** If PostgreSQL refuses the data, each batch is tried alone, so that no caller fails because of another one. */
function appendShared(database: Database, batches: readonly Batch[], sender: Sender): Promise<number>[] {
  const isNew = appendEvents(database, batches.flat(), sender);
  let end = 0;
  return batches.map(async (events) => {
    end += events.length;
    const [from, to] = [end - events.length, end];
    try {
      return count((await isNew).slice(from, to));
    } catch (error) {
      if (batches.length === 1 || !isAboutData(error)) throw error;
      return count(await appendEvents(database, events, sender));
    }
  });
}

/** A data exception or a violated constraint; Citus calls it an internal error. Any other failure, such as a lost connection, concerns all. */
function isAboutData(error: unknown): boolean {
  if (error instanceof MissingVisitorSecretError) return true;
  return (
    error instanceof postgres.PostgresError && /^(?:2[23]|XX)/.test(error.code) && !isTemporaryFailure(error)
  );
}

function count(isNew: readonly boolean[]): number {
  return isNew.filter(Boolean).length;
}
