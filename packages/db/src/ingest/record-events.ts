import { type Day, formatDay } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import type { Database } from '../connection/database.ts';
import { statement } from '../connection/statement.ts';
import { type Chain, chainOf, readParents } from './chain.ts';
import { type FunnelEvent, parseEvent } from './event.ts';
import { FieldBatch } from './field-batch.ts';
import { ProductBatch } from './product-batch.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
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

interface ChainedEvent {
  event: FunnelEvent;
  chain: Chain;
}

/** Any number, the same in every process: the lock's second half is the website. */
const WEBSITE_LOCK = 7_203_115;

const claimEvents = statement('claim-events');
const noteActivity = statement('note-activity');

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
  const places: number[] = [];
  const sound = passing(
    events,
    (raw, place) => {
      const event = parseEvent(raw, now);
      places.push(place);
      return event;
    },
    refused,
  );
  const result = await recordSoundEvents(database, sound);
  refused.push(...result.refused.map((refusal) => ({ ...refusal, index: places[refusal.index] ?? 0 })));
  return { ...result, refused: refused.sort((a, b) => a.index - b.index) };
}

/**
 * The same for events that are known to be sound in themselves. With `after`, the batch is looked up and claimed
 * at once but added only when that has come true: batches of one stream overlap and still count in order.
 */
export async function recordSoundEvents(
  database: Database,
  events: readonly FunnelEvent[],
  after: Promise<unknown> = Promise.resolve(),
): Promise<RecordedEvents> {
  if (events.length === 0) return { recorded: 0, repeated: 0, refused: [] };
  return database.sql.begin(async (sql) => {
    const refused: RefusedEvent[] = [];
    const parents = await readParents(sql, events);
    const chained = passing(events, (event) => ({ event, chain: chainOf(event, parents) }), refused);
    const fresh = await claim(sql, chained);
    await after;
    const websites = byWebsite(fresh);
    // One writer per website at a time, always in the same order: no deadlock, no lost sketch.
    for (const websiteId of [...websites.keys()].sort((a, b) => a - b)) {
      await sql`select pg_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId})`;
    }
    for (const [websiteId, ofWebsite] of websites) await addWebsite(sql, websiteId, ofWebsite);
    return { recorded: fresh.length, repeated: chained.length - fresh.length, refused };
  });
}

function passing<In, Out>(
  items: readonly In[],
  check: (item: In, place: number) => Out,
  refused: RefusedEvent[],
): Out[] {
  const passed: Out[] = [];
  for (const [index, item] of items.entries()) {
    try {
      passed.push(check(item, index));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ index, code: error.code, reason: error.message });
    }
  }
  return passed;
}

/** The events that were never counted before, the first of each id. */
async function claim(sql: TransactionSql, events: ChainedEvent[]): Promise<ChainedEvent[]> {
  const first = new Map<string, ChainedEvent>();
  for (const chained of events) {
    const key = `${chained.event.eventId} ${chained.event.websiteId}`;
    if (!first.has(key)) first.set(key, chained);
  }
  const asked = [...first.values()];
  const claimed = await claimEvents<{ website_id: number; event_id: string }>(sql, [
    plainArrayLiteral(asked.map(({ event }) => event.websiteId)),
    plainArrayLiteral(asked.map(({ event }) => event.eventId)),
  ]);
  if (claimed.length === asked.length) return asked;
  const fresh = new Set(claimed.map((row) => `${row.event_id} ${row.website_id}`));
  return [...first].filter(([key]) => fresh.has(key)).map(([, chained]) => chained);
}

function byWebsite(events: ChainedEvent[]): Map<number, ChainedEvent[]> {
  const websites = new Map<number, ChainedEvent[]>();
  for (const chained of events) {
    const ofWebsite = websites.get(chained.event.websiteId);
    if (ofWebsite) ofWebsite.push(chained);
    else websites.set(chained.event.websiteId, [chained]);
  }
  return websites;
}

async function addWebsite(sql: TransactionSql, websiteId: number, events: ChainedEvent[]): Promise<void> {
  const [rollups, fields, products] = [new RollupBatch(websiteId), new FieldBatch(), new ProductBatch()];
  let firstDay: Day = Number.POSITIVE_INFINITY;
  for (const { event, chain } of events) {
    rollups.add(event, chain);
    if (chain.element !== undefined) {
      fields.add(chain.element, event.day, event.visitor, event.fields);
      products.add(chain.element, event.day, event.products);
    }
    if (event.day < firstDay) firstDay = event.day;
  }
  await writeRollups(sql, websiteId, rollups.cells());
  await fields.write(sql, websiteId);
  await products.write(sql, websiteId);
  await noteActivity(sql, [websiteId, formatDay(firstDay)]);
}
