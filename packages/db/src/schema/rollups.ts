import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { SKETCHED_METRICS } from '@funnel/domain';
import { sql } from 'drizzle-orm';
import { bytea, grain, grainCheck, level, levelCheck, money, revision, websiteId } from './columns.ts';

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

const bucketKey = { grain: grain('grain').notNull(), bucket: date('bucket', { mode: 'string' }).notNull() };

/**
 * The metrics of every subject in every calendar bucket: exact counts, and for five of them a sketch of their
 * visitors with its estimate. A distinct count of one bucket is the estimate; one of several needs the sketches.
 * A sketch is stored in base64: what PostgreSQL sends as it is. Bytes would be sent in hexadecimal, which takes ten times
 * as long to write and read. None has a sketch without its estimate, which a check of the table makes sure of.
 */
export const rollups = pgTable(
  'rollups',
  {
    websiteId: websiteId(),
    level: level('level').notNull(),
    ...bucketKey,
    subjectId: integer('subject_id').notNull(),
    views: count('views'),
    conversions: count('conversions'),
    completions: count('completions'),
    submissions: count('submissions'),
    subscribes: count('subscribes'),
    orders: count('orders'),
    revenue: money('revenue'),
    viewsSketch: text('views_sketch'),
    conversionsSketch: text('conversions_sketch'),
    completionsSketch: text('completions_sketch'),
    submissionsSketch: text('submissions_sketch'),
    subscribesSketch: text('subscribes_sketch'),
    viewsVisitors: integer('views_visitors'),
    conversionsVisitors: integer('conversions_visitors'),
    completionsVisitors: integer('completions_visitors'),
    submissionsVisitors: integer('submissions_visitors'),
    subscribesVisitors: integer('subscribes_visitors'),
    /** A remembered union is valid only for the revisions it was made from. */
    revision: revision(),
    /** On the row of a website: whether rows of this bucket may refer to the sketches of rows above them. */
    packed: boolean('packed').notNull().default(false),
  },
  (table) => [
    index('rollups_unpacked')
      .on(table.websiteId, table.grain, table.bucket)
      .where(sql`${table.level} = 'w' and not ${table.packed}`)
      .concurrently(),
    primaryKey({ columns: [table.websiteId, table.level, table.grain, table.bucket, table.subjectId] }),
    levelCheck('rollups', table.level),
    grainCheck('rollups', table.grain),
    check(
      'rollups_estimates',
      sql.join(
        SKETCHED_METRICS.map((metric) => {
          const [sketch, estimate] = [table[`${metric}Sketch`], table[`${metric}Visitors`]];
          return sql`(${sketch} is null) = (${estimate} is null)`;
        }),
        sql` and `,
      ),
    ),
  ],
);

/** Answers to the fields of an element; `value` is null for free text and for values beyond the cap. */
export const elementFields = pgTable(
  'element_fields',
  {
    websiteId: websiteId(),
    elementId: integer('element_id').notNull(),
    ...bucketKey,
    field: text('field').notNull(),
    fieldType: text('field_type').notNull(),
    value: text('value'),
    answers: count('answers'),
    visitorsSketch: bytea('visitors_sketch').notNull(),
  },
  (table) => [
    unique('element_fields_key')
      .on(
        table.websiteId,
        table.elementId,
        table.grain,
        table.bucket,
        table.field,
        table.fieldType,
        table.value,
      )
      .nullsNotDistinct(),
    grainCheck('element_fields', table.grain),
  ],
);

export const elementProducts = pgTable(
  'element_products',
  {
    websiteId: websiteId(),
    elementId: integer('element_id').notNull(),
    ...bucketKey,
    value: text('value'),
    selections: count('selections'),
    orders: count('orders'),
    revenue: money('revenue'),
  },
  (table) => [
    unique('element_products_key')
      .on(table.websiteId, table.elementId, table.grain, table.bucket, table.value)
      .nullsNotDistinct(),
    grainCheck('element_products', table.grain),
  ],
);

/** One row per recorded event, kept for 35 days, so that a duplicate event is not counted again. */
export const eventLedger = pgTable(
  'event_ledger',
  {
    websiteId: websiteId(),
    eventId: uuid('event_id').notNull(),
    recordedOn: date('recorded_on', { mode: 'string' }).notNull().default(sql`current_date`),
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.eventId] }),
    index('event_ledger_recorded_on').using('brin', table.recordedOn),
  ],
);
