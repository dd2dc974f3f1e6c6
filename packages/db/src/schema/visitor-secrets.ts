import { date, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The fingerprints of the secrets that hash visitors. The newest that has begun is for new websites. A service that hashes must have all of
 * them. docs/adr/0002-sketches.md has the reasons.
 */
export const visitorSecrets = pgTable('visitor_secrets', {
  fingerprint: text('fingerprint').primaryKey(),
  beginsOn: date('begins_on', { mode: 'string' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
});
