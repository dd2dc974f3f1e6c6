import {
  bucketStart,
  centsToNumeric,
  formatDay,
  Sketch,
  SKETCHED_METRICS,
  type SketchedMetric,
  type WebsiteId,
} from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { askedColumns, eachMetric, SKETCH_COLUMNS, SKETCHES, unpackBuckets } from '@funnel/db/sketches';
import { arrays, bool, int4, plainArrayLiteral, type RowOf, text } from '@funnel/db/sql';
import { statement } from '../shared/statement.ts';
import { chunkedGroups } from '../shared/chunked.ts';
import { copyRollups } from './copy-rollups.ts';
import { sideBySide } from './side-by-side.ts';
import type { Cell } from './level-events.ts';
import type { IsWanted, Rows, WebsiteTotals } from './website-totals.ts';

/** Limits the size of a statement: a full row has five sketches of 8 KiB. */
const ROWS_PER_STATEMENT = 500;

const cellKeys = {
  website: int4<WebsiteId>(),
  ...arrays('levels', 'grains', 'buckets', 'subjects'),
};
const findSketches = statement(
  'find-sketches',
  { ...cellKeys, sketches: text(), rows: text() },
  { row: int4(), ...SKETCH_COLUMNS },
  { asked: askedColumns(SKETCHES, 'k.sketches') },
);
const findBuckets = statement(
  'find-buckets',
  { website: int4<WebsiteId>(), first: text(), last: text() },
  { is_guarded: bool(), buckets: text() },
);
const VISITORS = SKETCHED_METRICS.map((metric) => `${metric}_visitors` as const);
const addRollups = statement(
  'add-rollups',
  {
    ...cellKeys,
    ...arrays(...SKETCHED_METRICS, 'orders', 'revenues', ...SKETCHES, ...VISITORS),
  },
  {},
  {
    counts: SKETCHED_METRICS.join(', '),
    sketches: SKETCHES.join(', '),
    visitors: VISITORS.join(', '),
    added: eachMetric(
      (metric) => `${metric} = r.${metric} + excluded.${metric},
        ${metric}_sketch = coalesce(excluded.${metric}_sketch, r.${metric}_sketch),
        ${metric}_visitors = coalesce(excluded.${metric}_visitors, r.${metric}_visitors)`,
    ),
  },
);

interface Chunk {
  cells: Cell[];
  keys: ReturnType<typeof keysOf>;
  stored: Promise<StoredSketches[]>;
}

type StoredSketches = RowOf<typeof findSketches>;

/** With fewer events a COPY is not worth its round trips. */
const MANY_EVENTS = 1_000;
/** A week may begin in the year before. */
const WEEK_DAYS = 7;

/** Adds what belongs to some websites to their rollups. Rows of buckets that have none yet are copied, those of all websites at once. */
export async function writeRollups(sql: TransactionSql, group: readonly WebsiteTotals[]): Promise<void> {
  const isMany = group.reduce((sum, { events }) => sum + events, 0) >= MANY_EVENTS;
  const copied = new Map<WebsiteTotals, IsWanted>();
  await sideBySide(group, async (totals) => {
    await unpackBuckets(sql, totals.websiteId, totals.buckets());
    const isNew = isMany ? await newBuckets(sql, totals) : nothing;
    copied.set(totals, isNew);
    await addCells(
      sql,
      totals.websiteId,
      totals.rows((grain, bucket) => !isNew(grain, bucket)),
    );
  });
  await copyRollups(
    sql,
    group.map((totals) => ({
      websiteId: totals.websiteId,
      rows: totals.rows(copied.get(totals) ?? nothing),
    })),
  );
}

const nothing: IsWanted = () => false;

/** Says which buckets have no rows yet, so that these can be copied. None where row-level security forbids to COPY. */
async function newBuckets(
  sql: TransactionSql,
  { websiteId, firstDay, lastDay }: WebsiteTotals,
): Promise<IsWanted> {
  const [found] = await findBuckets(sql, {
    website: websiteId,
    first: formatDay(bucketStart(firstDay, 'year') - WEEK_DAYS),
    last: formatDay(lastDay),
  });
  if (!found || found.is_guarded) return nothing;
  const existing = new Set(found.buckets.split(' '));
  return (grain, bucket) => !existing.has(`${grain[0]}${bucket}`);
}

