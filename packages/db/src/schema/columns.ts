import { sql } from 'drizzle-orm';
import { bigint, customType, integer, numeric, pgEnum, timestamp } from 'drizzle-orm/pg-core';
import { EVENT_TYPES, GRAINS, LEVELS, type WebsiteId } from '@funnel/domain';

/** What a metric belongs to: website, campaign, variant, step or element. */
export const level = pgEnum('level', LEVELS);
/** The length of a calendar bucket. */
export const grain = pgEnum('grain', GRAINS);
/** What a visitor did. */
export const eventType = pgEnum('event_type', EVENT_TYPES);

/** Bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An exact amount in the website's currency. */
export const money = (name: string) => numeric(name, { precision: 20, scale: 2 }).notNull().default('0');

/** Comes first in the key of every table that belongs to a website. */
export const websiteId = () => integer('website_id').$type<WebsiteId>().notNull();

/** The transaction that wrote a row last; it grows with time, and no two databases of a cluster share one. */
export const revision = () =>
  bigint('revision', { mode: 'number' }).notNull().default(sql`pg_current_xact_id()::text::bigint`);

/** A time with milliseconds. */
export const recordedAt = (name: string) =>
  timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

/** `created_at` and `updated_at`, which every record has. */
export const recordTimestamps = {
  createdAt: recordedAt('created_at').notNull().defaultNow(),
  updatedAt: recordedAt('updated_at').notNull().defaultNow(),
};
