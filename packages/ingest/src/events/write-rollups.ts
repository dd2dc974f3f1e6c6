import { centsToNumeric, type Day, formatDay, Sketch, type WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { bool, int4, nullable, plainArrayLiteral, type RowOf, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';
import { chunked } from './chunked.ts';
import { copyRollups } from './copy-rollups.ts';
import type { Cell, Cells } from './cells.ts';

/** Limits the size of a statement: a full row has five sketches of 8 KiB. */
const ROWS_PER_STATEMENT = 500;

const cellKeys = {
  website: int4<WebsiteId>(),
  levels: text(),
  grains: text(),
  buckets: text(),
  subjects: text(),
};
const findSketches = statement(
  'find-sketches',
  { ...cellKeys, sketches: text(), rows: text() },
  {
    row: int4(),
    views_sketch: nullable(text()),
    conversions_sketch: nullable(text()),
    completions_sketch: nullable(text()),
    submissions_sketch: nullable(text()),
    subscribes_sketch: nullable(text()),
  },
);
const findLastBucket = statement(
  'find-last-bucket',
  { website: int4<WebsiteId>() },
  { day: nullable(int4()), is_guarded: bool() },
);
const addRollups = statement(
  'add-rollups',
  {
    ...cellKeys,
    views: text(),
    conversions: text(),
    completions: text(),
    submissions: text(),
    subscribes: text(),
    orders: text(),
    revenues: text(),
    viewsSketches: text(),
    conversionsSketches: text(),
    completionsSketches: text(),
    submissionsSketches: text(),
    subscribesSketches: text(),
    viewsVisitors: text(),
    conversionsVisitors: text(),
    completionsVisitors: text(),
    submissionsVisitors: text(),
    subscribesVisitors: text(),
  },
  {},
);

/** In the order of a cell's visitors. */
const SKETCH_COLUMNS = [
  'views_sketch',
  'conversions_sketch',
  'completions_sketch',
  'submissions_sketch',
  'subscribes_sketch',
] as const;

interface Chunk {
  cells: Cell[];
  keys: ReturnType<typeof keysOf>;
  stored: Promise<StoredSketches[]>;
}

type StoredSketches = RowOf<typeof findSketches>;

/** Below this many new rows a COPY is not worth its round trips. */
const MANY_NEW = 1_000;

/** Adds the cells of a batch to the rollups of a website. */
export async function writeRollups(
  sql: TransactionSql,
  websiteId: WebsiteId,
  cells: readonly Cells[],
): Promise<void> {
  const rows = cells.reduce((sum, { length }) => sum + length, 0);
  if (rows < MANY_NEW) return addCells(sql, websiteId, where(cells, always));
  // A bucket that begins after the last recorded day has no row yet. Most buckets of a file in order of time are such.
  const [last] = await findLastBucket(sql, { website: websiteId });
  const lastDay = last?.day ?? Number.NEGATIVE_INFINITY;
  const isNew = (bucket: Day) => bucket > lastDay && !last?.is_guarded;
  if (countWhere(cells, isNew) < MANY_NEW) return addCells(sql, websiteId, where(cells, always));
  await addCells(
    sql,
    websiteId,
    where(cells, (bucket) => !isNew(bucket)),
  );
  await copyRollups(sql, websiteId, where(cells, isNew));
}

type Condition = (bucket: Day) => boolean;
const always: Condition = () => true;

function* where(all: readonly Cells[], isWanted: Condition): Generator<Cell> {
  for (const cells of all) yield* cells.where(isWanted);
}

function countWhere(all: readonly Cells[], isWanted: Condition): number {
  return all.reduce((sum, cells) => sum + cells.countWhere(isWanted), 0);
}

async function addCells(sql: TransactionSql, websiteId: WebsiteId, cells: Iterable<Cell>): Promise<void> {
  const chunks = chunked(cells, ROWS_PER_STATEMENT);
  let next = findChunk(sql, websiteId, chunks);
  while (next) {
    const chunk: Chunk = next;
    const stored = await chunk.stored;
    // PostgreSQL looks up the next chunk while this one is merged here.
    next = findChunk(sql, websiteId, chunks);
    await addChunk(sql, chunk, stored);
  }
}

function findChunk(sql: TransactionSql, websiteId: WebsiteId, chunks: Iterator<Cell[]>): Chunk | undefined {
  const { value: cells, done } = chunks.next();
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
    SKETCH_COLUMNS.map((name, column) => addVisitors(existing.get(row)?.[name], cell.visitors[column])),
  );
  const counts = (column: number) => plainArrayLiteral(cells.map((cell) => cell.counts[column] ?? 0));
  const sketchesOf = (column: number) =>
    plainArrayLiteral(sketches.map((row) => row[column]?.toBase64() ?? 'NULL'));
  const visitorsOf = (column: number) =>
    plainArrayLiteral(sketches.map((row) => row[column]?.estimate() ?? 'NULL'));
  await addRollups(sql, {
    ...keys,
    views: counts(0),
    conversions: counts(1),
    completions: counts(2),
    submissions: counts(3),
    subscribes: counts(4),
    orders: counts(5),
    revenues: plainArrayLiteral(cells.map((cell) => centsToNumeric(cell.revenueCents))),
    viewsSketches: sketchesOf(0),
    conversionsSketches: sketchesOf(1),
    completionsSketches: sketchesOf(2),
    submissionsSketches: sketchesOf(3),
    subscribesSketches: sketchesOf(4),
    viewsVisitors: visitorsOf(0),
    conversionsVisitors: visitorsOf(1),
    completionsVisitors: visitorsOf(2),
    submissionsVisitors: visitorsOf(3),
    subscribesVisitors: visitorsOf(4),
  });
}

function neededSketches(cell: Cell): number {
  return cell.visitors.reduce(
    (bits, visitors, column) => (visitors.length > 0 ? bits | (1 << column) : bits),
    0,
  );
}

/** The sketch with the visitors added; null if it did not change and need not be written. */
function addVisitors(stored: string | null | undefined, visitors: Int32Array | undefined): Sketch | null {
  if (!visitors || visitors.length === 0) return null;
  const sketch = stored ? Sketch.decode(Buffer.from(stored, 'base64')) : Sketch.empty();
  return sketch.add(visitors) ? sketch : null;
}
