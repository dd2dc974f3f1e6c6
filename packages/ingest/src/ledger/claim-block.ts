import type { TransactionSql } from 'postgres';
import type { EventBlock } from '../parse/event-block.ts';
import { claimEvents } from './claim-events.ts';
import { EventIds } from './event-ids.ts';

/** What the next batch must know of the claims of the one before it. */
export interface Claimed {
  /** The events that it has claimed. Until it commits, anybody else who claims one of them waits. */
  ids: EventIds | undefined;
  /** Whether others were recorded before. */
  hadRepeats: boolean;
}

/** What follows no other batch, or a batch without events. */
export const NO_CLAIMS: Claimed = { ids: undefined, hadRepeats: false };

/**
 * Claims the events of a batch, and returns those that are new, in the order of the block. Those that the batch before it has claimed
 * are not asked for: PostgreSQL would wait until it commits, and the batches would no longer overlap.
 */
export async function claimBlock(
  transaction: TransactionSql,
  block: EventBlock,
  before: Claimed,
): Promise<{ claimed: Claimed; fresh: Int32Array }> {
  const ids = new EventIds(block);
  const asked = new Int32Array(block.length);
  let count = 0;
  for (let event = 0; event < block.length; event++)
    if (!before.ids?.has(block, event) && ids.add(event)) asked[count++] = event;
  const events = asked.subarray(0, count);
  const repeated = new Set(
    await claimEvents(transaction, block, events, { expectsRepeats: before.hadRepeats }),
  );
  const fresh = repeated.size === 0 ? events : events.filter((event) => !repeated.has(event));
  return { claimed: { ids, hadRepeats: repeated.size > 0 }, fresh };
}
