import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { CAMPAIGN_STATUSES } from '@funnel/domain';
import { recordTimestamps, recordedAt, websiteId } from './columns.ts';
import { websites } from './websites.ts';

export const areas = pgTable(
  'areas',
  {
    websiteId: websiteId().references(() => websites.id),
    id: integer('id').notNull(),
    name: text('name').notNull(),
    ...recordTimestamps,
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.id] })],
);

export const campaigns = pgTable(
  'campaigns',
  {
    websiteId: websiteId().references(() => websites.id),
    id: integer('id').notNull(),
    name: text('name').notNull(),
    pagePath: text('page_path').notNull().default('/'),
    ctaType: text('cta_type').notNull(),
    testType: text('test_type').notNull().default('none'),
    status: text('status', { enum: CAMPAIGN_STATUSES }).notNull().default('live'),
    publishedAt: recordedAt('published_at'),
    ...recordTimestamps,
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.id] }),
    index('campaigns_newest').on(table.websiteId, table.status, table.createdAt.desc(), table.id.desc()),
  ],
);

/** The variants of a campaign; its traffic is split between them. */
export const variants = pgTable(
  'variants',
  {
    websiteId: websiteId(),
    id: integer('id').notNull(),
    campaignId: integer('campaign_id').notNull(),
    name: text('name'),
    variation: text('variation').notNull(),
    trafficPercentage: integer('traffic_percentage').notNull().default(0),
    /** When the catalog last gave it another share of the traffic; null if it never did. */
    splitChangedAt: recordedAt('split_changed_at'),
    ...recordTimestamps,
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.id] }),
    foreignKey({
      columns: [table.websiteId, table.campaignId],
      foreignColumns: [campaigns.websiteId, campaigns.id],
    }),
    index('variants_campaign').on(table.websiteId, table.campaignId),
    check('variants_traffic_percentage', sql`${table.trafficPercentage} between 0 and 100`),
  ],
);

export const steps = pgTable(
  'steps',
  {
    websiteId: websiteId(),
    id: integer('id').notNull(),
    variantId: integer('variant_id').notNull(),
    name: text('name'),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.id] }),
    foreignKey({
      columns: [table.websiteId, table.variantId],
      foreignColumns: [variants.websiteId, variants.id],
    }),
    index('steps_variant').on(table.websiteId, table.variantId),
  ],
);

export const elements = pgTable(
  'elements',
  {
    websiteId: websiteId(),
    id: integer('id').notNull(),
    stepId: integer('step_id').notNull(),
    elementType: text('element_type').notNull(),
    name: text('name'),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.id] }),
    foreignKey({ columns: [table.websiteId, table.stepId], foreignColumns: [steps.websiteId, steps.id] }),
    index('elements_step').on(table.websiteId, table.stepId),
  ],
);
