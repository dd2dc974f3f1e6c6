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
import { statement } from '../statement.ts';
import { storedBuckets } from './stored-buckets.ts';
import type { SketchColumns } from './sketch-columns.ts';

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

/** Null is what was not asked for. */
interface StoredRow extends SketchColumns, Record<StoredMetric, string | null> {
  website_id: number;
  slot: number;
  subject_id: number;
}

const MAX_ID = 2_147_483_647;
const ALL_SKETCHES = bitsOf(METRIC_COUNTS);
const readStatement = statement('read-rollups');

/** All numbers of a report in one statement; a slot and subject without activity has no row. */
export async function readRollups(sql: Sql | TransactionSql, query: RollupQuery): Promise<RollupRow[]> {
  const wanted = bitsOf(query.metrics ?? STORED_METRICS);
  const buckets = query.reads.flatMap(({ cover, ...read }) =>
    storedBuckets(cover).map((bucket) => ({ ...read, bucket })),
  );
  const parameters = [
    plainArrayLiteral(query.websiteIds),
    plainArrayLiteral(buckets.map((read) => read.slot)),
    plainArrayLiteral(buckets.map((read) => read.level)),
    plainArrayLiteral(buckets.map((read) => read.bucket.grain)),
    plainArrayLiteral(buckets.map((read) => formatDay(read.bucket.start))),
    plainArrayLiteral(buckets.map((read) => (read.subject === 'all' ? 0 : read.subject))),
    plainArrayLiteral(buckets.map((read) => (read.subject === 'all' ? MAX_ID : read.subject))),
    wanted,
    query.countType === 'total' ? 0 : wanted & ALL_SKETCHES,
  ];
  return readStatement.map(sql, parameters, (stored) => {
    const row = stored as StoredRow;
    return { websiteId: row.website_id, slot: row.slot, subjectId: row.subject_id, counts: countsOf(row) };
  });
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
