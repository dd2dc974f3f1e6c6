import { customType, integer, numeric, pgEnum, timestamp } from 'drizzle-orm/pg-core';
import { GRAINS, LEVELS } from '@funnel/domain';

export const level = pgEnum('level', LEVELS);
export const grain = pgEnum('grain', GRAINS);

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Money in the website's currency, exact. */
export const money = (name: string) => numeric(name, { precision: 20, scale: 2 }).notNull().default('0');

export const websiteId = () => integer('website_id').notNull();

export const recordedAt = (name: string) =>
  timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

/** `created_at` and `updated_at` as every record of the specification carries them. */
export const recordTimestamps = {
  createdAt: recordedAt('created_at').notNull().defaultNow(),
  updatedAt: recordedAt('updated_at').notNull().defaultNow(),
};
