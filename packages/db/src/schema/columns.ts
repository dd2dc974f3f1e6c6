import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  integer,
  numeric,
  pgEnum,
  timestamp,
} from 'drizzle-orm/pg-core';
import { EVENT_TYPES, type Grain, GRAINS, type Level, LEVELS, type WebsiteId } from '@funnel/domain';

/**
 * What a metric belongs to: website, campaign, variant, step or element. It is stored as its first letter; PostgreSQL cuts off
 * the rest of what is written or compared. Not an enum type: under row-level security PostgreSQL does not use an index to compare
 * its values. A table that has it also has `levelCheck`.
 */
export const level = customType<{ data: Level }>({
  dataType: () => 'level',
  fromDriver: (letter) => byLetter(LEVELS, letter),
});
/** The length of a calendar bucket; a letter, too. */
export const grain = customType<{ data: Grain }>({
  dataType: () => 'grain',
  fromDriver: (letter) => byLetter(GRAINS, letter),
});

function byLetter<Word extends string>(words: readonly Word[], letter: unknown): Word {
  const word = words.find((one) => one[0] === letter);
  if (word === undefined) throw new Error(`The database has an unknown letter: ${String(letter)}`);
  return word;
}

export const levelCheck = (table: string, column: AnyPgColumn) => oneOf(`${table}_level`, column, LEVELS);
export const grainCheck = (table: string, column: AnyPgColumn) => oneOf(`${table}_grain`, column, GRAINS);

function oneOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value[0]}'`).join(', '))})`);
}
export const eventType = pgEnum('event_type', EVENT_TYPES);

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An exact amount in the website's currency. The total of 10^16 of the largest orders fits. */
export const money = (name: string) => numeric(name, { precision: 30, scale: 2 }).notNull().default('0');

/** Comes first in the key of every table that belongs to a website. */
export const websiteId = () => integer('website_id').$type<WebsiteId>().notNull();

/** The transaction that wrote a row last; it grows with time, and no two databases of a cluster share one. */
export const revision = () =>
  bigint('revision', { mode: 'number' }).notNull().default(sql`pg_current_xact_id()::text::bigint`);

export const recordedAt = (name: string) =>
  timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

/** `created_at` and `updated_at`, which every record has. */
export const recordTimestamps = {
  createdAt: recordedAt('created_at').notNull().defaultNow(),
  updatedAt: recordedAt('updated_at').notNull().defaultNow(),
};
