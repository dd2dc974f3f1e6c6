import { type Day, formatDay } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { Database } from '@funnel/db';
import { statement } from '../statement.ts';
import { type ChainedEvent, chainEvents } from './chain.ts';
import { parseEvent } from './event.ts';
import { FieldBatch } from './field-batch.ts';
import { ProductBatch } from './product-batch.ts';
import { passing, type Refusal, type RefusalCode } from './refusal.ts';
import { RollupBatch } from './rollup-batch.ts';
import { writeRollups } from './write-rollups.ts';

export interface RefusedEvent {
  /** Its place in the batch. */
  index: number;
  code: RefusalCode;
  reason: string;
}

export interface RecordedEvents {
  recorded: number;
  repeated: number;
  refused: RefusedEvent[];
}

/** Any number, the same in every process: the lock's second half is the website. */
const WEBSITE_LOCK = 7_203_115;

const claimEvents = statement(
  'claim-events',
  { websites: text(), events: text() },
  { website_id: int4(), event_id: text() },
);
const noteActivity = statement('note-activity', { website: int4(), firstDay: text() }, {});

/**
 * Counts a batch of events, in one transaction: all of it or nothing. An event that was counted before is
 * not counted again, so a batch whose outcome is unknown is simply sent once more.
 */
export async function recordEvents(
  database: Database,
  events: readonly unknown[],
  { now }: { now: Date },
): Promise<RecordedEvents> {
  const refused: RefusedEvent[] = [];
  const refuse = (index: number, refusal: Refusal) =>
    refused.push({ index, code: refusal.code, reason: refusal.message });
  const places: number[] = [];
  const parse = (raw: unknown, place: number) => {
    const event = parseEvent(raw, now);
    places.push(place);
    return event;
  };
  const sound = passing(events, parse, refuse);
  const chained = await chainEvents(database.sql, sound, (place, refusal) =>
    refuse(places[place] ?? 0, refusal),
  );
  const recorded = await recordChained(database, chained);
  return {
    recorded,
    repeated: chained.length - recorded,
    refused: refused.sort((one, other) => one.index - other.index),
  };
}

/**
 * Counts events that are known to be sound; resolves with how many were new. With `after`, the batch is claimed
 * at once but added only when that has come true: batches of one stream overlap and still count in order.
 */
export async function recordChained(
  database: Database,
  events: readonly ChainedEvent[],
  after: Promise<unknown> = Promise.resolve(),
): Promise<number> {
  if (events.length === 0) return 0;
  return database.sql.begin(async (sql) => {
    const fresh = await claim(sql, events);
    await after;
    // One writer per website at a time, always in the same order: no deadlock, no lost sketch.
    for (const websiteId of [...fresh.keys()].sort((one, other) => one - other)) {
      await sql`select pg_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId})`;
    }
    let recorded = 0;
    for (const [websiteId, byId] of fresh) {
      await addWebsite(sql, websiteId, byId.values());
      recorded += byId.size;
    }
    return recorded;
  });
}

/** Per website the events that were never counted before, the first of each id. */
async function claim(
  sql: TransactionSql,
  events: readonly ChainedEvent[],
): Promise<Map<number, Map<string, ChainedEvent>>> {
  const fresh = new Map<number, Map<string, ChainedEvent>>();
  for (const event of events) {
    const { websiteId, eventId } = event;
    let byId = fresh.get(websiteId);
    if (!byId) fresh.set(websiteId, (byId = new Map()));
    if (!byId.has(eventId)) byId.set(eventId, event);
  }
  const asked = [...fresh].flatMap(([websiteId, byId]) =>
    [...byId.keys()].map((eventId) => ({ websiteId, eventId })),
  );
  const repeated = await claimEvents(sql, {
    websites: plainArrayLiteral(asked.map(({ websiteId }) => websiteId)),
    events: plainArrayLiteral(asked.map(({ eventId }) => eventId)),
  });
  for (const { website_id, event_id } of repeated) {
    const byId = fresh.get(website_id);
    if (byId?.delete(event_id) && byId.size === 0) fresh.delete(website_id);
  }
  return fresh;
}

async function addWebsite(
  sql: TransactionSql,
  websiteId: number,
  events: Iterable<ChainedEvent>,
): Promise<void> {
  const [rollups, fields, products] = [new RollupBatch(), new FieldBatch(), new ProductBatch()];
  let firstDay: Day = Number.POSITIVE_INFINITY;
  for (const event of events) {
    rollups.add(event);
    if (event.elementId !== undefined) {
      fields.add(event.elementId, event.day, event.visitor, event.fields);
      products.add(event.elementId, event.day, event.products);
    }
    if (event.day < firstDay) firstDay = event.day;
  }
  await writeRollups(sql, websiteId, rollups.cells());
  await fields.write(sql, websiteId);
  await products.write(sql, websiteId);
  await noteActivity(sql, { website: websiteId, firstDay: formatDay(firstDay) });
}
