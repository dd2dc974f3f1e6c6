import { type Decode, type IngestFormat, csvDecoder, decodeJsonLine, detectFormat } from './decode-line.ts';
import { parseEvent } from '../parse/event.ts';
import { EventBlock } from '../parse/event-block.ts';
import { IgnoredKeys } from '../parse/ignored-keys.ts';
import { type Line, LineSplitter } from './lines.ts';
import { Refusal, type RefusedEventLine } from '../parse/refusal.ts';
import { PlainEvents } from './plain-event.ts';

export interface RefusedLine extends RefusedEventLine {
  /** The original line; null if it was too long. */
  text: string | null;
}

export interface Piece {
  block: EventBlock;
  /** The text of each event's line: its ids are verified later, and a rejected line is reported in full. */
  texts: string[];
  refused: RefusedLine[];
}

const MAX_LINE_BYTES = 256 * 1024;

export class EventFile {
  readonly ignored = new IgnoredKeys();
  readonly #lines = new LineSplitter(MAX_LINE_BYTES);
  readonly #plain = new PlainEvents();
  readonly #format: IngestFormat | undefined;
  #decode: Decode | undefined;

  /** Without a format it is guessed from the first line. */
  constructor(format: IngestFormat | undefined) {
    this.#format = format;
  }

  /** The lines that a chunk completes. Throws an `UnreadableFileError` if the header is not one. */
  read(chunk: Uint8Array, nowMs: number): Piece {
    return this.#parse(this.#lines.split(chunk), nowMs);
  }

  /** The last line, if it has no end. */
  end(nowMs: number): Piece {
    return this.#parse(this.#lines.end(), nowMs);
  }

  #parse(lines: Line[], nowMs: number): Piece {
    const piece: Piece = { block: new EventBlock(lines.length), texts: [], refused: [] };
    const now = new Date(nowMs);
    for (const line of lines) {
      if (!this.#decode) {
        // A first line that is too long has no text: no header is.
        const isCsv = (this.#format ?? detectFormat(line.text ?? '{')) === 'csv';
        this.#decode = isCsv ? csvDecoder(line.text ?? '') : decodeJsonLine;
        if (isCsv) continue;
      }
      this.#add(piece, line, this.#decode, now);
    }
    return piece;
  }

  #add({ block, texts, refused }: Piece, line: Line, decode: Decode, now: Date): void {
    try {
      const raw = decode(textOf(line, decode));
      if (!this.#plain.add(block, raw, now.getTime(), line.number)) {
        const event = parseEvent(raw, now, this.ignored);
        event.line = line.number;
        block.push(event);
      }
      texts.push(line.text ?? '');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, reason } = error;
      refused.push({ line: line.number, code, reason, text: line.text ?? null });
    }
  }
}

function textOf(line: Line, decode: Decode): string {
  if (line.text === undefined)
    throw new Refusal('line_too_long', `the line is longer than ${MAX_LINE_BYTES} bytes`);
  if (line.isBroken) {
    const code = decode === decodeJsonLine ? 'invalid_json' : 'invalid_csv';
    throw new Refusal(code, 'the line is not UTF-8 text');
  }
  return line.text;
}
