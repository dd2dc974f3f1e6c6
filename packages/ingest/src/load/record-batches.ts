import { type Database, untilAborted } from '@funnel/db';
import type { VisitorSecrets } from '@funnel/domain';
import type { FunnelEvent } from '../parse/event.ts';
import { EventBlock } from '../parse/event-block.ts';
import { verifyIds } from '../verify/verify-ids.ts';
import { type Loading, loadEvents } from './load-events.ts';

/** How `recordBatches` reports, and when it stops early. */
export interface RecordBatchesOptions<Batch> {
  /** Called after each batch, in order. `recorded` counts the events that were new. */
  onRecorded: (batch: Batch, recorded: number) => Promise<void> | void;
  /** Stops after the batches that are under way. */
  signal?: AbortSignal | undefined;
  /** Those of this installation; none by default. */
  visitorSecrets?: VisitorSecrets | undefined;
}

/**
 * Records a stream of verified batches, one transaction per batch. While one batch is written, the next one is already
 * claimed, and the one after that is read. It ends when a batch fails or the
 * signal aborts, even if the stream has nothing to read: the caller closes what the stream reads from.
 */
export async function recordBatches<Batch extends { block: EventBlock }>(
  database: Database,
  batches: AsyncIterable<Batch>,
  { onRecorded, signal, visitorSecrets }: RecordBatchesOptions<Batch>,
): Promise<void> {
  const report = async (batch: Batch, { recorded }: Loading, previous: Promise<void>) => {
    const count = await recorded;
    await previous;
    await onRecorded(batch, count);
  };
  let loading: Loading | undefined;
  let [last, lastButOne]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  const stop = new AbortController();
  const stopped = Symbol('stopped');
  const abort = () => stop.abort(stopped);
  signal?.addEventListener('abort', abort);
  const reader = batches[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(stop.signal, reader.next()).catch((cause: unknown) => {
        if (cause !== stopped) throw cause;
      });
      await lastButOne;
      if (!next || next.done || signal?.aborted) break;
      loading = loadEvents(database, next.value.block, { previous: loading, visitorSecrets });
      const current = report(next.value, loading, last);
      current.catch((cause: unknown) => stop.abort(cause));
      [last, lastButOne] = [current, last];
    }
    await last;
  } finally {
    signal?.removeEventListener('abort', abort);
    // Not awaited: a read that is under way may never end.
    reader.return?.().catch(() => {});
  }
}

/**
 * Records batches of events that are already parsed, such as generated ones, in the same overlapping way as a file.
 * Throws if an id is unknown, since a generator should know the catalog.
 * @example
 * let total = 0;
 * await recordParsedEvents(database, [{ events: [parsedEvent] }], {
 *   onRecorded: (_batch, recorded) => void (total += recorded),
 * });
 * assert.equal(total, 1);
 */
export async function recordParsedEvents<Batch extends { events: readonly FunnelEvent[] }>(
  database: Database,
  batches: Iterable<Batch>,
  { onRecorded, ...options }: RecordBatchesOptions<Batch>,
): Promise<void> {
  await recordBatches(database, verifyBatches(database, batches), {
    ...options,
    onRecorded: ({ batch }, recorded) => onRecorded(batch, recorded),
  });
}

async function* verifyBatches<Batch extends { events: readonly FunnelEvent[] }>(
  database: Database,
  batches: Iterable<Batch>,
): AsyncGenerator<{ batch: Batch; block: EventBlock }> {
  for (const batch of batches) {
    const events = await verifyIds(database, batch.events, (_event, refusal) => {
      throw new Error(refusal.reason);
    });
    const block = new EventBlock(events.length);
    for (const event of events) block.push(event);
    yield { batch, block };
  }
}
