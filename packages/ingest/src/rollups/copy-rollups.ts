import { centsToNumeric, encodeSorted, formatDay, SKETCHED_METRICS, type WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import type { Cell } from './level-events.ts';
import { chunkedGroups } from '../shared/chunked.ts';
import { copyInto } from '../shared/copy-into.ts';
import type { Rows } from './website-totals.ts';

const COPY = `copy rollups (website_id, level, grain, bucket, subject_id,
  views, conversions, completions, submissions, subscribes, orders, revenue,
  views_sketch, conversions_sketch, completions_sketch, submissions_sketch, subscribes_sketch,
  views_visitors, conversions_visitors, completions_visitors, submissions_visitors, subscribes_visitors) from stdin`;
const ROWS_PER_WRITE = 500;
const SKETCHED = SKETCHED_METRICS.length;

interface CopiedRows {
  websiteId: WebsiteId;
  rows: Rows;
}

/** Writes cells that have no row yet. COPY takes a third of the time of an upsert. */
export async function copyRollups(sql: TransactionSql, websites: readonly CopiedRows[]): Promise<void> {
  await copyInto(sql, COPY, linesOf(websites));
}

async function* linesOf(websites: readonly CopiedRows[]): AsyncGenerator<string> {
  for (const { websiteId, rows } of websites)
    for await (const chunk of chunkedGroups(rows, ROWS_PER_WRITE)) {
      let lines = '';
      for (const cell of chunk) lines += lineOf(websiteId, cell);
      yield lines;
    }
}

/** No value contains a tab, a backslash or a line break: nothing has to be escaped. */
function lineOf(websiteId: WebsiteId, cell: Cell): string {
  let line = `${websiteId}\t${cell.level}\t${cell.grain}\t${formatDay(cell.bucket)}\t${cell.subjectId}`;
  for (const count of cell.counts) line += `\t${count}`;
  line += `\t${centsToNumeric(cell.revenueCents)}`;
  let visitors = '';
  let { from } = cell;
  for (let column = 0; column < SKETCHED; column++) {
    const end = from + (cell.counts[column] ?? 0);
    if (from === end) {
      line += '\t\\N';
      visitors += '\t\\N';
      continue;
    }
    const sketch = encodeSorted(cell.visitors, from, end);
    line += `\t${sketch.text}`;
    visitors += `\t${sketch.visitors}`;
    from = end;
  }
  return `${line}${visitors}\n`;
}
