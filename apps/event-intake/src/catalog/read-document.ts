import { measureJson, parseJson, ServiceError } from '@funnel/domain';
import type { Line } from '@funnel/ingest';
import { ArraySplitter } from '../json/array-splitter.ts';
import { BYTE, isBlank, ValueReader } from '../json/value-reader.ts';
import { requireFewRecords, requireSmallRecord } from './catalog-limits.ts';

/**
 * Reads a catalog document record by record, as its chunks arrive: to parse all of it at once would hold up every other
 * request. Stops as soon as there are too many records.
 */
export async function readDocument(chunks: AsyncIterable<Buffer>): Promise<unknown> {
  const reader = new DocumentReader();
  for await (const chunk of chunks) reader.push(chunk);
  return reader.end();
}

/** What comes next: the document, a key or the end, a key, a colon, a value, a comma or the end, nothing. */
type Expected = 'document' | 'first' | 'key' | 'colon' | 'value' | 'comma' | 'nothing';

const MAX_VALUE_BYTES = 256 * 1024;

class DocumentReader {
  readonly #reader = new ValueReader(MAX_VALUE_BYTES);
  readonly #members = new Map<string, unknown>();
  #expected: Expected = 'document';
  #key = '';
  /** The list that is being read, and what was read of it. */
  #list: { splitter: ArraySplitter; records: unknown[] } | undefined;
  #records = 0;
  /** A document that is not an object. */
  #other: unknown;

  push(buffer: Buffer): void {
    let at = 0;
    while (at < buffer.length) {
      if (this.#list) at = this.#readList(this.#list, buffer, at);
      else if (this.#reader.isInside) at = this.#readValue(buffer, at);
      else at += this.#begins(buffer[at] ?? 0) ? 0 : 1;
    }
  }

  end(): unknown {
    // A number or word may end with the body.
    if (this.#expected === 'document' && this.#reader.isInside) this.#take();
    if (this.#expected !== 'nothing') throw malformed('The body ends in the middle of the document.');
    return this.#other === undefined ? Object.fromEntries(this.#members) : this.#other;
  }

  #readList(list: { splitter: ArraySplitter; records: unknown[] }, buffer: Buffer, from: number): number {
    const lines: Line[] = [];
    const at = list.splitter.push(buffer, from, lines);
    for (const { number, ...value } of lines)
      list.records.push(this.#parse(value, `${this.#key}[${number - 1}]`));
    if (list.splitter.isDone) {
      this.#members.set(this.#key, list.records);
      [this.#list, this.#expected] = [undefined, 'comma'];
    }
    return at;
  }

  #readValue(buffer: Buffer, from: number): number {
    const end = this.#reader.read(buffer, from);
    if (end !== undefined) this.#take();
    return end ?? buffer.length;
  }

  #take(): void {
    const value = this.#reader.take();
    if (this.#expected === 'document') {
      [this.#other, this.#expected] = [this.#parse(value, 'The body'), 'nothing'];
    } else if (this.#expected === 'value') {
      this.#members.set(this.#key, this.#parse(value, this.#key));
      this.#expected = 'comma';
    } else {
      [this.#key, this.#expected] = [String(this.#parse(value, 'A key')), 'colon'];
    }
  }

  #parse({ text, isBroken }: Omit<Line, 'number'>, what: string): unknown {
    if (isBroken) throw malformed(`${what} is not UTF-8 text.`);
    if (text === undefined)
      throw new ServiceError('payload_too_large', `${what} is longer than ${MAX_VALUE_BYTES} bytes.`);
    const size = measureJson(text);
    requireSmallRecord(size, what);
    // Any value in place of a record counts as one.
    this.#records = requireFewRecords(this.#records + Math.max(1, size.objects));
    return parseJson(text, what);
  }

  /** Whether a value or a key begins with this byte. */
  #begins(byte: number): boolean {
    if (isBlank(byte)) return false;
    const expected = this.#expected;
    if (expected === 'document' && byte === BYTE.openObject) this.#expected = 'first';
    else if ((expected === 'first' || expected === 'comma') && byte === BYTE.closeObject)
      this.#expected = 'nothing';
    else if (expected === 'comma' && byte === BYTE.comma) this.#expected = 'key';
    else if (expected === 'colon' && byte === BYTE.colon) this.#expected = 'value';
    else if (expected === 'value' && byte === BYTE.openArray)
      this.#list = { splitter: new ArraySplitter(MAX_VALUE_BYTES), records: [] };
    else if (expected === 'document' || expected === 'value' || isKey(expected, byte)) {
      this.#reader.begin(byte);
      return true;
    } else throw malformed('The body is not valid JSON.');
    return false;
  }
}

function isKey(expected: Expected, byte: number): boolean {
  return (expected === 'first' || expected === 'key') && byte === BYTE.quote;
}

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_json', detail);
}
