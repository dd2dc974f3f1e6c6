import { Worker } from 'node:worker_threads';
import { untilAborted } from '@funnel/db';
import { EventBlock } from '../parse/event-block.ts';
import type { IgnoredKeysSummary } from '../parse/ignored-keys.ts';
import { cutChunk, type ParsedPiece, type ParseFile, type ParseOptions } from './parse-file.ts';
import { ThreadAnswers, type ToMain, type ToThread } from './thread-answers.ts';

/** So many parts of the file are parsed ahead. */
const MAX_AHEAD = 3;
/** Most of what the thread allocates is garbage at once. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
type PieceMessage = Extract<ToMain, { kind: 'piece' }>;

/** In the folder of this file: built, or as it is. */
const PROGRAM = new URL(`./parse-thread${import.meta.url.slice(-'.js'.length)}`, import.meta.url);

/**
 * Parses a file in a thread of its own, while this one adds up and writes. The thread ends with the pieces, however they end: at the end of
 * the file, with an error, or because nobody wants more of them. If the thread dies, reading fails.
 * @example
 * const now = () => new Date('2026-11-14T12:00:00Z');
 * const summary = await ingest(database, file, { now, onRefused: async () => {}, parse: parseFileInThread });
 * assert.equal(summary.new, 1);
 */
export const parseFileInThread: ParseFile = (chunks, options) => {
  let ignored: IgnoredKeysSummary = {};
  const pieces = readPieces(chunks, options, (summary) => (ignored = summary));
  return { pieces, ignored: () => ignored };
};

async function* readPieces(
  chunks: AsyncIterable<Uint8Array>,
  { format, now }: ParseOptions,
  onIgnored: (summary: IgnoredKeysSummary) => void,
): AsyncGenerator<ParsedPiece> {
  const thread = new Worker(PROGRAM, { workerData: { format }, resourceLimits: THREAD_MEMORY });
  const answers = new ThreadAnswers(thread);
  const tell = (message: ToThread, transfer: ArrayBuffer[] = []) => thread.postMessage(message, transfer);
  const source = ownChunks(chunks)[Symbol.asyncIterator]();
  let [asked, answered, isRead] = [0, 0, false];
  let reading: Promise<{ chunk: IteratorResult<Uint8Array<ArrayBuffer>> }> | undefined;
  let parsing: Promise<{ parsed: PieceMessage }> | undefined;
  try {
    while (!isRead || answered < asked) {
      // A pipe may stay open without more to read: what was parsed does not wait for that.
      if (!isRead && asked - answered < MAX_AHEAD) reading ??= source.next().then((chunk) => ({ chunk }));
      if (answered < asked) parsing ??= answers.next('piece').then((parsed) => ({ parsed }));
      const next = await untilAborted(
        answers.failure,
        Promise.race([...(reading ? [reading] : []), ...(parsing ? [parsing] : [])]),
      );
      if ('chunk' in next) {
        reading = undefined;
        const [piece, nowMs, { done, value }] = [asked++, now().getTime(), next.chunk];
        isRead = done === true;
        if (done) tell({ kind: 'end', piece, nowMs });
        else tell({ kind: 'chunk', piece, chunk: value, nowMs }, [value.buffer]);
        continue;
      }
      parsing = undefined;
      const piece = answered++;
      const { block, refused } = next.parsed;
      const textsOf = async (events: readonly number[]) => {
        tell({ kind: 'texts', piece, events });
        return events.length > 0 ? (await answers.next('texts')).texts : [];
      };
      yield { block: EventBlock.received(block), refused, textsOf };
    }
    onIgnored((await answers.next('ignored')).ignored);
  } finally {
    // Not awaited: a read that is under way may never end.
    source.return?.(undefined).catch(() => {});
    await thread.terminate();
  }
}

/** The same bytes in parts that are not too large, each with memory of its own, which can be handed over. */
async function* ownChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of chunks) for (const part of cutChunk(chunk)) yield Uint8Array.from(part);
}
