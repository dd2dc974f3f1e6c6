import { ServiceError } from '@funnel/domain';
import type { Line } from '@funnel/ingest';
import { ArraySplitter } from '../json/array-splitter.ts';
import { BYTE, isBlank } from '../json/value-reader.ts';

const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf]);

/** Splits a body, which is a JSON array, and yields the elements that each chunk completes. */
export async function* readArray(
  chunks: AsyncIterable<Uint8Array>,
  maxElementBytes: number,
): AsyncGenerator<Line[]> {
  const splitter = new ArraySplitter(maxElementBytes);
  let isOpen = false;
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const elements: Line[] = [];
    let at = 0;
    while (at < buffer.length) {
      if (isOpen && !splitter.isDone) at = split(splitter, buffer, at, elements);
      else {
        isOpen = opens(buffer[at] ?? 0, isOpen);
        at += 1;
      }
    }
    yield elements;
  }
  if (!isOpen) throw notAnArray('The body is empty.');
  if (!splitter.isDone) throw malformed('The body ends in the middle of the array.');
}

/** Whether the array is open after this byte, which stands before it or behind it. */
function opens(byte: number, isOpen: boolean): boolean {
  if (isBlank(byte)) return isOpen;
  if (isOpen) throw malformed('Something follows the end of the array.');
  if (byte === BYTE.openArray) return true;
  if (BYTE_ORDER_MARK.has(byte)) return false;
  throw notAnArray('The body is not a JSON array.');
}

function split(splitter: ArraySplitter, buffer: Buffer, from: number, elements: Line[]): number {
  try {
    return splitter.push(buffer, from, elements);
  } catch (error) {
    throw error instanceof ServiceError ? malformed(error.detail) : error;
  }
}

function notAnArray(detail: string): ServiceError {
  return new ServiceError('invalid_events', `${detail} Send an array of events, even for a single one.`);
}

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_json', `${detail} Events before it may be recorded.`);
}
