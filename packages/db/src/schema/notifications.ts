import type { WebsiteId } from '@funnel/domain';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { userId } from './authorization.ts';
import { bytea, recordedAt, recordTimestamps, websiteId } from './columns.ts';
import { accountId } from './websites.ts';

export const CHANNEL_KINDS = ['email', 'slack', 'webhook'] as const;

/** Where messages go, and which: a subscription of a person or of an account. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Whose it is: a person's, which ends with their rights, */
    userId: userId(),
    /** or an account's, which stays when people leave. */
    accountId: accountId(),
    kind: text('kind', { enum: CHANNEL_KINDS }).notNull(),
    name: text('name').notNull(),
    /** Of an e-mail channel, in lower case. */
    email: text('email'),
    /** Encrypted: where a webhook or Slack listens. Null for e-mail. */
    address: bytea('address'),
    /** What people see of the address. */
    hint: text('hint').notNull(),
    /** Encrypted: signs what is sent to a webhook. */
    secret: bytea('secret'),
    /** Encrypted: the one before, which signs too until `previousSecretUntil`. */
    previousSecret: bytea('previous_secret'),
    previousSecretUntil: recordedAt('previous_secret_until'),
    /** When its reader agreed; nothing is sent before. */
    confirmedAt: recordedAt('confirmed_at'),
    /** Null: all websites that its owner may see. */
    websiteIds: integer('website_ids').array().$type<WebsiteId[]>(),
    breaks: boolean('breaks').notNull().default(true),
    verdicts: boolean('verdicts').notNull().default(true),
    digest: boolean('digest').notNull().default(false),
    noData: boolean('no_data').notNull().default(true),
    language: text('language').notNull().default('en'),
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Of Monday, in its time zone. */
    digestHour: integer('digest_hour').notNull().default(8),
    /** Hours of the day between which nothing is sent, in its time zone. Null: none. */
    quietFrom: integer('quiet_from'),
    quietTo: integer('quiet_to'),
    nextDigestAt: recordedAt('next_digest_at'),
    /** Since when nothing has arrived. Null: the last message did. */
    failingSince: recordedAt('failing_since'),
    /** When it was switched off: by its reader, or because nothing arrived for days. */
    switchedOffAt: recordedAt('switched_off_at'),
    offReason: text('off_reason'),
    ...recordTimestamps,
  },
  (table) => [
    index('notification_channels_user').on(table.userId),
    index('notification_channels_account').on(table.accountId),
    index('notification_channels_digest').on(table.nextDigestAt).where(sql`${table.digest}`),
    check('notification_channels_owner', sql`num_nonnulls(${table.userId}, ${table.accountId}) = 1`),
    check(
      'notification_channels_hours',
      sql`${table.digestHour} between 0 and 23 and ${table.quietFrom} between 0 and 23 and ${table.quietTo} between 0 and 23`,
    ),
  ],
);

/** Campaigns that a channel says nothing about, for a while or for good. */
export const notificationMutes = pgTable(
  'notification_mutes',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
    websiteId: websiteId(),
    /** 0: the whole website. */
    campaignId: integer('campaign_id').notNull(),
    /** Null: until somebody lifts it. */
    until: recordedAt('until'),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.websiteId, table.campaignId] })],
);

export const EPISODE_KINDS = ['break', 'verdict', 'no_data'] as const;

/** Something that happened to a website and lasts: a break, a verdict, silence. Each causes one message. */
export const notificationEpisodes = pgTable(
  'notification_episodes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: websiteId(),
    kind: text('kind', { enum: EPISODE_KINDS }).notNull(),
    /** 0: the whole website. */
    campaignId: integer('campaign_id').notNull(),
    /** Its first day. */
    began: date('began', { mode: 'string' }).notNull(),
    openedAt: recordedAt('opened_at').notNull().defaultNow(),
    seenAt: recordedAt('seen_at').notNull().defaultNow(),
    endedAt: recordedAt('ended_at'),
    endedHow: text('ended_how'),
    fixedAt: recordedAt('fixed_at'),
    fixedBy: integer('fixed_by'),
    /** The message, as it was when it was last found. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    uniqueIndex('notification_episodes_open')
      .on(table.websiteId, table.kind, table.campaignId)
      .where(sql`${table.endedAt} is null`),
    index('notification_episodes_website').on(table.websiteId, table.openedAt),
    index('notification_episodes_ended').on(table.endedAt),
  ],
);

/** The outbox: what was sent or is to be sent to a channel. Its id is that of the mail and of the webhook, however often it is tried. */
export const notificationMessages = pgTable(
  'notification_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null for a letter, which goes to the address that it names. */
    channelId: integer('channel_id').references(() => notificationChannels.id, { onDelete: 'cascade' }),
    /** What it is about: a channel never gets two messages with the same key. */
    key: text('key').notNull(),
    type: text('type').notNull(),
    /** Null if it is about several websites, or none. */
    websiteId: integer('website_id').$type<WebsiteId>(),
    campaignId: integer('campaign_id'),
    episodeId: uuid('episode_id'),
    /** Null for a digest that is not written yet. */
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    createdAt: recordedAt('created_at').notNull().defaultNow(),
    /** When it is tried next; while it is tried, when it would be tried again if nobody says what became of it. */
    dueAt: recordedAt('due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    doneAt: recordedAt('done_at'),
    /** Null while it is not done: sent, failed, or dropped because its reader must not, or no longer wants to, get it. */
    outcome: text('outcome', { enum: ['sent', 'failed', 'dropped'] }),
    /** What the receiver said last, or why it was dropped. */
    answer: text('answer'),
  },
  (table) => [
    uniqueIndex('notification_messages_key').on(table.channelId, table.key),
    index('notification_messages_due').on(table.dueAt).where(sql`${table.doneAt} is null`),
    // The turns of channels, and how much each got in an hour.
    index('notification_messages_turns')
      .on(table.channelId, table.dueAt, table.createdAt)
      .where(sql`${table.doneAt} is null`)
      .concurrently(),
    index('notification_messages_sent')
      .on(table.channelId, table.doneAt)
      .where(sql`${table.outcome} = 'sent'`)
      .concurrently(),
    index('notification_messages_done').on(table.doneAt),
    index('notification_messages_episode').on(table.episodeId).where(sql`${table.doneAt} is null`),
    index('notification_messages_channel').on(table.channelId, table.createdAt),
  ],
);

/** How often something happened lately that may not happen often. Belongs to no channel: it stays when channels go. */
export const notificationLimits = pgTable(
  'notification_limits',
  {
    /** A hash of what is limited: an address, a person or an account. */
    key: text('key').primaryKey(),
    /** What was counted, and when: the newest first. */
    uses: uuid('uses').array().notNull(),
    usedAt: recordedAt('used_at').array().notNull(),
    lastUsedAt: recordedAt('last_used_at').notNull(),
  },
  (table) => [index('notification_limits_last').on(table.lastUsedAt)],
);

/** What was known of a website when it was last looked at. */
export const notificationWatches = pgTable('notification_watches', {
  websiteId: websiteId().primaryKey(),
  /** Its data version. */
  version: bigint('version', { mode: 'number' }).notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  lastRecordedAt: recordedAt('last_recorded_at'),
  watchedAt: recordedAt('watched_at').notNull(),
  /** The longest times without a new event, in minutes: one for each of the last days, the oldest first. */
  gaps: integer('gaps').array().notNull().default([]),
});
