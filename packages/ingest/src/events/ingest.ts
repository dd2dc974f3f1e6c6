import type { Database } from '@funnel/db';
import { type ChainedEvent, chainEvents } from './chain.ts';
import { type Decode, type IngestFormat, csvDecoder, decodeJsonLine, detectFormat } from './decoder.ts';
import { type FunnelEvent, parseEvent } from './event.ts';
import { type Line, readLines } from './lines.ts';
import { overlapped } from './overlapped.ts';
import { recordChained } from './record-events.ts';
import { Refusal, type RefusalCode } from './refusal.ts';

export interface IngestSummary {
  read: number;
  new: number;
  repeated: number;
  refused: number;
}

export interface RefusedLine {
  line: number;
  code: RefusalCode;
  reason: string;
  /** The line as it was sent, unless it was too long to hold. */
  text: string | null;
}

export interface IngestOptions {
  now: () => Date;
  /** Found from the first line when absent. */
  format?: IngestFormat | undefined;
  onRefused: (lines: RefusedLine[]) => Promise<void>;
  onProgress?: (summary: IngestSummary) => void;
  signal?: AbortSignal;
  /** How many events a transaction holds, about: more is faster and takes more memory. */
  batchEvents?: number | undefined;
}

/** A part of a batch, whose lines are still held for the case that they are refused. */
interface Piece {
  events: FunnelEvent[];
  lines: Line[];
  refused: RefusedLine[];
}

interface Batch {
  events: ChainedEvent[];
  refused: RefusedLine[];
}

const MAX_LINE_BYTES = 256 * 1024;
/** Large, because a row of the rollups is written once a batch; three batches are held at most. */
const BATCH_EVENTS = 100_000;
const PIECE_EVENTS = 10_000;
/** Events differ in size; this keeps a piece of large ones small. */
const PIECE_CHARACTERS = 8 * 1024 * 1024;

/**
 * Counts a stream of events, a transaction a batch. While one batch is added the next is claimed and the one
 * after that is read. Ended in the middle, by whatever, it is run again from the start: what is counted stays
 * counted once.
 */
export async function ingest(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions,
): Promise<IngestSummary> {
  const summary: IngestSummary = { read: 0, new: 0, repeated: 0, refused: 0 };
  const work = (batch: Batch, after: Promise<void>) => record(database, batch, options, summary, after);
  await overlapped(readBatches(database, chunks, options), work, options.signal);
  return summary;
}

async function record(
  database: Database,
  batch: Batch,
  options: IngestOptions,
  summary: IngestSummary,
  after: Promise<void>,
): Promise<void> {
  const recorded = await recordChained(database, batch.events, after);
  await after;
  if (batch.refused.length > 0) await options.onRefused(batch.refused);
  summary.read += batch.events.length + batch.refused.length;
  summary.new += recorded;
  summary.repeated += batch.events.length - recorded;
  summary.refused += batch.refused.length;
  options.onProgress?.({ ...summary });
}

async function* readBatches(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions,
): AsyncGenerator<Batch> {
  const { batchEvents = BATCH_EVENTS } = options;
  let batch: Batch = { events: [], refused: [] };
  for await (const piece of readPieces(chunks, options)) {
    await addPiece(database, batch, piece);
    if (batch.events.length + batch.refused.length < batchEvents) continue;
    yield batch;
    batch = { events: [], refused: [] };
  }
  yield batch;
}

async function addPiece(database: Database, batch: Batch, { events, lines, refused }: Piece): Promise<void> {
  const chained = await chainEvents(database.sql, events, (place, refusal) =>
    refuse(refused, lines[place], refusal),
  );
  for (const event of chained) batch.events.push(event);
  batch.refused.push(...refused.sort((one, other) => one.line - other.line));
}

async function* readPieces(
  chunks: AsyncIterable<Uint8Array>,
  { format, now }: IngestOptions,
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
      addLine(piece, line, decode, readAt);
      characters += line.text?.length ?? 0;
      if (piece.events.length + piece.refused.length < PIECE_EVENTS && characters < PIECE_CHARACTERS)
        continue;
      yield piece;
      [piece, characters] = [emptyPiece(), 0];
    }
  }
  yield piece;
}

function addLine(piece: Piece, line: Line, decode: Decode, now: Date): void {
  try {
    if (line.text === undefined) {
      throw new Refusal('line_too_long', `the line is longer than ${MAX_LINE_BYTES} bytes`);
    }
    piece.events.push(parseEvent(decode(line.text), now));
    piece.lines.push(line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(piece.refused, line, error);
  }
}

function refuse(refused: RefusedLine[], line: Line | undefined, { code, message }: Refusal): void {
  refused.push({ line: line?.number ?? 0, code, reason: message, text: line?.text ?? null });
}

function emptyPiece(): Piece {
  return { events: [], lines: [], refused: [] };
}
