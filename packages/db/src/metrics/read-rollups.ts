import {
  type Bucket,
  type Counts,
  type CountType,
  type Level,
  METRIC_COUNTS,
  STORED_METRICS,
  type StoredMetric,
  clampDistinct,
  estimateUnion,
  formatDay,
  parseMoneyCents,
} from '@funnel/domain';
import type { Sql, TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { bytea, int4, int8, nullable, text } from '../connection/column-types.ts';
import type { RowOf } from '../connection/statement.ts';
import { statement } from '../statement.ts';
import { storedBuckets } from './stored-buckets.ts';

/** One slot of an answer (a period, a point of a series) for one subject of a level, or for all of them. */
export interface RollupRead {
  slot: number;
  level: Level;
  subject: number | 'all';
  cover: Bucket[];
}

export interface RollupQuery {
  websiteIds: number[];
  reads: RollupRead[];
  countType: CountType;
  /** Only these are read, the others are 0. All when absent. */
  metrics?: readonly StoredMetric[];
}

export interface RollupRow {
  websiteId: number;
  slot: number;
  subjectId: number;
  counts: Counts;
}

const MAX_ID = 2_147_483_647;
const ALL_SKETCHES = bitsOf(METRIC_COUNTS);
const readStatement = statement(
  'read-rollups',
  {
    websites: text(),
    slots: text(),
    levels: text(),
    grains: text(),
    buckets: text(),
    firstSubjects: text(),
    lastSubjects: text(),
    counts: int4(),
    sketches: int4(),
  },
  // Null is what was not asked for.
  {
    website_id: int4(),
    slot: int4(),
    subject_id: int4(),
    views: nullable(int8()),
    conversions: nullable(int8()),
    completions: nullable(int8()),
    submissions: nullable(int8()),
    subscribes: nullable(int8()),
    orders: nullable(int8()),
    revenue: nullable(text()),
    views_sketch: nullable(bytea()),
    conversions_sketch: nullable(bytea()),
    completions_sketch: nullable(bytea()),
    submissions_sketch: nullable(bytea()),
    subscribes_sketch: nullable(bytea()),
  },
);
type StoredRow = RowOf<typeof readStatement>;

/** All numbers of a report in one statement; a slot and subject without activity has no row. */
export async function readRollups(sql: Sql | TransactionSql, query: RollupQuery): Promise<RollupRow[]> {
  const wanted = bitsOf(query.metrics ?? STORED_METRICS);
  const buckets = query.reads.flatMap(({ cover, ...read }) =>
    storedBuckets(cover).map((bucket) => ({ ...read, bucket })),
  );
  const parameters = {
    websites: plainArrayLiteral(query.websiteIds),
    slots: plainArrayLiteral(buckets.map((read) => read.slot)),
    levels: plainArrayLiteral(buckets.map((read) => read.level)),
    grains: plainArrayLiteral(buckets.map((read) => read.bucket.grain)),
    buckets: plainArrayLiteral(buckets.map((read) => formatDay(read.bucket.start))),
    firstSubjects: plainArrayLiteral(buckets.map((read) => (read.subject === 'all' ? 0 : read.subject))),
    lastSubjects: plainArrayLiteral(buckets.map((read) => (read.subject === 'all' ? MAX_ID : read.subject))),
    counts: wanted,
    sketches: query.countType === 'total' ? 0 : wanted & ALL_SKETCHES,
  };
  return readStatement.map(sql, parameters, (row) => ({
    websiteId: row.website_id,
    slot: row.slot,
    subjectId: row.subject_id,
    counts: countsOf(row),
  }));
}

function bitsOf(metrics: readonly StoredMetric[]): number {
  return metrics.reduce((bits, metric) => bits | (1 << STORED_METRICS.indexOf(metric)), 0);
}

function countsOf(row: StoredRow): Counts {
  return {
    views: countOf(row.views, row.views_sketch),
    conversions: countOf(row.conversions, row.conversions_sketch),
    completions: countOf(row.completions, row.completions_sketch),
    submissions: countOf(row.submissions, row.submissions_sketch),
    subscribes: countOf(row.subscribes, row.subscribes_sketch),
    orders: Number(row.orders),
    revenueCents: row.revenue === null ? 0n : parseMoneyCents(row.revenue),
  };
}

/** Without a sketch the total stands: none was asked for, or there is nothing to count. */
function countOf(total: string | null, sketch: Uint8Array | null): number {
  return sketch ? clampDistinct(estimateUnion(sketch), Number(total)) : Number(total);
}
