import { Sketch, formatDay } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { byteaArrayLiteral, plainArrayLiteral } from '../connection/array-literal.ts';
import { statement } from '../connection/statement.ts';
import { centsToNumeric } from '../money.ts';
import { SKETCH_COLUMNS, type SketchColumns } from '../sketch-columns.ts';
import type { Cell } from './rollup-batch.ts';

/** Bounds what one statement carries: a full row has five sketches of 8 KiB. */
const ROWS_PER_STATEMENT = 500;

const findSketches = statement('find-sketches');
const addRollups = statement('add-rollups');

export async function writeRollups(sql: TransactionSql, websiteId: number, cells: Cell[]): Promise<void> {
  for (let from = 0; from < cells.length; from += ROWS_PER_STATEMENT) {
    await writeChunk(sql, websiteId, cells.slice(from, from + ROWS_PER_STATEMENT));
  }
}

async function writeChunk(sql: TransactionSql, websiteId: number, cells: Cell[]): Promise<void> {
  const keys = [
    plainArrayLiteral(cells.map((cell) => cell.level)),
    plainArrayLiteral(cells.map((cell) => cell.grain)),
    plainArrayLiteral(cells.map((cell) => formatDay(cell.bucket))),
    plainArrayLiteral(cells.map((cell) => cell.subjectId)),
  ];
  const found = await findSketches<{ row: number } & SketchColumns>(sql, [
    websiteId,
    ...keys,
    plainArrayLiteral(cells.map((cell) => neededSketches(cell))),
    plainArrayLiteral(cells.map((_, row) => row)),
  ]);
  const existing = new Map(found.map((row) => [row.row, row]));
  const sketches = cells.map((cell, row) => SKETCH_COLUMNS.map((name, column) => grown(existing.get(row)?.[name], cell.visitors[column])));
  await addRollups(sql, [
    websiteId,
    ...keys,
    ...[0, 1, 2, 3, 4, 5].map((column) => plainArrayLiteral(cells.map((cell) => cell.counts[column] ?? 0))),
    plainArrayLiteral(cells.map((cell) => centsToNumeric(cell.revenueCents))),
    ...SKETCH_COLUMNS.map((_, column) => byteaArrayLiteral(sketches.map((row) => row[column] ?? null))),
  ]);
}

function neededSketches(cell: Cell): number {
  return cell.visitors.reduce((bits, visitors, column) => (visitors.length > 0 ? bits | (1 << column) : bits), 0);
}

/** The sketch with the visitors added, or null when that changes nothing: then nothing has to be written. */
function grown(stored: Uint8Array | null | undefined, visitors: number[] | undefined): Uint8Array | null {
  if (!visitors || visitors.length === 0) return null;
  const sketch = stored ? Sketch.decode(stored) : Sketch.empty();
  return sketch.add(visitors) ? sketch.encode() : null;
}
