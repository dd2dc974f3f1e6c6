import { bigint, date, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { eventType, money, recordedAt, revision, websiteId } from './columns.ts';

/** An answer to a field, as an event holds it; a null value is not stored by value. */
export interface PendingField {
  field: string;
  fieldType: string;
  values: (string | null)[];
}

/** What an event adds to a product. Revenue is in cents, as text. */
export interface PendingProduct {
  value: string | null;
  selections: number;
  orders: number;
  revenueCents: string;
}

/**
 * Events that are recorded but not yet added to the rollups. Recording only appends here, which is cheap; reports count
 * these events beside the rollups, and folding moves them there. The key is in the order of recording.
 */
export const pendingEvents = pgTable(
  'pending_events',
  {
    websiteId: websiteId(),
    revision: revision(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    type: eventType('type').notNull(),
    campaignId: integer('campaign_id'),
    variantId: integer('variant_id'),
    stepId: integer('step_id'),
    elementId: integer('element_id'),
    /** `visitorKey` of the visitor's token. */
    visitor: integer('visitor').notNull(),
    revenue: money('revenue'),
    fields: jsonb('fields').$type<PendingField[]>(),
    products: jsonb('products').$type<PendingProduct[]>(),
    recordedAt: recordedAt('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.revision, table.id] })],
);
