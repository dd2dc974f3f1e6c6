import type { IngestFormat } from '../events/decode-line.ts';
import type { IgnoredKeysSummary } from '../events/ignored-keys.ts';
import type { EventBlock } from '../events/event-block.ts';
import { EventFile, type Piece, type RefusedLine } from './event-file.ts';

/** Some events of a file that is being parsed. */
export interface ParsedPiece {
  block: EventBlock;
  refused: RefusedLine[];
  /** The lines of some events, maybe of none. To be asked once, before the next piece: then they are forgotten. */
  textsOf(events: readonly number[]): Promise<string[]>;
}

/** A file that is being parsed. */
export interface ParsedFile {
  /** In the order of the file. */
  pieces: AsyncIterable<ParsedPiece>;
  /** Once all pieces were read. */
  ignored(): IgnoredKeysSummary;
}

/** How to parse a file. */
export interface ParseOptions {
  format: IngestFormat | undefined;
  now: () => Date;
}

/** Parses a file: here, or in a thread of its own. */
export type ParseFile = (chunks: AsyncIterable<Uint8Array>, options: ParseOptions) => ParsedFile;

/** Bounds how much a piece is, however large the chunks are. */
export const MAX_CHUNK_BYTES = 1024 * 1024;

/** Parses a file in this thread. */
export const parseFile: ParseFile = (chunks, { format, now }) => {
  const file = new EventFile(format);
  async function* pieces() {
    for await (const chunk of chunks)
      for (let from = 0; from < chunk.length; from += MAX_CHUNK_BYTES)
        yield parsed(file.read(chunk.subarray(from, from + MAX_CHUNK_BYTES), now().getTime()));
    yield parsed(file.end(now().getTime()));
  }
  return { pieces: pieces(), ignored: () => file.ignored.summary() };
};

function parsed({ block, texts, refused }: Piece): ParsedPiece {
  return { block, refused, textsOf: async (events) => events.map((event) => texts[event] ?? '') };
}
