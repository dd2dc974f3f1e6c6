import type { IngestFormat } from './decode-line.ts';
import type { IgnoredKeysSummary } from '../parse/ignored-keys.ts';
import type { EventBlock } from '../parse/event-block.ts';
import { EventFile, type Piece, type RefusedLine } from './event-file.ts';

export interface ParsedPiece {
  block: EventBlock;
  refused: RefusedLine[];
  /** The lines of some events, maybe of none. To be asked once, before the next piece: then they are forgotten. */
  textsOf(events: readonly number[]): Promise<string[]>;
}

interface ParsedFile {
  /** In the order of the file. */
  pieces: AsyncIterable<ParsedPiece>;
  /** Once all pieces were read. */
  ignored(): IgnoredKeysSummary;
}

export interface ParseOptions {
  format: IngestFormat | undefined;
  now: () => Date;
}

/** Parses a file: here, or in a thread of its own. */
export type ParseFile = (chunks: AsyncIterable<Uint8Array>, options: ParseOptions) => ParsedFile;

/** Bound how much a piece is, however large the chunks and however short the lines are. */
const [MAX_PIECE_BYTES, MAX_PIECE_LINES] = [1024 * 1024, 8_192];
const NEWLINE = 0x0a;

/** Cuts a chunk so that none of its parts makes a large piece. */
export function* cutChunk(chunk: Uint8Array): Generator<Uint8Array> {
  for (let from = 0, end = 0; from < chunk.length; from = end) {
    end = endOfPart(chunk, from);
    yield chunk.subarray(from, end);
  }
}

function endOfPart(chunk: Uint8Array, from: number): number {
  const limit = Math.min(chunk.length, from + MAX_PIECE_BYTES);
  let end = from;
  for (let lines = 0; lines < MAX_PIECE_LINES; lines++) {
    const newline = chunk.indexOf(NEWLINE, end);
    if (newline < 0 || newline >= limit) return limit;
    end = newline + 1;
    // Blank lines cost next to nothing, however many there are.
    while (end < limit && chunk[end] === NEWLINE) end += 1;
  }
  return end;
}

export const parseFile: ParseFile = (chunks, { format, now }) => {
  const file = new EventFile(format);
  async function* pieces() {
    for await (const chunk of chunks)
      for (const part of cutChunk(chunk)) yield parsed(file.read(part, now().getTime()));
    yield parsed(file.end(now().getTime()));
  }
  return { pieces: pieces(), ignored: () => file.ignored.summary() };
};

function parsed({ block, texts, refused }: Piece): ParsedPiece {
  return { block, refused, textsOf: async (events) => events.map((event) => texts[event] ?? '') };
}
