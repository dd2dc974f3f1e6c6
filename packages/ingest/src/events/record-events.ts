import { type Database, ormOn, raiseDataVersion } from '@funnel/db';
import { eventLedger } from '@funnel/db/schema';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { Day, WebsiteId } from '@funnel/domain';
import { lt, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { statement } from '../statement.ts';
import { parseEvent } from './event.ts';
import { FieldBatch } from './field-batch.ts';
import { ProductBatch } from './product-batch.ts';
import { mapAccepted, Refusal, type RefusalCode } from './refusal.ts';
import { RollupBatch } from './rollup-batch.ts';
import { type VerifiedEvent, verifyIds } from './verify-ids.ts';
import { writeRollups } from './write-rollups.ts';

/** An event that was rejected. */
export interface RefusedEvent {
  /** Its position in the batch. */
  index: number;
  code: RefusalCode;
  reason: string;
}

/** The outcome of a batch. */
export interface RecordedEvents {
  recorded: number;
  /** Duplicates of events that were recorded before. */
  repeated: number;
  refused: RefusedEvent[];
}

/** How `recordEvents` checks events. */
export interface RecordOptions {
  /** Events more than five minutes after it are rejected. */
  now: Date;
  /** Events of other websites are rejected, whether or not those exist. Every website by default. */
  websiteIds?: readonly WebsiteId[] | undefined;
}

/** How long a duplicate event is recognised. */
const LEDGER_DAYS = 35;

/** First half of an advisory lock; the second is the website. Any number will do if every process uses the same. */
const WEBSITE_LOCK = 7_203_115;

const claimEvents = statement(
  'claim-events',
  { websites: text(), events: text() },
  { website_id: int4<WebsiteId>(), event_id: text() },
);

/**
 * Validates and records a batch of raw events in one transaction. Duplicates are not counted again, so a batch whose
 * outcome is unknown can simply be sent again.
 * @example
 * const event = {
 *   event_id: '0190c3f2-0000-7000-8000-000000000001',
 *   type: 'order',
 *   website_id: 1,
 *   campaign_id: 1,
 *   visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
 *   occurred_at: '2026-11-10T09:30:00Z',
 *   revenue: 49.9,
 * };
 * const now = new Date('2026-11-14T12:00:00Z');
 * assert.deepEqual(await recordEvents(database, [event], { now }), { recorded: 1, repeated: 0, refused: [] });
 * assert.deepEqual(await recordEvents(database, [event], { now }), { recorded: 0, repeated: 1, refused: [] });
 */
export async function recordEvents(
  database: Database,
  events: readonly unknown[],
  { now, websiteIds }: RecordOptions,
): Promise<RecordedEvents> {
  const allowed = websiteIds && new Set<number>(websiteIds);
  const refused: RefusedEvent[] = [];
  const refuse = (index: number, refusal: Refusal) =>
    refused.push({ index, code: refusal.code, reason: refusal.message });
  const indexes: number[] = [];
  const parse = (raw: unknown, index: number) => {
    const event = parseEvent(raw, now);
    if (allowed && !allowed.has(event.websiteId)) throw foreignWebsite(event.websiteId);
    indexes.push(index);
    return event;
  };
  const parsed = mapAccepted(events, parse, refuse);
  const verified = await verifyIds(database.sql, parsed, (index, refusal) =>
    refuse(indexes[index] ?? 0, refusal),
  );
  const recorded = await recordVerified(database, verified);
  return {
    recorded,
    repeated: verified.length - recorded,
    refused: refused.sort((one, other) => one.index - other.index),
  };
}

/**
 * Records verified events in one transaction and returns how many were new. The events are claimed right away, but
 * added to the metrics only after `previous`, so that the batches of a stream overlap and still add in order.
 */
export async function recordVerified(
  database: Database,
  events: readonly VerifiedEvent[],
  previous: Promise<unknown> = Promise.resolve(),
): Promise<number> {
  if (events.length === 0) return 0;
  return database.sql.begin(async (transaction) => {
    const fresh = await claim(transaction, events);
    await previous;
    // One writer per website at a time, so that no sketch update is lost. Always in the same order: no deadlock.
    for (const websiteId of [...fresh.keys()].sort((one, other) => one - other)) {
      await transaction`select pg_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId})`;
    }
    let recorded = 0;
    for (const [websiteId, byId] of fresh) {
      await addToWebsite(transaction, websiteId, byId.values());
      recorded += byId.size;
    }
    return recorded;
  });
}

/**
 * Deletes the ledger entries of events that were recorded more than 35 days ago.
 * @example
 * const event = {
 *   event_id: '0190c3f2-0000-7000-8000-000000000001',
 *   type: 'view',
 *   website_id: 1,
 *   visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
 *   occurred_at: '2026-11-10T09:30:00Z',
 * };
 * const now = new Date('2026-11-14T12:00:00Z');
 * await recordEvents(database, [event], { now });
 * await pruneLedger(database);
 * const { repeated } = await recordEvents(database, [event], { now });
 * assert.equal(repeated, 1); // The entry is new, so it is still there.
 */
export async function pruneLedger({ orm }: Database): Promise<void> {
  await orm.delete(eventLedger).where(lt(eventLedger.recordedOn, sql`current_date - ${LEDGER_DAYS}::int`));
}

function foreignWebsite(id: number): Refusal {
  return new Refusal('foreign_website', `website_id: this token may not write to website ${id}`);
}

/** Enters the events into the ledger. Returns those that were not in it, by website and event id. */
async function claim(
  transaction: TransactionSql,
  events: readonly VerifiedEvent[],
): Promise<Map<WebsiteId, Map<string, VerifiedEvent>>> {
  const fresh = new Map<WebsiteId, Map<string, VerifiedEvent>>();
  for (const event of events) {
    const { websiteId, eventId } = event;
    let byId = fresh.get(websiteId);
    if (!byId) fresh.set(websiteId, (byId = new Map()));
    if (!byId.has(eventId)) byId.set(eventId, event);
  }
  const asked = [...fresh].flatMap(([websiteId, byId]) =>
    [...byId.keys()].map((eventId) => ({ websiteId, eventId })),
  );
  const repeated = await claimEvents(transaction, {
    websites: plainArrayLiteral(asked.map(({ websiteId }) => websiteId)),
    events: plainArrayLiteral(asked.map(({ eventId }) => eventId)),
  });
  for (const { website_id, event_id } of repeated) {
    const byId = fresh.get(website_id);
    if (byId?.delete(event_id) && byId.size === 0) fresh.delete(website_id);
  }
  return fresh;
}

async function addToWebsite(
  transaction: TransactionSql,
  websiteId: WebsiteId,
  events: Iterable<VerifiedEvent>,
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
  await writeRollups(transaction, websiteId, rollups.cells());
  await fields.write(transaction, websiteId);
  await products.write(transaction, websiteId);
  await raiseDataVersion(ormOn(transaction), [websiteId], { firstDay });
}
