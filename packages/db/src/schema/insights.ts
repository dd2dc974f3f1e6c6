import { bigint, date, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { level, levelCheck, money, recordTimestamps, websiteId } from './columns.ts';
import { websites } from './websites.ts';

const week = () => date('week', { mode: 'string' }).notNull();
const distinct = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** The weekly snapshots, one per website and week; a week is named by its Monday. */
export const insightsSnapshots = pgTable(
  'insights_snapshots',
  {
    websiteId: websiteId().references(() => websites.id),
    week: week(),
    viewers: distinct('viewers'),
    revenue: money('revenue'),
    recommendations: jsonb('recommendations').$type<string[]>().notNull(),
    /** What each of them is about, which campaigns it names, and which of them it calls broken. Null in snapshots of earlier versions. */
    findings: jsonb('findings').$type<{ kind: string; campaign_ids: number[]; broken_ids: number[] }[]>(),
    ...recordTimestamps,
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.week] })],
);

/** The distinct metrics of every subject at the time the snapshot was written. */
export const insightsMetrics = pgTable(
  'insights_metrics',
  {
    websiteId: websiteId(),
    week: week(),
    level: level('level').notNull(),
    subjectId: integer('subject_id').notNull(),
    views: distinct('views'),
    conversions: distinct('conversions'),
    completions: distinct('completions'),
    submissions: distinct('submissions'),
    subscribes: distinct('subscribes'),
    orders: distinct('orders'),
    revenue: money('revenue'),
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.week, table.level, table.subjectId] }),
    levelCheck('insights_metrics', table.level),
  ],
);
