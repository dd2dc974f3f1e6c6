import { ServiceError } from '@funnel/domain';
import type { Line } from '@funnel/ingest';
import { BYTE, isBlank, ValueReader } from './value-reader.ts';

/** What comes next: an element or the end, an element, a comma or the end, nothing. */
type Expected = 'first' | 'element' | 'comma' | 'nothing';

/** Splits a JSON array, whose opening bracket has been read, into its elements, numbered from 1. */
export class ArraySplitter {
  readonly #reader: ValueReader;
  #expected: Expected = 'first';
  #count = 0;

  constructor(maxElementBytes: number) {
    this.#reader = new ValueReader(maxElementBytes);
  }

  /** Whether the closing bracket has been read. */
  get isDone(): boolean {
    return this.#expected === 'nothing';
  }

  /** Adds the elements that the buffer completes. Returns where it stopped: at the end, or after the closing bracket. */
  push(buffer: Buffer, from: number, elements: Line[]): number {
    let at = from;
    while (at < buffer.length && !this.isDone) {
      if (!this.#reader.isInside) {
        at += this.#begins(buffer[at] ?? 0) ? 0 : 1;
        continue;
      }
      const end = this.#reader.read(buffer, at);
      if (end === undefined) return buffer.length;
      this.#count += 1;
      this.#expected = 'comma';
      elements.push({ number: this.#count, ...this.#reader.take() });
      at = end;
    }
    return at;
  }

  /** Whether an element begins with this byte. */
  #begins(byte: number): boolean {
    if (isBlank(byte)) return false;
    if (byte === BYTE.closeArray && this.#expected !== 'element') {
      this.#expected = 'nothing';
      return false;
    }
    if (this.#expected === 'comma') {
      if (byte !== BYTE.comma) throw malformed(`A comma is missing after element ${this.#count}.`);
      this.#expected = 'element';
      return false;
    }
    if (byte === BYTE.comma || byte === BYTE.closeArray)
      throw malformed(`Element ${this.#count + 1} is missing.`);
    this.#reader.begin(byte);
    return true;
  }
}

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_json', detail);
}
