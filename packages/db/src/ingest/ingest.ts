import type { Database } from '../connection/database.ts';
import { type Decode, type IngestFormat, csvDecoder, decodeJsonLine, detectFormat } from './decoder.ts';
import { type FunnelEvent, parseEvent } from './event.ts';
import { type Line, readLines } from './lines.ts';
import { recordSoundEvents } from './record-events.ts';
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
  batchEvents?: number;
}

interface Batch {
  /** Sound events, and the line of each. */
  events: FunnelEvent[];
  lines: Line[];
  refused: RefusedLine[];
}

const MAX_LINE_BYTES = 256 * 1024;
const BATCH_EVENTS = 40_000;
/** Events differ in size; this keeps a batch of large ones small. */
const BATCH_CHARACTERS = 16 * 1024 * 1024;

/**
 * Counts a stream of events, a transaction a batch. While one batch is added the next is claimed and the one
 * after that is read: three are held at most.
 * Ended in the middle, by whatever, it is run again from the start: what is counted stays counted once.
 */
export async function ingest(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions,
): Promise<IngestSummary> {
  const summary: IngestSummary = { read: 0, new: 0, repeated: 0, refused: 0 };
  let [last, lastButOne]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  for await (const batch of readBatches(chunks, options)) {
    await lastButOne;
    if (options.signal?.aborted) break;
    const current = record(database, batch, options, summary, last);
    current.catch(() => {}); // awaited later; must not count as unhandled meanwhile
    [last, lastButOne] = [current, last];
  }
  await last;
  return summary;
}

async function* readBatches(
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions,
): AsyncGenerator<Batch> {
  const { format, batchEvents = BATCH_EVENTS } = options;
  let decode: Decode | undefined;
  let [batch, characters] = [emptyBatch(), 0];
  for await (const lines of readLines(chunks, MAX_LINE_BYTES)) {
    const now = options.now();
    for (const line of lines) {
      if (!decode) {
        const isCsv = (format ?? detectFormat(line.text ?? '')) === 'csv';
        decode = isCsv ? csvDecoder(line.text ?? '') : decodeJsonLine;
        if (isCsv) continue;
      }
      addLine(batch, line, decode, now);
      characters += line.text?.length ?? 0;
      if (batch.lines.length + batch.refused.length < batchEvents && characters < BATCH_CHARACTERS) continue;
      yield batch;
      [batch, characters] = [emptyBatch(), 0];
    }
  }
  yield batch;
}

function addLine(batch: Batch, line: Line, decode: Decode, now: Date): void {
  try {
    if (line.text === undefined)
      throw new Refusal('line_too_long', `the line is longer than ${MAX_LINE_BYTES} bytes`);
    batch.events.push(parseEvent(decode(line.text), now));
    batch.lines.push(line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    batch.refused.push({
      line: line.number,
      code: error.code,
      reason: error.message,
      text: line.text ?? null,
    });
  }
}

async function record(
  database: Database,
  batch: Batch,
  options: IngestOptions,
  summary: IngestSummary,
  after: Promise<void>,
): Promise<void> {
  const result = await recordSoundEvents(database, batch.events, after);
  await after;
  const refused = result.refused.map(({ index, code, reason }): RefusedLine => {
    const line = batch.lines[index];
    return { line: line?.number ?? 0, code, reason, text: line?.text ?? null };
  });
  const all = [...batch.refused, ...refused].sort((a, b) => a.line - b.line);
  if (all.length > 0) await options.onRefused(all);
  summary.read += batch.lines.length + batch.refused.length;
  summary.new += result.recorded;
  summary.repeated += result.repeated;
  summary.refused += all.length;
  options.onProgress?.({ ...summary });
}

function emptyBatch(): Batch {
  return { events: [], lines: [], refused: [] };
}
