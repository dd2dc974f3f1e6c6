import { Sketch, SKETCHED_METRICS, type SketchedMetric } from '@funnel/domain';
import type { Sql } from 'postgres';
import { eachMetric, SKETCH_COLUMNS, SKETCHES } from '@funnel/db/sketches';
import { arrayLiteral, arrays, int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';

const readUnestimated = statement(
  'read-unestimated',
  { firstPage: int4(), endPage: int4() },
  { place: text(), ...SKETCH_COLUMNS },
  {
    sketches: SKETCHES.join(', '),
    unestimated: SKETCHED_METRICS.map(
      (metric) => `(${metric}_sketch is not null and ${metric}_visitors is null)`,
    ).join(' or '),
  },
);
const writeEstimates = statement(
  'write-estimates',
  arrays('places', ...SKETCHED_METRICS),
  {},
  { estimates: eachMetric((metric) => `${metric}_visitors = e.${metric}`) },
);

const PAGES_PER_BATCH = 200;

/**
 * Adds the estimates of sketches that were stored without one, by a version before 1.1. It reads the table once, page by
 * page. It can be interrupted and run again: reports are right before, during and after it, only faster after it.
 */
export async function fillEstimates(connection: Sql): Promise<void> {
  const [table] = await connection<{ pages: number }[]>`
    select (pg_relation_size('rollups') / current_setting('block_size')::int)::int as pages`;
  const pages = table?.pages ?? 0;
  for (let firstPage = 0; firstPage < pages; firstPage += PAGES_PER_BATCH) {
    const rows = await readUnestimated(connection, { firstPage, endPage: firstPage + PAGES_PER_BATCH });
    if (rows.length === 0) continue;
    const estimates = SKETCHED_METRICS.map((metric) => [
      metric,
      plainArrayLiteral(rows.map((row) => estimateOf(row[`${metric}_sketch`]))),
    ]);
    await writeEstimates(connection, {
      places: arrayLiteral(rows.map(({ place }) => place)),
      ...(Object.fromEntries(estimates) as Record<SketchedMetric, string>),
    });
  }
}

function estimateOf(sketch: string | null): number | 'NULL' {
  return sketch === null ? 'NULL' : Sketch.decode(Buffer.from(sketch, 'base64')).estimate();
}
