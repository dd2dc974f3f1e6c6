import { date, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { websiteId } from './columns.ts';

const packedAt = () => timestamp('packed_at', { withTimezone: true, mode: 'string' }).notNull().defaultNow();

/**
 * Ids of the ledger that are a few days old, many in a row: a row of its own takes five times the space. The ids of a website are in
 * seven slices, by their last byte, and each day one of them is packed. The rows of a slice do not overlap: an id can only be in the
 * row with the largest `first_id` that is not larger. docs/adr/0031-packing.md has the reasons.
 */
export const packedEventIds = pgTable(
  'packed_event_ids',
  {
    websiteId: websiteId(),
    slice: integer('slice').notNull(),
    firstId: uuid('first_id').notNull(),
    /** In ascending order. */
    eventIds: uuid('event_ids').array().notNull(),
    /** When each of them was recorded. */
    recordedOn: date('recorded_on', { mode: 'string' }).array().notNull(),
    packedAt: packedAt(),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.slice, table.firstId] })],
);

/** The slice of a website that was packed last, and when: a day later it is the turn of the next one. */
export const packedSlices = pgTable('packed_slices', {
  websiteId: websiteId().primaryKey(),
  slice: integer('slice').notNull(),
  packedAt: packedAt(),
});

/** One row: the first day on which anything is packed. Until then the version before can read whatever is stored. */
export const packing = pgTable('packing', { beginsOn: date('begins_on', { mode: 'string' }).primaryKey() });
