import { MAX_JSON_DEPTH, measureJson, ServiceError, Turns } from '@funnel/domain';
import { type EventLine, type Line, readLines, type RefusedEventLine } from '@funnel/ingest';
import { readArray } from './read-array.ts';

const MAX_EVENT_BYTES = 256 * 1024;
/** Of one event: two hundred products have as many. */
const MAX_EVENT_VALUES = 1_000;
/** More than fit into a body if they are valid. */
const MAX_EVENTS = 100_000;
/** Blank ones included. */
const MAX_LINES = 2 * MAX_EVENTS;

/** An event that is not validated yet, with the length of its text, or a refusal. */
export type DecodedEvent = (EventLine & { length: number }) | RefusedEventLine;

/** Decodes the events of a body as its chunks arrive. */
export async function* decodeEvents(
  chunks: AsyncIterable<Uint8Array>,
  format: 'array' | 'lines',
): AsyncGenerator<DecodedEvent[]> {
  let count = 0;
  for await (const events of format === 'lines' ? decodeLines(chunks) : decodeArray(chunks)) {
    count += events.length;
    if (count > MAX_EVENTS) throw tooMany(`${MAX_EVENTS} events`);
    yield events;
  }
}

async function* decodeArray(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedEvent[]> {
  for await (const elements of readArray(chunks, MAX_EVENT_BYTES))
    yield await decodeAll(elements, malformedElement);
}

/** A line that is not JSON is refused alone, unless it is the end of a body that was cut off, or none is JSON. */
async function* decodeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedEvent[]> {
  const body = { lastByte: NEWLINE, lines: 0 };
  let [isAnyJson, last]: [boolean, DecodedEvent | undefined] = [false, undefined];
  for await (const lines of readLines(watchEnd(chunks, body), MAX_EVENT_BYTES)) {
    const events = await decodeAll(lines, refuseLine);
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
  body: { lastByte: number; lines: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    body.lastByte = chunk.at(-1) ?? body.lastByte;
    for (const byte of chunk) if (byte === NEWLINE) body.lines += 1;
    if (body.lines > MAX_LINES) throw tooMany(`${MAX_LINES} lines, blank ones included`);
    yield chunk;
  }
}

type Expected = 'valid JSON' | 'UTF-8 text';
type OnMalformed = (line: number, expected: Expected) => DecodedEvent;

/** In short turns: a malformed line takes as long as many valid ones. */
async function decodeAll(lines: readonly Line[], onMalformed: OnMalformed): Promise<DecodedEvent[]> {
  const turns = new Turns();
  const events: DecodedEvent[] = [];
  for (const line of lines) {
    events.push(decode(line, onMalformed));
    if (turns.isOver) await turns.next();
  }
  return events;
}

function decode({ number, text, isBroken }: Line, onMalformed: OnMalformed): DecodedEvent {
  if (isBroken) return onMalformed(number, 'UTF-8 text');
  if (text === undefined) {
    const reason = `the event is longer than ${MAX_EVENT_BYTES} bytes`;
    return { line: number, code: 'line_too_long', reason };
  }
  const problem = problemOfSize(text);
  if (problem) return { line: number, code: 'invalid_event', reason: problem };
  try {
    return { line: number, value: JSON.parse(text) as unknown, length: text.length };
  } catch {
    return onMalformed(number, 'valid JSON');
  }
}

/** An event that would take long to validate is refused before it is parsed. */
function problemOfSize(text: string): string | undefined {
  const { depth, values } = measureJson(text);
  if (depth > MAX_JSON_DEPTH) return `the event is nested deeper than ${MAX_JSON_DEPTH} levels`;
  return values > MAX_EVENT_VALUES ? `the event has more than ${MAX_EVENT_VALUES} values` : undefined;
}

function refuseLine(line: number, expected: Expected): DecodedEvent {
  return { line, code: 'invalid_json', reason: `the line is not ${expected}` };
}

function isMalformed(event: DecodedEvent): boolean {
  return 'code' in event && event.code === 'invalid_json';
}

/** After a malformed element of an array, the start of the next one is unknown. */
function malformedElement(position: number, expected: Expected): never {
  const detail = `Element ${position} of the array is not ${expected}. Events before it may be recorded.`;
  throw new ServiceError('invalid_json', detail);
}

function cutOff(line: number): ServiceError {
  const detail = `The body ends in the middle of line ${line}. Lines before it may be recorded.`;
  return new ServiceError('invalid_json', detail);
}

function tooMany(what: string): ServiceError {
  const detail = `The body has more than ${what}. Send them in several requests. Events before may be recorded.`;
  return new ServiceError('payload_too_large', detail);
}

function notLines(last: DecodedEvent | undefined): ServiceError {
  const detail = last ? 'No line of the body is valid JSON.' : 'The body is empty.';
  return new ServiceError('invalid_events', `${detail} Send one JSON object per line.`);
}
