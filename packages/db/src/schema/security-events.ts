import type { WebsiteId } from '@funnel/domain';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { recordedAt } from './columns.ts';

/**
 * Who did what to people, tokens and keys. Rows are only added: a trigger refuses changes, and deletes what is younger
 * than 30 days. There are no foreign keys, because a record outlives the person it is about.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    occurredAt: recordedAt('occurred_at').notNull().defaultNow(),
    kind: text('kind').notNull(),
    /** Who did it: a person, or null for an operator's command or somebody unknown. */
    actorId: integer('actor_id'),
    /** The person it is about. */
    userId: integer('user_id'),
    accountId: integer('account_id'),
    websiteIds: integer('website_ids').array().$type<WebsiteId[]>(),
    clientId: text('client_id'),
    tokenId: integer('token_id'),
    address: text('address'),
    /** Further facts, no secret among them. */
    details: jsonb('details').$type<Record<string, unknown>>(),
  },
  (table) => [
    index('security_events_time').on(table.occurredAt),
    index('security_events_user').on(table.userId, table.occurredAt),
  ],
);
