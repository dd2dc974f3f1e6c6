import type { Database } from '@funnel/db';
import type { VisitorSecrets } from '@funnel/domain';
import type { RefusedLine } from '../files/event-file.ts';
import { type ParsedPiece, type ParseFile, parseFile } from '../files/parse-file.ts';
import { recordBatches } from './record-batches.ts';
import { KnownChains, verifyBlock } from '../verify/verify-block.ts';
import type { IngestFormat } from '../files/decode-line.ts';
import { EventBlock } from '../parse/event-block.ts';
import type { IgnoredKeysSummary } from '../parse/ignored-keys.ts';

export interface IngestSummary extends IgnoredKeysSummary {
  read: number;
  new: number;
  /** Duplicates of events that were recorded before. */
  repeated: number;
  refused: number;
}

export interface IngestOptions {
  now: () => Date;
  /** Default: guessed from the first line. */
  format?: IngestFormat | undefined;
  onRefused: (lines: RefusedLine[]) => Promise<void>;
  onProgress?: (summary: IngestSummary) => void;
  signal?: AbortSignal;
  /** Approximate number of events per transaction: more is faster and takes more memory. */
  batchEvents?: number | undefined;
  /** Where to parse. Default: in this thread. */
  parse?: ParseFile | undefined;
  /** Those of this installation. None by default: then websites that have one cannot be loaded. */
  visitorSecrets?: VisitorSecrets | undefined;
}

interface Batch {
  block: EventBlock;
  refused: RefusedLine[];
  /** The memory that it takes, roughly. */
  bytes: number;
}

/** Large, because each row of the rollups is written once per batch. */
const BATCH_EVENTS = 500_000;
/** A batch of events with answers or products, or of refused lines, takes no more memory than one of plain events. */
const [EVENT_BYTES, ANSWER_BYTES, REFUSED_BYTES] = [80, 300, 200];

/**
 * Records a stream of events in NDJSON or CSV. If it is interrupted, run it again from the start: events that were
 * recorded before are duplicates and not counted again.
 * @example
 * import type { RefusedLine } from '@funnel/ingest';
 *
 * const rejected: RefusedLine[] = [];
 * const summary = await ingest(database, file, {
 *   now: () => new Date('2026-11-14T12:00:00Z'),
 *   onRefused: async (lines) => void rejected.push(...lines),
 * });
 * assert.deepEqual(summary, { read: 2, new: 1, repeated: 0, refused: 1 });
 * assert.equal(rejected[0].line, 3);
 */
export async function ingest(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions,
): Promise<IngestSummary> {
  const summary: IngestSummary = { read: 0, new: 0, repeated: 0, refused: 0 };
  const { format, now, parse = parseFile, batchEvents = BATCH_EVENTS } = options;
  const file = parse(chunks, { format, now });
  await recordBatches(database, readBatches(database, file.pieces, batchEvents), {
    signal: options.signal,
    visitorSecrets: options.visitorSecrets,
    async onRecorded({ block, refused }, recorded) {
      if (refused.length > 0) await options.onRefused(refused);
      summary.read += block.length + refused.length;
      summary.new += recorded;
      summary.repeated += block.length - recorded;
      summary.refused += refused.length;
      options.onProgress?.({ ...summary });
    },
  });
  return { ...summary, ...file.ignored() };
}

async function* readBatches(
  database: Database,
  pieces: AsyncIterable<ParsedPiece>,
  batchEvents: number,
): AsyncGenerator<Batch> {
  const known = new KnownChains();
  let batch = emptyBatch();
  for await (const piece of pieces) {
    await addPiece(database, batch, piece, known);
    if (batch.bytes < batchEvents * EVENT_BYTES) continue;
    yield batch;
    // Batches are nearly of one size: this one need not grow.
    batch = emptyBatch(Math.ceil(1.02 * batch.block.length));
  }
  yield batch;
}

function emptyBatch(capacity = 0): Batch {
  return { block: new EventBlock(capacity), refused: [], bytes: 0 };
}

async function addPiece(
  database: Database,
  batch: Batch,
  piece: ParsedPiece,
  known: KnownChains,
): Promise<void> {
  const { block, refused } = piece;
  const verified = await verifyBlock(database, block, known);
  const texts = await piece.textsOf(verified.refused.map(({ event }) => event));
  for (const [index, { event, refusal }] of verified.refused.entries()) {
    const { code, reason } = refusal;
    refused.push({ line: block.columns.lines[event] ?? 0, code, reason, text: texts[index] ?? null });
  }
  batch.block.append(block, verified.isAccepted);
  // Each line that comes from a thread has a copy of its reason, which would be most of the memory.
  const reasons = new Map<string, string>();
  for (const line of refused.sort((one, other) => one.line - other.line)) {
    const reason = reasons.get(line.reason) ?? line.reason;
    reasons.set(reason, reason);
    batch.refused.push({ ...line, reason });
  }
  batch.bytes += bytesOf(block, refused);
}

function bytesOf(block: EventBlock, refused: readonly RefusedLine[]): number {
  let bytes = EVENT_BYTES * block.length;
  for (const { fields, products } of block.extras.values())
    bytes += ANSWER_BYTES * (fields.length + products.length);
  for (const { text } of refused) bytes += REFUSED_BYTES + (text?.length ?? 0);
  return bytes;
}
