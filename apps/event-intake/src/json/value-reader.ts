import { isUtf8 } from 'node:buffer';
import { jsonTooDeep, MAX_JSON_DEPTH } from '@funnel/domain';
import type { Line } from '@funnel/ingest';

export const BYTE = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  openArray: 0x5b,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Whether a byte stands between values without meaning. */
export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Collects the text of one value after another, however they are cut into buffers. Finds only where a value ends;
 * `JSON.parse` decides whether it is valid. Memory is bounded by `maxBytes` and a buffer.
 */
export class ValueReader {
  readonly #maxBytes: number;
  /** A value with brackets or quotes, or a number or word. */
  #kind: 'enclosed' | 'bare' | undefined;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isInside(): boolean {
    return this.#kind !== undefined;
  }

  begin(byte: number): void {
    const isEnclosed = byte === BYTE.openObject || byte === BYTE.openArray || byte === BYTE.quote;
    this.#kind = isEnclosed ? 'enclosed' : 'bare';
  }

  /** Reads on. Returns where the value ends; undefined if not in this buffer. */
  read(buffer: Buffer, from: number): number | undefined {
    const end = this.#kind === 'bare' ? endOfBare(buffer, from) : this.#endOfEnclosed(buffer, from);
    const part = buffer.subarray(from, end);
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else this.#parts.push(part);
    return end;
  }

  /** The text of the value that has ended; none if it was longer than the limit. */
  take(): Pick<Line, 'text' | 'isBroken'> {
    const [parts, bytes] = [this.#parts, this.#bytes];
    [this.#parts, this.#bytes, this.#kind] = [[], 0, undefined];
    [this.#depth, this.#isInString, this.#isEscaped] = [0, false, false];
    if (bytes > this.#maxBytes) return { text: undefined };
    const [only] = parts;
    const value = only && parts.length === 1 ? only : Buffer.concat(parts);
    return { text: value.toString('utf8'), ...(!isUtf8(value) && { isBroken: true }) };
  }

  #endOfEnclosed(buffer: Buffer, from: number): number | undefined {
    let [depth, isInString, isEscaped] = [this.#depth, this.#isInString, this.#isEscaped];
    for (let at = from; at < buffer.length; at += 1) {
      const byte = buffer[at];
      if (isEscaped) isEscaped = false;
      else if (isInString) {
        if (byte === BYTE.backslash) isEscaped = true;
        else if (byte === BYTE.quote) isInString = false;
      } else if (byte === BYTE.quote) isInString = true;
      else if (byte === BYTE.openObject || byte === BYTE.openArray) {
        depth += 1;
        if (depth > MAX_JSON_DEPTH) throw jsonTooDeep();
      } else if (byte === BYTE.closeObject || byte === BYTE.closeArray) depth -= 1;
      if (depth === 0 && !isInString) return at + 1;
    }
    [this.#depth, this.#isInString, this.#isEscaped] = [depth, isInString, isEscaped];
    return undefined;
  }
}

/** A number or word ends before the byte that follows it. */
function endOfBare(buffer: Buffer, from: number): number | undefined {
  for (let at = from; at < buffer.length; at += 1) {
    const byte = buffer[at] ?? 0;
    const isEnd = byte === BYTE.comma || byte === BYTE.closeArray || byte === BYTE.closeObject;
    if (isEnd || isBlank(byte)) return at;
  }
  return undefined;
}
