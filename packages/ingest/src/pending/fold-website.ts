import type { Database } from '@funnel/db';
import type { PendingField, PendingProduct } from '@funnel/db/schema';
import { bool, enumType, int4, int8, jsonb, nullable, type RowOf, text, timestamptz } from '@funnel/db/sql';
import { type EventType, parseMoneyCents, type WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../shared/statement.ts';
import { addToRollups, WEBSITE_LOCK } from '../rollups/add-to-rollups.ts';
import { numbersBelow } from '../shared/counting-sort.ts';
import { type DonePart, inLockedParts } from '../shared/rounds.ts';
import { type CountedEvent, EventBlock } from '../parse/event-block.ts';

/** Bounds the memory and the length of a transaction. */
const EVENTS_PER_TRANSACTION = 50_000;
/** Of fields and products, as JSON: an event may have hundreds of them. */
const BYTES_PER_TRANSACTION = 4 * 1024 * 1024;

const measurePending = statement(
  'measure-pending',
  { website: int4(), limit: int4(), bytes: int4() },
  { events: int4(), is_cut: bool() },
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

/** Adds the pending events of a website to the rollups, and returns how many. None if another process is folding it. */
export function foldWebsite(
  database: Database,
  websiteId: WebsiteId,
  signal: AbortSignal | undefined,
): Promise<number> {
  return inLockedParts(database, websiteId, { lock: WEBSITE_LOCK, signal }, (transaction) =>
    foldOnce(transaction, websiteId),
  );
}

/** Moves the oldest pending events of a website to the rollups. One transaction removes and adds them: never one without the other. */
async function foldOnce(transaction: TransactionSql, websiteId: WebsiteId): Promise<DonePart> {
  const [measured] = await measurePending(transaction, {
    website: websiteId,
    limit: EVENTS_PER_TRANSACTION,
    bytes: BYTES_PER_TRANSACTION,
  });
  if (!measured || measured.events === 0) return { done: 0, isMore: false };
  const rows = await takePending(transaction, { website: websiteId, limit: measured.events });
  await addRows(transaction, websiteId, rows);
  return { done: rows.length, isMore: measured.is_cut || rows.length === EVENTS_PER_TRANSACTION };
}

async function addRows(transaction: TransactionSql, websiteId: WebsiteId, rows: PendingRow[]): Promise<void> {
  rows.sort(
    (one, other) => Number(one.revision) - Number(other.revision) || Number(one.id) - Number(other.id),
  );
  const block = new EventBlock(rows.length);
  for (const row of rows) block.push(eventOf(websiteId, row));
  const times = rows.map(({ recorded_at }) => Date.parse(recorded_at));
  const recordedAt = new Date(times.reduce((latest, time) => Math.max(latest, time), 0));
  const websites = [{ websiteId, events: numbersBelow(block.length) }];
  await addToRollups(transaction, { block, websites, recordedAt });
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
