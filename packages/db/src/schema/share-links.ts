import type { WebsiteId } from '@funnel/domain';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { userId } from './authorization.ts';
import { bytea, recordedAt } from './columns.ts';
import { accountId } from './websites.ts';

/** Links that show the reports of one website or campaign to whoever has them. They end with the rights of who made them. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    accountId: accountId().notNull(),
    userId: userId().notNull(),
    name: text('name').notNull(),
    websiteId: integer('website_id').$type<WebsiteId>().notNull(),
    /** Null: the whole website. */
    campaignId: integer('campaign_id'),
    /** SHA-256 of what the address holds. */
    secretHash: bytea('secret_hash').notNull(),
    /** Null: no password. */
    passwordHash: text('password_hash'),
    /** For who may not read the hash. */
    hasPassword: boolean('has_password').generatedAlwaysAs(sql`password_hash is not null`).notNull(),
    /** The grant of all tokens that are given out for it. The authorization server makes it when the link is first opened. */
    grantIdHash: bytea('grant_id_hash').notNull(),
    /** The same for a request that is sent again, so that it makes one link. */
    requestId: uuid('request_id'),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
    expiresAt: recordedAt('expires_at').notNull(),
    revokedAt: recordedAt('revoked_at'),
  },
  (table) => [
    uniqueIndex('share_links_secret').on(table.secretHash),
    index('share_links_account').on(table.accountId, table.createdAt),
    index('share_links_user').on(table.userId),
    uniqueIndex('share_links_grant').on(table.grantIdHash).concurrently(),
    uniqueIndex('share_links_request').on(table.userId, table.requestId).concurrently(),
  ],
);

export const shareLinkOpenings = pgTable(
  'share_link_openings',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    linkId: integer('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    openedAt: recordedAt('opened_at').notNull(),
    /** The network it was opened from, if it is known. */
    network: text('network'),
    /** What the browser says it is, shortened. */
    browser: text('browser'),
  },
  (table) => [index('share_link_openings_link').on(table.linkId, table.openedAt)],
);
