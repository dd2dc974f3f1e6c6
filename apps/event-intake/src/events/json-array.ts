import { ServiceError } from '@funnel/domain';
import type { Line } from '@funnel/ingest';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf]);

/**
 * Splits a JSON array into its elements and yields those that each chunk completes, numbered from 1. It finds only where
 * an element ends; `JSON.parse` decides whether it is valid. Memory is bounded by `maxElementBytes` and a chunk.
 */
export async function* readArray(
  chunks: AsyncIterable<Uint8Array>,
  maxElementBytes: number,
): AsyncGenerator<Line[]> {
  const splitter = new ArraySplitter(maxElementBytes);
  for await (const chunk of chunks) yield splitter.push(chunk);
  splitter.end();
}

/** What comes next: the array, an element or its end, an element, a comma or the end, nothing. */
type Expected = 'array' | 'first' | 'element' | 'comma' | 'nothing';

class ArraySplitter {
  private readonly maxBytes: number;
  private expected: Expected = 'array';
  private count = 0;
  /** Whether an element has begun: one with brackets or quotes, or a number or word. */
  private inside: 'enclosed' | 'bare' | undefined;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private parts: Buffer[] = [];
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): Line[] {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const elements: Line[] = [];
    let at = 0;
    while (at < buffer.length) {
      if (!this.inside) {
        at += this.begins(buffer[at] ?? 0) ? 0 : 1;
        continue;
      }
      const end = this.inside === 'bare' ? endOfBare(buffer, at) : this.endOfEnclosed(buffer, at);
      this.keep(buffer.subarray(at, end));
      if (end === undefined) break;
      elements.push(this.take());
      at = end;
    }
    return elements;
  }

  end(): void {
    if (this.expected === 'array') throw notAnArray('The body is empty.');
    if (this.expected !== 'nothing') throw malformed('The body ends in the middle of the array.');
  }

  /** Whether an element begins with this byte. */
  private begins(byte: number): boolean {
    if (WHITESPACE.has(byte)) return false;
    if (this.expected === 'array') {
      if (byte === OPEN_ARRAY) this.expected = 'first';
      else if (!BYTE_ORDER_MARK.has(byte)) throw notAnArray('The body is not a JSON array.');
      return false;
    }
    if (this.expected === 'nothing') throw malformed('Something follows the end of the array.');
    if (byte === CLOSE_ARRAY && this.expected !== 'element') {
      this.expected = 'nothing';
      return false;
    }
    if (this.expected === 'comma') {
      if (byte !== COMMA) throw malformed(`A comma is missing after element ${this.count}.`);
      this.expected = 'element';
      return false;
    }
    if (byte === COMMA || byte === CLOSE_ARRAY) throw malformed(`Element ${this.count + 1} is missing.`);
    const isEnclosed = byte === OPEN_OBJECT || byte === OPEN_ARRAY || byte === QUOTE;
    this.inside = isEnclosed ? 'enclosed' : 'bare';
    return true;
  }

  /** Where the element ends; undefined if not in this buffer. */
  private endOfEnclosed(buffer: Buffer, from: number): number | undefined {
    let { depth, isInString, isEscaped } = this;
    for (let at = from; at < buffer.length; at += 1) {
      const byte = buffer[at];
      if (isEscaped) isEscaped = false;
      else if (isInString) {
        if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
      if (depth === 0 && !isInString) return at + 1;
    }
    [this.depth, this.isInString, this.isEscaped] = [depth, isInString, isEscaped];
    return undefined;
  }

  private keep(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes > this.maxBytes) this.parts = [];
    else this.parts.push(part);
  }

  private take(): Line {
    const text = this.bytes > this.maxBytes ? undefined : Buffer.concat(this.parts).toString('utf8');
    [this.parts, this.bytes] = [[], 0];
    [this.depth, this.isInString, this.isEscaped] = [0, false, false];
    this.inside = undefined;
    this.expected = 'comma';
    this.count += 1;
    return { number: this.count, text };
  }
}

/** A number or word ends before the byte that follows it. */
function endOfBare(buffer: Buffer, from: number): number | undefined {
  for (let at = from; at < buffer.length; at += 1) {
    const byte = buffer[at] ?? 0;
    if (byte === COMMA || byte === CLOSE_ARRAY || WHITESPACE.has(byte)) return at;
  }
  return undefined;
}

function notAnArray(detail: string): ServiceError {
  return new ServiceError('invalid_events', `${detail} Send an array of events, even for a single one.`);
}

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_json', `${detail} Events before it may be recorded.`);
}
