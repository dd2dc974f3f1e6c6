import { date, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Fingerprints of the secrets that hash visitors; the newest that has begun is for new websites. See ADR 2. */
export const visitorSecrets = pgTable('visitor_secrets', {
  fingerprint: text('fingerprint').primaryKey(),
  beginsOn: date('begins_on', { mode: 'string' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
});
