import { ServiceError } from '@funnel/domain';
import { type Line, type RefusalCode, readLines } from '@funnel/ingest';
import { readArray } from './json-array.ts';

/** The largest event. */
const MAX_EVENT_BYTES = 256 * 1024;

/** The formats of a list of events. */
export type EventFormat = 'array' | 'lines';

/** An event that is not validated yet, with the length of its text, or a refusal. */
export type DecodedEvent = { line: number; value: unknown; length: number } | Refusal;

/** Why an event was refused. */
export interface Refusal {
  /** Its line, or its position in the array; from 1. */
  line: number;
  code: RefusalCode;
  reason: string;
}

/** Decodes the events of a body as its chunks arrive. */
export async function* decodeEvents(
  chunks: AsyncIterable<Uint8Array>,
  format: EventFormat,
): AsyncGenerator<DecodedEvent[]> {
  if (format === 'lines') yield* decodeLines(chunks);
  else
    for await (const elements of readArray(chunks, MAX_EVENT_BYTES))
      yield elements.map((element) => decode(element, malformedElement));
}

/** A line that is not JSON is refused alone, unless it is the end of a body that was cut off, or none is JSON. */
async function* decodeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedEvent[]> {
  const body = { lastByte: NEWLINE };
  let [isAnyJson, last]: [boolean, DecodedEvent | undefined] = [false, undefined];
  for await (const lines of readLines(watchEnd(chunks, body), MAX_EVENT_BYTES)) {
    const events = lines.map((line) => decode(line, refuseLine));
    isAnyJson ||= events.some((event) => !isMalformed(event));
    last = events.at(-1) ?? last;
    yield events;
  }
  if (!isAnyJson) throw notLines(last);
  if (last && isMalformed(last) && body.lastByte !== NEWLINE) throw cutOff(last.line);
}

const NEWLINE = 0x0a;

async function* watchEnd(
  chunks: AsyncIterable<Uint8Array>,
  body: { lastByte: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    body.lastByte = chunk.at(-1) ?? body.lastByte;
    yield chunk;
  }
}

function decode({ number, text }: Line, onMalformed: (line: number) => DecodedEvent): DecodedEvent {
  if (text === undefined) {
    const reason = `the event is longer than ${MAX_EVENT_BYTES} bytes`;
    return { line: number, code: 'line_too_long', reason };
  }
  try {
    return { line: number, value: JSON.parse(text) as unknown, length: text.length };
  } catch {
    return onMalformed(number);
  }
}

function refuseLine(line: number): DecodedEvent {
  return { line, code: 'invalid_json', reason: 'the line is not valid JSON' };
}

function isMalformed(event: DecodedEvent): boolean {
  return 'code' in event && event.code === 'invalid_json';
}

/** Where one element of an array is malformed, the next ones cannot be told apart. */
function malformedElement(position: number): never {
  const detail = `Element ${position} of the array is not valid JSON. Events before it may be recorded.`;
  throw new ServiceError('invalid_json', detail);
}

function cutOff(line: number): ServiceError {
  const detail = `The body ends in the middle of line ${line}. Lines before it may be recorded.`;
  return new ServiceError('invalid_json', detail);
}

function notLines(last: DecodedEvent | undefined): ServiceError {
  const detail = last ? 'No line of the body is valid JSON.' : 'The body is empty.';
  return new ServiceError('invalid_events', `${detail} Send one JSON object per line.`);
}
