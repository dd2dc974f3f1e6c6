import { bigint, boolean, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { WebsiteId } from '@funnel/domain';
import { bytea, recordTimestamps, recordedAt } from './columns.ts';

/** The customers; each owns websites. */
export const accounts = pgTable('accounts', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  /** The longest life of a token for its websites, in days. Null: no limit of its own. */
  maxTokenDays: integer('max_token_days'),
  /** Whether its people must sign in with a second factor. */
  secondFactorRequired: boolean('second_factor_required').notNull().default(false),
  /** The origins whose pages may show its reports, as browsers write them. */
  embedOrigins: text('embed_origins').array().notNull().default([]),
  ...recordTimestamps,
});

export const accountId = () => integer('account_id').references(() => accounts.id);

/** The websites. Fields that are always null and counts are not stored. */
export const websites = pgTable(
  'websites',
  {
    id: integer('id').$type<WebsiteId>().primaryKey(),
    accountId: accountId().notNull(),
    name: text('name').notNull(),
    currency: text('currency').notNull().default('USD'),
    listener: boolean('listener').notNull().default(true),
    active: boolean('active').notNull().default(true),
    test: boolean('test').notNull().default(false),
    blacklisted: boolean('blacklisted').notNull().default(false),
    poweredBy: boolean('powered_by').notNull().default(false),
    archived: boolean('archived').notNull().default(false),
    premium: boolean('premium').notNull().default(false),
    support: boolean('support').notNull().default(false),
    scriptType: text('script_type').notNull().default(''),
    brand: text('brand').notNull().default(''),
    subDomain: text('sub_domain').notNull().default(''),
    planType: text('plan_type').notNull().default(''),
    data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
    /** Encrypted with AES-256-GCM; `apiKeyHash` finds the website of a key. */
    apiKeyEncrypted: bytea('api_key_encrypted').notNull(),
    apiKeyHash: bytea('api_key_hash').notNull(),
    /** Set by the website's first OAuth token, which disables the key. */
    apiKeyEndedAt: recordedAt('api_key_ended_at'),
    /** The fingerprint of the secret that hashes its visitors; null: without one. It is chosen when the website is created or cleared. */
    visitorSecret: text('visitor_secret'),
    ...recordTimestamps,
  },
  (table) => [index('websites_account').on(table.accountId), index('websites_api_key').on(table.apiKeyHash)],
);

/** What a tenant may change of a website. The rest is the operator's, such as its plan and its key. */
export const WEBSITE_FIELDS_OF_TENANTS = [
  'name',
  'currency',
  'listener',
  'test',
  'archived',
  'scriptType',
  'brand',
  'subDomain',
  'data',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof typeof websites.$inferSelect)[];

/** Updated by every recorded batch and catalog import: the reports' data version and the first day with data. */
export const websiteActivity = pgTable('website_activity', {
  websiteId: integer('website_id')
    .$type<WebsiteId>()
    .primaryKey()
    .references(() => websites.id),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  firstDay: date('first_day', { mode: 'string' }),
  lastRecordedAt: recordedAt('last_recorded_at'),
});
