import type { WebsiteId } from '@funnel/domain';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, recordedAt, recordTimestamps } from './columns.ts';
import { accountId } from './websites.ts';

/** People who log in, grant clients access to websites and create tokens. */
export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** In lower case. */
    email: text('email').notNull(),
    /** When the operator, or a mail to it, confirmed that the address belongs to the person. Null: only an owner has said so. */
    emailVerifiedAt: recordedAt('email_verified_at'),
    passwordHash: text('password_hash').notNull(),
    /** False for somebody who has only ever signed in by a company: no password makes this hash. */
    hasPassword: boolean('has_password').notNull().default(true),
    ...recordTimestamps,
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
);

/** A person; what has it is deleted with the person. */
export const userId = () => integer('user_id').references(() => users.id, { onDelete: 'cascade' });

/** Owners see and revoke the tokens of all members, and invite people. Readers create no tokens and change nothing. */
export const memberRole = pgEnum('member_role', ['owner', 'member', 'reader']);

export const accountMembers = pgTable(
  'account_members',
  {
    accountId: accountId().notNull(),
    userId: userId().notNull(),
    role: memberRole('role').notNull().default('member'),
    /** The only websites of the account that the person may see. Null: all, also those added later. */
    websiteIds: integer('website_ids').array().$type<WebsiteId[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index('account_members_user').on(table.userId),
  ],
);

/** A passkey, an application that shows one-time codes, or a code on paper that works once. */
export const factorKind = pgEnum('factor_kind', ['passkey', 'code', 'recovery']);

/** What shows, beside the password, that somebody is the person. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: userId().notNull(),
    kind: factorKind('kind').notNull(),
    /** The person's own name for it; empty for a recovery code. */
    name: text('name').notNull(),
    /** Finds it: the id of a passkey, the hash of a recovery code. */
    handle: bytea('handle'),
    /** The public key of a passkey, or the encrypted secret of one-time codes. */
    key: bytea('key'),
    /** Only grows, so that nothing works twice: the signatures of a passkey, or the half minute of the last one-time code. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    /** How the browser reaches a passkey. */
    transports: text('transports').array(),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
    lastUsedAt: recordedAt('last_used_at'),
  },
  (table) => [
    uniqueIndex('second_factors_handle').on(table.handle),
    index('second_factors_user').on(table.userId),
  ],
);

/** The login of a company (OpenID Connect), for the people of an account. */
export const companyLogins = pgTable(
  'company_logins',
  {
    accountId: accountId().primaryKey(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** Encrypted. */
    clientSecret: bytea('client_secret').notNull(),
    /** Of the e-mail addresses of its people, in lower case. */
    domain: text('domain').notNull(),
    /** When the operator confirmed that the domain belongs to the company. It works from then on. */
    domainVerifiedAt: recordedAt('domain_verified_at'),
    /** What somebody gets who signs in for the first time. */
    role: memberRole('role').notNull(),
    websiteIds: integer('website_ids').array().$type<WebsiteId[]>(),
    /** Whether its provider sends people back to the address of this account; older ones use an address that all share. */
    hasOwnCallback: boolean('has_own_callback').notNull().default(false),
    ...recordTimestamps,
  },
  (table) => [
    // Two accounts may claim a domain; the operator confirms one.
    uniqueIndex('company_logins_domain').on(table.domain).where(sql`${table.domainVerifiedAt} is not null`),
  ],
);

/** Who somebody is at the provider of a company. */
export const companyIdentities = pgTable(
  'company_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: userId().notNull(),
    accountId: accountId().notNull(),
    /** Encrypted; asks the provider whether the person is still there. Null if it gave none. */
    refreshToken: bytea('refresh_token'),
    signedInAt: recordedAt('signed_in_at').notNull(),
    /** When the provider last said that it knows the person, by a login or when asked. */
    checkedAt: recordedAt('checked_at').notNull(),
    /** Who we were at the provider then. Null: noted by an older version. */
    clientId: text('client_id'),
    /** Since when the company does not confirm the person any more. Null: it does. */
    withdrawnAt: recordedAt('withdrawn_at'),
    /** The login of the account was changed, its provider refused, or the person was not seen for a month and it cannot be asked. */
    withdrawnWhy: text('withdrawn_why', { enum: ['changed', 'refused', 'unseen'] }),
    /** When the owners were notified of it. */
    ownersToldAt: recordedAt('owners_told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('company_identities_user').on(table.userId),
    index('company_identities_checked').on(table.checkedAt),
  ],
);

/** The authorization server's tokens, grants, sessions and clients. Keyed by hashes, so no token is stored. */
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
    /** Only for clients: unused ones are deleted. */
    lastUsedAt: recordedAt('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index('authorization_records_grant').on(table.grantIdHash).where(sql`${table.grantIdHash} is not null`),
    index('authorization_records_uid').on(table.uidHash).where(sql`${table.uidHash} is not null`),
    index('authorization_records_expiry').on(table.expiresAt),
    // All sessions of a person end at once.
    index('authorization_records_person_session')
      .on(sql`((${table.payload} ->> 'userId')::int)`)
      .where(sql`${table.model} = 'PersonSession'`)
      .concurrently(),
    index('authorization_records_session')
      .on(sql`(${table.payload} ->> 'accountId')`)
      .where(sql`${table.model} = 'Session'`)
      .concurrently(),
  ],
);

/** The websites that a person granted: every token of the grant is bound to them. */
export const grantWebsites = pgTable(
  'grant_websites',
  {
    grantIdHash: bytea('grant_id_hash').primaryKey(),
    userId: userId().notNull(),
    websiteIds: integer('website_ids').array().$type<WebsiteId[]>().notNull(),
    /** Whether it covers whatever the person may see at the moment, as for the dashboard; `websiteIds` is then what it was once. */
    followsPerson: boolean('follows_person').notNull().default(false),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
  },
  (table) => [index('grant_websites_user').on(table.userId).concurrently()],
);

/** Tokens created on the token page or by command, as the token page lists them. */
export const personalTokens = pgTable(
  'personal_tokens',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Null for a service token, created by command. */
    userId: userId(),
    name: text('name').notNull(),
    websiteIds: integer('website_ids').array().$type<WebsiteId[]>().notNull(),
    scopes: text('scopes').array().notNull(),
    resource: text('resource').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** Prefix and last four characters. Null for tokens of the time before it was stored. */
    hint: text('hint'),
    grantIdHash: bytea('grant_id_hash').notNull(),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
    expiresAt: recordedAt('expires_at').notNull(),
    revokedAt: recordedAt('revoked_at'),
  },
  (table) => [
    uniqueIndex('personal_tokens_hash').on(table.tokenHash),
    index('personal_tokens_user').on(table.userId),
    index('personal_tokens_grant').on(table.grantIdHash),
  ],
);

/** When and from where the tokens of a grant were used: personal tokens and connected applications alike. */
export const grantUses = pgTable('grant_uses', {
  grantIdHash: bytea('grant_id_hash').primaryKey(),
  lastUsedAt: recordedAt('last_used_at').notNull(),
  /** The networks that it was used from, the latest first, at most 100. */
  networks: text('networks').array().notNull(),
});

/** Counts attempts (logins, registrations) per time window, across all replicas. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').notNull(),
    windowStart: recordedAt('window_start').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** No attempt is allowed before this time, where the delay grows with each one. */
    blockedUntil: recordedAt('blocked_until'),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);
