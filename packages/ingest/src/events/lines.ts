import { isUtf8 } from 'node:buffer';

/** A line of a file. */
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
  let number = 0;
  const pending = new PendingLine(maxLineBytes);
  const finish = (): Line[] => {
    number += 1;
    const taken = pending.take(number === 1);
    return taken.text === '' ? [] : [{ number, ...taken }];
  };
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Line[] = [];
    let from = 0;
    for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, from)) {
      pending.append(buffer.subarray(from, end));
      lines.push(...finish());
      from = end + 1;
      // Blank lines cost next to nothing, however many there are.
      while (buffer[from] === NEWLINE) {
        number += 1;
        from += 1;
      }
    }
    pending.append(buffer.subarray(from));
    yield lines;
  }
  yield finish();
}

class PendingLine {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  append(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  take(isFirst: boolean): Omit<Line, 'number'> {
    const [parts, bytes] = [this.#parts, this.#bytes];
    [this.#parts, this.#bytes] = [[], 0];
    if (bytes > this.#maxBytes) return { text: undefined };
    const [only] = parts;
    const line = only && parts.length === 1 ? only : Buffer.concat(parts);
    const text = line.toString('utf8');
    return {
      text: (isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text).trim(),
      ...(!isUtf8(line) && { isBroken: true }),
    };
  }
}
