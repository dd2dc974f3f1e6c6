import { isAscii as isAsciiOnly, isUtf8 } from 'node:buffer';

export interface Line {
  number: number;
  /** Undefined if the line is longer than the limit; it is skipped without being buffered. */
  text: string | undefined;
  /** Set if its bytes are not UTF-8: then the text is not what was sent. */
  isBroken?: true;
}

const NEWLINE = 0x0a;

/**
 * Splits a byte stream into lines and yields those that each chunk completes. Skips blank lines. Memory is bounded
 * by `maxLineBytes` and the size of a chunk.
 * @example
 * import { Readable } from 'node:stream';
 *
 * const numbers: number[] = [];
 * for await (const lines of readLines(Readable.from([Buffer.from('one\n\nthr'), Buffer.from('ee\n')]), 1_000)) {
 *   numbers.push(...lines.map(({ number }) => number));
 * }
 * assert.deepEqual(numbers, [1, 3]); // The second line is blank.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter(maxLineBytes);
  for await (const chunk of chunks) yield splitter.split(chunk);
  yield splitter.end();
}

/** The same for chunks as they come. */
export class LineSplitter {
  readonly #maxBytes: number;
  #number = 0;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Whether all that the line consists of is ASCII. */
  #isAscii = true;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that a chunk completes. */
  split(chunk: Uint8Array): Line[] {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    // Almost always all is ASCII: then nothing has to be looked at line by line.
    const isAscii = isAsciiOnly(buffer);
    const lines: Line[] = [];
    let from = 0;
    for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, from)) {
      this.#append(buffer.subarray(from, end), isAscii);
      this.#finish(lines);
      from = end + 1;
      // Blank lines cost next to nothing, however many there are.
      while (buffer[from] === NEWLINE) {
        this.#number += 1;
        from += 1;
      }
    }
    this.#append(buffer.subarray(from), isAscii);
    return lines;
  }

  /** The line that has no end. */
  end(): Line[] {
    const lines: Line[] = [];
    this.#finish(lines);
    return lines;
  }

  #append(part: Buffer, isAscii: boolean): void {
    if (part.length === 0) return;
    this.#isAscii &&= isAscii;
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #finish(lines: Line[]): void {
    const [parts, bytes, isAscii] = [this.#parts, this.#bytes, this.#isAscii];
    [this.#parts, this.#bytes, this.#isAscii] = [[], 0, true];
    this.#number += 1;
    const number = this.#number;
    if (bytes > this.#maxBytes) {
      lines.push({ number, text: undefined });
      return;
    }
    const [only] = parts;
    const line = only && parts.length === 1 ? only : Buffer.concat(parts);
    const whole = line.toString(isAscii ? 'latin1' : 'utf8');
    const text = (number === 1 && whole.startsWith('\uFEFF') ? whole.slice(1) : whole).trim();
    if (text !== '') lines.push({ number, text, ...(!isAscii && !isUtf8(line) && { isBroken: true }) });
  }
}
