import { Sketch, formatDay, centsToNumeric } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { byteaArrayLiteral, plainArrayLiteral, SKETCH_COLUMNS, type SketchColumns } from '@funnel/db/sql';
import { statement } from '../statement.ts';
import type { Cell } from './rollup-batch.ts';

/** Bounds what one statement carries: a full row has five sketches of 8 KiB. */
const ROWS_PER_STATEMENT = 500;

const findSketches = statement('find-sketches');
const addRollups = statement('add-rollups');

interface Chunk {
  cells: Cell[];
  keys: string[];
  stored: Promise<StoredSketches[]>;
}

type StoredSketches = { row: number } & SketchColumns;

export async function writeRollups(sql: TransactionSql, websiteId: number, cells: Cell[]): Promise<void> {
  let next = findChunk(sql, websiteId, cells, 0);
  for (let from = 0; next; from += ROWS_PER_STATEMENT) {
    const chunk: Chunk = next;
    const stored = await chunk.stored;
    // The server looks up the next chunk while this one is merged here.
    next = findChunk(sql, websiteId, cells, from + ROWS_PER_STATEMENT);
    await addChunk(sql, websiteId, chunk, stored);
  }
}

function findChunk(sql: TransactionSql, websiteId: number, all: Cell[], from: number): Chunk | undefined {
  const cells = all.slice(from, from + ROWS_PER_STATEMENT);
  if (cells.length === 0) return undefined;
  const keys = [
    plainArrayLiteral(cells.map((cell) => cell.level)),
    plainArrayLiteral(cells.map((cell) => cell.grain)),
    plainArrayLiteral(cells.map((cell) => formatDay(cell.bucket))),
    plainArrayLiteral(cells.map((cell) => cell.subjectId)),
  ];
  const stored = findSketches<StoredSketches>(sql, [
    websiteId,
    ...keys,
    plainArrayLiteral(cells.map((cell) => neededSketches(cell))),
    plainArrayLiteral(cells.map((_, row) => row)),
  ]);
  stored.catch(() => {}); // awaited in its turn; must not count as unhandled before
  return { cells, keys, stored };
}

async function addChunk(
  sql: TransactionSql,
  websiteId: number,
  { cells, keys }: Chunk,
  stored: StoredSketches[],
): Promise<void> {
  const existing = new Map(stored.map((row) => [row.row, row]));
  const sketches = cells.map((cell, row) =>
    SKETCH_COLUMNS.map((name, column) => grown(existing.get(row)?.[name], cell.visitors[column])),
  );
  await addRollups(sql, [
    websiteId,
    ...keys,
    ...[0, 1, 2, 3, 4, 5].map((column) => plainArrayLiteral(cells.map((cell) => cell.counts[column] ?? 0))),
    plainArrayLiteral(cells.map((cell) => centsToNumeric(cell.revenueCents))),
    ...SKETCH_COLUMNS.map((_, column) => byteaArrayLiteral(sketches.map((row) => row[column] ?? null))),
  ]);
}

function neededSketches(cell: Cell): number {
  return cell.visitors.reduce(
    (bits, visitors, column) => (visitors.length > 0 ? bits | (1 << column) : bits),
    0,
  );
}

/** The sketch with the visitors added, or null when that changes nothing: then nothing has to be written. */
function grown(stored: Uint8Array | null | undefined, visitors: number[] | undefined): Uint8Array | null {
  if (!visitors || visitors.length === 0) return null;
  const sketch = stored ? Sketch.decode(stored) : Sketch.empty();
  return sketch.add(visitors) ? sketch.encode() : null;
}
