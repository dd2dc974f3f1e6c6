import { type Day, formatDay, visitorKey } from '@funnel/domain';
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
export async function recordEvents(database: Database, events: readonly unknown[], { now }: { now: Date }): Promise<RecordedEvents> {
  const refused: RefusedEvent[] = [];
  const sound = eachOrRefused(events, refused, (raw) => parseEvent(raw, now));
  if (sound.length === 0) return { recorded: 0, repeated: 0, refused };
  const recorded = await database.sql.begin(async (sql) => {
    const parents = await readParents(sql, sound.map(({ item }) => item));
    const chained = eachOrRefused(sound, refused, ({ item: event }) => ({ event, chain: chainOf(event, parents) }), ({ index }) => index);
    const fresh = await claim(sql, chained.map(({ item }) => item));
    for (const [websiteId, ofWebsite] of byWebsite(fresh)) await addWebsite(sql, websiteId, ofWebsite);
    return fresh.length;
  });
  refused.sort((a, b) => a.index - b.index);
  return { recorded, repeated: events.length - refused.length - recorded, refused };
}

function eachOrRefused<In, Out>(
  items: readonly In[],
  refused: RefusedEvent[],
  check: (item: In) => Out,
  indexOf: (item: In, place: number) => number = (_, place) => place,
): { item: Out; index: number }[] {
  const passed: { item: Out; index: number }[] = [];
  for (const [place, item] of items.entries()) {
    const index = indexOf(item, place);
    try {
      passed.push({ item: check(item), index });
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
    const key = `${chained.event.websiteId} ${chained.event.eventId}`;
    if (!first.has(key)) first.set(key, chained);
  }
  const asked = [...first.values()];
  // One writer per website at a time, always in the same order: no deadlock, no lost sketch.
  for (const websiteId of [...new Set(asked.map(({ event }) => event.websiteId))].sort((a, b) => a - b)) {
    await sql`select pg_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId})`;
  }
  const claimed = await claimEvents<{ website_id: number; event_id: string }>(sql, [
    plainArrayLiteral(asked.map(({ event }) => event.websiteId)),
    plainArrayLiteral(asked.map(({ event }) => event.eventId)),
  ]);
  if (claimed.length === asked.length) return asked;
  const fresh = new Set(claimed.map((row) => `${row.website_id} ${row.event_id}`));
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
    const visitor = visitorKey(event.visitorToken);
    rollups.add(event, chain, visitor);
    if (chain.element !== undefined) {
      fields.add(chain.element, event.day, visitor, event.fields);
      products.add(chain.element, event.day, event.products);
    }
    if (event.day < firstDay) firstDay = event.day;
  }
  await writeRollups(sql, websiteId, rollups.cells());
  await fields.write(sql, websiteId);
  await products.write(sql, websiteId);
  await noteActivity(sql, [websiteId, formatDay(firstDay)]);
}
