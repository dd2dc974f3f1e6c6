import type { Database } from '@funnel/db';
import { type Decode, type IngestFormat, csvDecoder, decodeJsonLine, detectFormat } from './decode-line.ts';
import { type FunnelEvent, parseEvent } from './event.ts';
import { IgnoredKeys, type IgnoredKeysSummary } from './ignored-keys.ts';
import { type Line, readLines } from './lines.ts';
import { recordBatches } from './record-batches.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
import { type VerifiedEvent, verifyIds } from './verify-ids.ts';

/** How many lines were read, and what became of them. */
export interface IngestSummary extends IgnoredKeysSummary {
  read: number;
  new: number;
  /** Duplicates of events that were recorded before. */
  repeated: number;
  refused: number;
}

/** A line that was rejected. */
export interface RefusedLine {
  line: number;
  code: RefusalCode;
  reason: string;
  /** The original line; null if it was too long. */
  text: string | null;
}

/** How to read a stream of events. */
export interface IngestOptions {
  now: () => Date;
  /** Default: guessed from the first line. */
  format?: IngestFormat | undefined;
  onRefused: (lines: RefusedLine[]) => Promise<void>;
  onProgress?: (summary: IngestSummary) => void;
  signal?: AbortSignal;
  /** Approximate number of events per transaction: more is faster and takes more memory. */
  batchEvents?: number | undefined;
}

/** A part of a batch. Its lines are kept until its ids are verified, because a rejected line is reported in full. */
interface Piece {
  events: FunnelEvent[];
  lines: Map<number | undefined, Line>;
  refused: RefusedLine[];
}

interface Batch {
  events: VerifiedEvent[];
  /** How many events there are, also when the list has been emptied. */
  accepted: number;
  refused: RefusedLine[];
}

const MAX_LINE_BYTES = 256 * 1024;
/** Large, because each row of the rollups is written once per batch. */
const BATCH_EVENTS = 150_000;
const PIECE_EVENTS = 10_000;
/** Limits the memory for pieces of large events. */
const PIECE_CHARACTERS = 8 * 1024 * 1024;

/**
 * Records a stream of events in NDJSON or CSV. If it is interrupted, run it again from the start: events that were
 * recorded before are duplicates and not counted again.
 * @example
 * import { Readable } from 'node:stream';
 * import type { RefusedLine } from '@funnel/ingest';
 *
 * const file = Readable.from([
 *   Buffer.from('event_id,type,website_id,visitor_token,occurred_at\n'),
 *   Buffer.from('0190c3f2-0000-7000-8000-000000000001,view,1,0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f,2026-11-10T09:30:00Z\n'),
 *   Buffer.from('0190c3f2-0000-7000-8000-000000000002,smile,1,0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f,2026-11-10T09:31:00Z\n'),
 * ]);
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
  const ignored = new IgnoredKeys();
  await recordBatches(database, readBatches(database, chunks, options, ignored), {
    signal: options.signal,
    async onRecorded(batch, recorded) {
      if (batch.refused.length > 0) await options.onRefused(batch.refused);
      summary.read += batch.accepted + batch.refused.length;
      summary.new += recorded;
      summary.repeated += batch.accepted - recorded;
      summary.refused += batch.refused.length;
      options.onProgress?.({ ...summary });
    },
  });
  return { ...summary, ...ignored.summary() };
}

async function* readBatches(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions,
  ignored: IgnoredKeys,
): AsyncGenerator<Batch> {
  const { batchEvents = BATCH_EVENTS } = options;
  let batch = emptyBatch();
  const pieceEvents = Math.min(PIECE_EVENTS, batchEvents);
  for await (const piece of readPieces(chunks, options, { pieceEvents, ignored })) {
    await addPiece(database, batch, piece);
    if (batch.accepted + batch.refused.length < batchEvents) continue;
    yield batch;
    batch = emptyBatch();
  }
  yield batch;
}

function emptyBatch(): Batch {
  return { events: [], accepted: 0, refused: [] };
}

async function addPiece(database: Database, batch: Batch, { events, lines, refused }: Piece): Promise<void> {
  const verified = await verifyIds(database, events, ({ line }, refusal) =>
    refuse(refused, lines.get(line), refusal),
  );
  for (const event of verified) batch.events.push(event);
  batch.accepted += verified.length;
  batch.refused.push(...refused.sort((one, other) => one.line - other.line));
}

async function* readPieces(
  chunks: AsyncIterable<Uint8Array>,
  { format, now }: IngestOptions,
  { pieceEvents, ignored }: { pieceEvents: number; ignored: IgnoredKeys },
): AsyncGenerator<Piece> {
  let decode: Decode | undefined;
  let [piece, characters] = [emptyPiece(), 0];
  for await (const lines of readLines(chunks, MAX_LINE_BYTES)) {
    const readAt = now();
    for (const line of lines) {
      if (!decode) {
        const isCsv = (format ?? detectFormat(line.text ?? '')) === 'csv';
        decode = isCsv ? csvDecoder(line.text ?? '') : decodeJsonLine;
        if (isCsv) continue;
      }
      addLine(piece, line, decode, readAt, ignored);
      characters += line.text?.length ?? 0;
      if (piece.events.length + piece.refused.length < pieceEvents && characters < PIECE_CHARACTERS) continue;
      yield piece;
      [piece, characters] = [emptyPiece(), 0];
    }
  }
  yield piece;
}

function addLine(piece: Piece, line: Line, decode: Decode, now: Date, ignored: IgnoredKeys): void {
  try {
    if (line.text === undefined) {
      throw new Refusal('line_too_long', `the line is longer than ${MAX_LINE_BYTES} bytes`);
    }
    if (line.isBroken) {
      const code = decode === decodeJsonLine ? 'invalid_json' : 'invalid_csv';
      throw new Refusal(code, 'the line is not UTF-8 text');
    }
    const event = parseEvent(decode(line.text), now, ignored);
    event.line = line.number;
    piece.events.push(event);
    piece.lines.set(line.number, line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(piece.refused, line, error);
  }
}

function refuse(refused: RefusedLine[], line: Line | undefined, { code, reason }: Refusal): void {
  refused.push({ line: line?.number ?? 0, code, reason, text: line?.text ?? null });
}

function emptyPiece(): Piece {
  return { events: [], lines: new Map(), refused: [] };
}
