import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, recordedAt } from './columns.ts';

/** Where people are signed in to the dashboard. It is the only table that the dashboard reads or writes. */
export const dashboardSessions = pgTable(
  'dashboard_sessions',
  {
    /** SHA-256 of what the cookie holds. */
    idHash: bytea('id_hash').primaryKey(),
    /** Who it is, as the authorization server calls them. */
    subject: text('subject').notNull(),
    /** The tokens, encrypted. */
    sealed: bytea('sealed').notNull(),
    createdAt: recordedAt('created_at').notNull(),
    lastUsedAt: recordedAt('last_used_at').notNull(),
    expiresAt: recordedAt('expires_at').notNull(),
  },
  (table) => [
    index('dashboard_sessions_subject').on(table.subject, table.createdAt),
    index('dashboard_sessions_expiry').on(table.expiresAt),
  ],
);
