import { type Database, inWebsiteTransaction, ormOn, raiseDataVersion } from '@funnel/db';
import type { PendingField, PendingProduct } from '@funnel/db/schema';
import { enumType, float8, int4, int8, jsonb, nullable, type RowOf, text, timestamptz } from '@funnel/db/sql';
import { type EventType, parseMoneyCents, type WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../statement.ts';
import { addToRollups, addUp, type CountedEvent, WEBSITE_LOCK } from './add-to-rollups.ts';

/** When the pending events of a website are due. */
export interface FoldOptions {
  /** As soon as there are so many. Default: 2,000. */
  minEvents?: number | undefined;
  /** Or as soon as the oldest is so old. Default: a minute. */
  maxAgeMs?: number | undefined;
  /** Stops after the website that is under way. */
  signal?: AbortSignal | undefined;
}

/** What a round of folding did. */
export interface FoldSummary {
  websites: number;
  events: number;
}

/** The pending events of all websites. */
export interface Backlog {
  events: number;
  /** For how long the oldest has been pending. */
  ageMs: number;
}

const MIN_EVENTS = 2_000;
const MAX_AGE_MS = 60_000;
const WEBSITES_PER_ROUND = 1_000;
/** If more fail in a round, the database is the reason, not the websites. */
const FAILED_WEBSITES = 10;
/** After so many websites in a row without pending events, the rest of a round has been folded by another process. */
const FOLDED_BY_OTHERS = 20;
/** Bounds the memory and the length of a transaction. */
const EVENTS_PER_TRANSACTION = 50_000;

const findFoldable = statement(
  'find-foldable',
  { events: int4(), ageMs: int4(), websites: int4() },
  { website_id: int4<WebsiteId>(), events: int4() },
);
const takePending = statement(
  'take-pending',
  { website: int4(), limit: int4() },
  {
    revision: int8(),
    id: int8(),
    day: int4(),
    type: enumType<EventType>('event_type'),
    campaign_id: nullable(int4()),
    variant_id: nullable(int4()),
    step_id: nullable(int4()),
    element_id: nullable(int4()),
    visitor: int4(),
    revenue: text(),
    fields: nullable(jsonb<PendingField[]>()),
    products: nullable(jsonb<PendingProduct[]>()),
    recorded_at: timestamptz(),
  },
);
const readNewest = statement('read-newest-recording', {}, { recorded_at: nullable(float8()) });
const readBacklogRow = statement('read-backlog', {}, { events: int4(), age_ms: int8() });

/**
 * Adds the pending events of every website that has many or old ones to the rollups. Any number of processes may do so
 * at the same time; a website that another one is folding is left to it. Reports are the same before and after.
 * @example
 * const event = {
 *   event_id: '0190c3f2-0000-7000-8000-000000000001',
 *   type: 'view',
 *   website_id: 1,
 *   visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
 *   occurred_at: '2026-11-10T09:30:00Z',
 * };
 * await recordEvents(database, [event], { now: new Date('2026-11-14T12:00:00Z') });
 * assert.deepEqual(await foldPending(database, { minEvents: 1 }), { websites: 1, events: 1 });
 * assert.equal((await readBacklog(database)).events, 0);
 */
export async function foldPending(database: Database, options: FoldOptions = {}): Promise<FoldSummary> {
  const { minEvents = MIN_EVENTS, maxAgeMs = MAX_AGE_MS, signal } = options;
  const summary: FoldSummary = { websites: 0, events: 0 };
  const due = await findFoldable(database.sql, {
    events: minEvents,
    ageMs: maxAgeMs,
    websites: WEBSITES_PER_ROUND,
  });
  const failures: unknown[] = [];
  let without = 0;
  for (const { website_id } of fromAnywhere(due)) {
    if (signal?.aborted || without >= FOLDED_BY_OTHERS) break;
    try {
      const events = await foldAll(database, website_id, signal);
      if (events > 0) summary.websites += 1;
      without = events > 0 ? 0 : without + 1;
      summary.events += events;
    } catch (error) {
      // If a website always fails, the others must not wait for it.
      failures.push(error);
      if (failures.length > FAILED_WEBSITES) break;
    }
  }
  if (failures.length > 0) throw failures[0];
  return summary;
}

/**
 * Reads how many events are pending, and for how long.
 * @example
 * assert.deepEqual(await readBacklog(database), { events: 0, ageMs: 0 });
 */
export async function readBacklog(database: Database): Promise<Backlog> {
  const [row] = await readBacklogRow(database.sql, {});
  return { events: row?.events ?? 0, ageMs: Number(row?.age_ms ?? 0) };
}

/**
 * Reads when the newest event of all websites was recorded, in seconds since 1970; undefined if there is none.
 * @example
 * const seconds = await readNewestRecording(database);
 * assert.ok(seconds === undefined || seconds > 0);
 */
export async function readNewestRecording(database: Database): Promise<number | undefined> {
  const [row] = await readNewest(database.sql, {});
  return row?.recorded_at ?? undefined;
}

/** Processes that find the same websites begin at different ones, and so share them. */
function fromAnywhere<Item>(items: readonly Item[]): Item[] {
  const first = Math.floor(Math.random() * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

async function foldAll(
  database: Database,
  websiteId: WebsiteId,
  signal: AbortSignal | undefined,
): Promise<number> {
  let all = 0;
  for (;;) {
    const events = await foldOnce(database, websiteId);
    all += events;
    if (events < EVENTS_PER_TRANSACTION || signal?.aborted) return all;
  }
}

/** Moves the oldest pending events of a website to the rollups. One transaction removes and adds them: never one without the other. */
async function foldOnce(database: Database, websiteId: WebsiteId): Promise<number> {
  return inWebsiteTransaction(database, [websiteId], async (transaction) => {
    const [lock] = await transaction<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId}) as taken`;
    if (!lock?.taken) return 0;
    const rows = await takePending(transaction, { website: websiteId, limit: EVENTS_PER_TRANSACTION });
    if (rows.length === 0) return 0;
    await addRows(transaction, websiteId, rows);
    return rows.length;
  });
}

async function addRows(transaction: TransactionSql, websiteId: WebsiteId, rows: PendingRow[]): Promise<void> {
  rows.sort(
    (one, other) => Number(one.revision) - Number(other.revision) || Number(one.id) - Number(other.id),
  );
  const added = await addUp(rows.map((row) => eventOf(websiteId, row)));
  await addToRollups(transaction, websiteId, added);
  const times = rows.map(({ recorded_at }) => Date.parse(recorded_at));
  const recordedAt = new Date(times.reduce((latest, time) => Math.max(latest, time), 0));
  await raiseDataVersion(ormOn(transaction), [websiteId], { firstDay: added.firstDay, recordedAt });
}

type PendingRow = RowOf<typeof takePending>;

function eventOf(websiteId: WebsiteId, row: PendingRow): CountedEvent {
  return {
    websiteId,
    type: row.type,
    day: row.day,
    campaignId: row.campaign_id ?? undefined,
    variantId: row.variant_id ?? undefined,
    stepId: row.step_id ?? undefined,
    elementId: row.element_id ?? undefined,
    visitor: row.visitor,
    revenueCents: parseMoneyCents(row.revenue),
    fields: row.fields ?? [],
    products: (row.products ?? []).map((product) => ({
      ...product,
      revenueCents: BigInt(product.revenueCents),
    })),
  };
}
