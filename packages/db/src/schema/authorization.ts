import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, recordedAt, recordTimestamps } from './columns.ts';
import { accounts } from './websites.ts';

/** People who log in, grant websites to clients and make tokens. */
export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Lower case. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    ...recordTimestamps,
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
);

export const accountMembers = pgTable(
  'account_members',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index('account_members_user').on(table.userId),
  ],
);

/** What the authorization server keeps: tokens, grants, sessions, clients. Keyed by hashes: no token rests here. */
export const authorizationRecords = pgTable(
  'authorization_records',
  {
    model: text('model').notNull(),
    idHash: bytea('id_hash').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantIdHash: bytea('grant_id_hash'),
    uidHash: bytea('uid_hash'),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
    expiresAt: recordedAt('expires_at'),
    consumedAt: recordedAt('consumed_at'),
    /** Of clients: those that nobody uses are cleaned up. */
    lastUsedAt: recordedAt('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index('authorization_records_grant').on(table.grantIdHash).where(sql`${table.grantIdHash} is not null`),
    index('authorization_records_uid').on(table.uidHash).where(sql`${table.uidHash} is not null`),
    index('authorization_records_expiry').on(table.expiresAt),
  ],
);

/** The websites that a person picked when granting: what binds every token of the grant. */
export const grantWebsites = pgTable('grant_websites', {
  grantIdHash: bytea('grant_id_hash').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  websiteIds: integer('website_ids').array().notNull(),
  createdAt: recordedAt('created_at').notNull().defaultNow(),
});

/** Tokens made on the token page or by command: what its list shows. */
export const personalTokens = pgTable(
  'personal_tokens',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Null for a token made by command for nobody in particular. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    websiteIds: integer('website_ids').array().notNull(),
    scopes: text('scopes').array().notNull(),
    resource: text('resource').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    grantIdHash: bytea('grant_id_hash').notNull(),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
    expiresAt: recordedAt('expires_at').notNull(),
    lastUsedAt: recordedAt('last_used_at'),
    revokedAt: recordedAt('revoked_at'),
  },
  (table) => [
    uniqueIndex('personal_tokens_hash').on(table.tokenHash),
    index('personal_tokens_user').on(table.userId),
  ],
);

/** Counters of attempts (logins, registrations) in windows of time, shared by all replicas. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').notNull(),
    windowStart: recordedAt('window_start').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);