async function addCells(sql: TransactionSql, websiteId: WebsiteId, cells: Rows): Promise<void> {
  const chunks = chunkedGroups(cells, ROWS_PER_STATEMENT);
  let next = await findChunk(sql, websiteId, chunks);
  while (next) {
    const chunk: Chunk = next;
    // PostgreSQL looks up the next chunk while this one is merged here.
    next = await findChunk(sql, websiteId, chunks);
    await addChunk(sql, chunk, await chunk.stored);
  }
}

async function findChunk(
  sql: TransactionSql,
  websiteId: WebsiteId,
  chunks: AsyncIterator<Cell[]>,
): Promise<Chunk | undefined> {
  const { value: cells, done } = await chunks.next();
  if (done) return undefined;
  const keys = keysOf(websiteId, cells);
  const stored = findSketches(sql, {
    ...keys,
    sketches: plainArrayLiteral(cells.map((cell) => neededSketches(cell))),
    rows: plainArrayLiteral(cells.map((_, row) => row)),
  });
  stored.catch(() => {}); // Awaited later; must not be an unhandled rejection until then.
  return { cells, keys, stored };
}

function keysOf(websiteId: WebsiteId, cells: readonly Cell[]) {
  return {
    website: websiteId,
    levels: plainArrayLiteral(cells.map((cell) => cell.level)),
    grains: plainArrayLiteral(cells.map((cell) => cell.grain)),
    buckets: plainArrayLiteral(cells.map((cell) => formatDay(cell.bucket))),
    subjects: plainArrayLiteral(cells.map((cell) => cell.subjectId)),
  };
}

async function addChunk(
  sql: TransactionSql,
  { cells, keys }: Chunk,
  stored: StoredSketches[],
): Promise<void> {
  const existing = new Map(stored.map((row) => [row.row, row]));
  const sketches = cells.map((cell, row) =>
    SKETCHED_METRICS.map((metric, column) =>
      addVisitors(existing.get(row)?.[`${metric}_sketch`], visitorsAt(cell, column)),
    ),
  );
  const counts = (column: number) => plainArrayLiteral(cells.map((cell) => cell.counts[column] ?? 0));
  const sketchesOf = (column: number) =>
    plainArrayLiteral(sketches.map((row) => row[column]?.toBase64() ?? 'NULL'));
  const visitorsOf = (column: number) =>
    plainArrayLiteral(sketches.map((row) => row[column]?.estimate() ?? 'NULL'));
  const ofMetrics = SKETCHED_METRICS.flatMap((metric, column) => [
    [metric, counts(column)],
    [`${metric}_sketch`, sketchesOf(column)],
    [`${metric}_visitors`, visitorsOf(column)],
  ]);
  await addRollups(sql, {
    ...keys,
    ...(Object.fromEntries(ofMetrics) as Record<
      SketchedMetric | (typeof SKETCHES)[number] | (typeof VISITORS)[number],
      string
    >),
    orders: counts(SKETCHED_METRICS.length),
    revenues: plainArrayLiteral(cells.map((cell) => centsToNumeric(cell.revenueCents))),
  });
}

function neededSketches({ counts }: Cell): number {
  return SKETCHED_METRICS.reduce((bits, _, column) => (counts[column] ? bits | (1 << column) : bits), 0);
}

function visitorsAt({ counts, visitors, from }: Cell, column: number): Int32Array {
  const start = counts.slice(0, column).reduce((sum, count) => sum + count, from);
  return visitors.subarray(start, start + (counts[column] ?? 0));
}

/** The sketch with the visitors added; null if it did not change and need not be written. */
function addVisitors(stored: string | null | undefined, visitors: Int32Array): Sketch | null {
  if (visitors.length === 0) return null;
  const sketch = stored ? Sketch.decode(Buffer.from(stored, 'base64')) : Sketch.empty();
  return sketch.add(visitors) ? sketch : null;
}
