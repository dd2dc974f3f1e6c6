import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Chance } from '@funnel/testing';
import { linesOf, partId } from './catalog.ts';

/** The time that windows end at. Fixed, so that cached data does not age. */
export const NOW = new Date('2026-11-14T12:00:00Z');
export const CAMPAIGNS = 200;
export const DAYS = 730;
export const WEBSITE = 1;

export interface BenchEvent {
  event_id: string;
  type: string;
  website_id: number;
  element_id: number;
  visitor_token: string;
  occurred_at: string;
  revenue?: number;
}

export interface Traffic {
  events: number;
  days?: number;
  until?: Date;
}

export const COLUMNS = [
  'event_id',
  'type',
  'website_id',
  'element_id',
  'visitor_token',
  'occurred_at',
  'revenue',
] as const satisfies readonly (keyof BenchEvent)[];

const SEED = 20_261_114;
const DAY_MS = 86_400_000;
const EVENTS_PER_VISITOR = 6;
const EVENTS_AT_ONCE = 1_000;
/** Out of 100 events. */
const TYPES = Object.entries({
  view: 60,
  conversion: 17,
  completion: 8,
  submission: 6,
  subscribe: 5,
  order: 4,
}).flatMap(([type, share]) => Array.from({ length: share }, () => type));

/**
 * Events in chronological order, the same in every run. A few campaigns get most of them: one in six is of the first
 * campaign. Visitors return: half within six weeks, some after a year.
 */
export function* benchEvents(traffic: Traffic): Generator<BenchEvent> {
  const { events, days = DAYS, until = NOW } = traffic;
  const chance = new Chance(SEED);
  const pick = (length: number) => chance.whole(0, length - 1);
  const from = until.getTime() - days * DAY_MS;
  for (let n = 0; n < events; n++) {
    const campaign = 1 + Math.floor(CAMPAIGNS * chance.unit() ** 3);
    const type = TYPES[pick(TYPES.length)] ?? 'view';
    const visitorsSoFar = 1 + n / EVENTS_PER_VISITOR;
    yield {
      event_id: seededUuid(n, 'event'),
      type,
      website_id: WEBSITE,
      element_id: partId(campaign, pick(2), pick(2), pick(2)),
      visitor_token: seededUuid(Math.floor(visitorsSoFar * (1 - chance.unit() ** 4)), 'visitor'),
      occurred_at: new Date(from + ((n + 1) / events) * days * DAY_MS).toISOString(),
      ...(type === 'order' && { revenue: pick(10_000) / 100 }),
    };
  }
}

/** Writes the events as CSV, or as lines of JSON if the name of the file says so. */
export async function writeEventFile(file: string, traffic: Traffic): Promise<void> {
  const toText = file.endsWith('.ndjson') ? linesOf : rowsOf;
  await pipeline(Readable.from(chunks(traffic, toText)), createWriteStream(file));
}

function* chunks(traffic: Traffic, toText: (some: readonly BenchEvent[]) => string): Generator<string> {
  if (toText === rowsOf) yield `${COLUMNS.join(',')}\n`;
  let some: BenchEvent[] = [];
  for (const event of benchEvents(traffic)) {
    if (some.push(event) < EVENTS_AT_ONCE) continue;
    yield toText(some);
    some = [];
  }
  yield toText(some);
}

function rowsOf(events: readonly BenchEvent[]): string {
  return events.map((event) => `${COLUMNS.map((column) => event[column] ?? '').join(',')}\n`).join('');
}

/** A UUID that depends only on its number and on what it is for. Looks random, as real ones do. */
export function seededUuid(number: number, salt: string): string {
  const hex = hash('md5', `${salt} ${number}`);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
