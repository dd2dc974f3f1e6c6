import {
  type Bucket,
  type Counts,
  type CountType,
  type Level,
  METRIC_COUNTS,
  estimateUnion,
  type SketchedMetric,
  clampDistinct,
  formatDay,
  parseMoneyCents,
} from '@funnel/domain';
import type { Sql, TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { statement } from '../connection/statement.ts';
import { storedBuckets } from './stored-buckets.ts';
import { SKETCH_COLUMNS, type SketchColumns } from '../sketch-columns.ts';

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
  /** With distinct: the metrics whose visitors are needed; the others stay totals. All when absent. */
  metrics?: readonly SketchedMetric[];
}

export interface RollupRow {
  websiteId: number;
  slot: number;
  subjectId: number;
  counts: Counts;
}

interface StoredRow extends SketchColumns {
  website_id: number;
  slot: number;
  subject_id: number;
  views: string;
  conversions: string;
  completions: string;
  submissions: string;
  subscribes: string;
  orders: string;
  revenue: string;
}

const MAX_ID = 2_147_483_647;
const readStatement = statement('read-rollups');

/** All numbers of a report in one statement; a slot and subject without activity has no row. */
export async function readRollups(sql: Sql | TransactionSql, query: RollupQuery): Promise<RollupRow[]> {
  const { countType, metrics = METRIC_COUNTS } = query;
  const buckets = query.reads.flatMap(({ cover, ...read }) =>
    storedBuckets(cover).map((bucket) => ({ ...read, bucket })),
  );
  const rows = await readStatement<StoredRow>(sql, [
    plainArrayLiteral(query.websiteIds),
    plainArrayLiteral(buckets.map((read) => read.slot)),
    plainArrayLiteral(buckets.map((read) => read.level)),
    plainArrayLiteral(buckets.map((read) => read.bucket.grain)),
    plainArrayLiteral(buckets.map((read) => formatDay(read.bucket.start))),
    plainArrayLiteral(buckets.map((read) => (read.subject === 'all' ? 0 : read.subject))),
    plainArrayLiteral(buckets.map((read) => (read.subject === 'all' ? MAX_ID : read.subject))),
    countType === 'total' ? 0 : sketchBits(metrics),
  ]);
  return rows.map((row) => ({
    websiteId: row.website_id,
    slot: row.slot,
    subjectId: row.subject_id,
    counts: countsOf(row),
  }));
}

function sketchBits(metrics: readonly SketchedMetric[]): number {
  return metrics.reduce((bits, metric) => bits | (1 << METRIC_COUNTS.indexOf(metric)), 0);
}

function countsOf(row: StoredRow): Counts {
  const [views, conversions, completions, submissions, subscribes] = METRIC_COUNTS.map((metric, index) =>
    countOf(Number(row[metric]), row[SKETCH_COLUMNS[index] ?? 'views_sketch']),
  ) as [number, number, number, number, number];
  const [orders, revenueCents] = [Number(row.orders), parseMoneyCents(row.revenue)];
  return { views, conversions, completions, submissions, subscribes, orders, revenueCents };
}

/** Without a sketch the total stands: none was asked for, or there is nothing to count. */
function countOf(total: number, sketch: Uint8Array | null): number {
  return sketch ? clampDistinct(estimateUnion(sketch), total) : total;
}
