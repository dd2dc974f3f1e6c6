import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { centsToNumeric, formatDay, Sketch, type WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { Cell } from './cells.ts';
import { chunked } from './chunked.ts';

const COLUMNS = `website_id, level, grain, bucket, subject_id,
  views, conversions, completions, submissions, subscribes, orders, revenue,
  views_sketch, conversions_sketch, completions_sketch, submissions_sketch, subscribes_sketch,
  views_visitors, conversions_visitors, completions_visitors, submissions_visitors, subscribes_visitors`;
const ROWS_PER_WRITE = 500;

/** Writes cells that have no row yet. COPY takes a third of the time of an upsert. */
export async function copyRollups(
  sql: TransactionSql,
  websiteId: WebsiteId,
  cells: Iterable<Cell>,
): Promise<void> {
  const stream = await sql.unsafe(`copy rollups (${COLUMNS}) from stdin`).writable();
  // An error of the server also ends `finished`, which reports it.
  const done = finished(stream);
  done.catch(() => {});
  for (const chunk of chunked(cells, ROWS_PER_WRITE)) {
    const lines = chunk.map((cell) => lineOf(websiteId, cell));
    if (!stream.write(lines.join(''))) await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end();
  await done;
}

/** No value contains a tab, a backslash or a line break: nothing has to be escaped. */
function lineOf(websiteId: WebsiteId, cell: Cell): string {
  const sketches = cell.visitors.map((visitors) => sketchOf(visitors));
  return `${[
    websiteId,
    cell.level,
    cell.grain,
    formatDay(cell.bucket),
    cell.subjectId,
    ...cell.counts,
    centsToNumeric(cell.revenueCents),
    ...sketches.map((sketch) => sketch?.toBase64() ?? '\\N'),
    ...sketches.map((sketch) => sketch?.estimate() ?? '\\N'),
  ].join('\t')}\n`;
}

function sketchOf(visitors: Int32Array): Sketch | undefined {
  if (visitors.length === 0) return undefined;
  const sketch = Sketch.empty();
  sketch.add(visitors);
  return sketch;
}
