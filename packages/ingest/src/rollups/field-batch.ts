import {
  type Day,
  GRAINS,
  type Grain,
  Sketch,
  type WebsiteId,
  bucketStart,
  formatDay,
  keptChoice,
} from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { fieldKey, readFieldValues } from '@funnel/db';
import {
  arrays,
  arrayLiteral,
  bytea,
  byteaArrayLiteral,
  int4,
  plainArrayLiteral,
  text,
} from '@funnel/db/sql';
import { statement } from '../shared/statement.ts';
import type { FieldAnswer } from '../parse/event.ts';
import { chunked } from '../shared/chunked.ts';

interface Answer extends FieldAnswer {
  elementId: number;
  day: Day;
  visitor: number;
}

interface FieldCell extends Omit<Answer, 'day' | 'visitor' | 'values'> {
  grain: Grain;
  bucket: Day;
  value: string | null;
  answers: number;
  visitors: number[];
}

const ROWS_PER_STATEMENT = 2_000;

const cellKeys = {
  website: int4<WebsiteId>(),
  ...arrays('elements', 'grains', 'buckets', 'fields', 'fieldTypes', 'values'),
};
const findFieldSketches = statement(
  'find-field-sketches',
  { ...cellKeys, rows: text() },
  { row: int4(), visitors_sketch: bytea() },
);
const addElementFields = statement(
  'add-element-fields',
  { ...cellKeys, answers: text(), sketches: text() },
  {},
);

export class FieldBatch {
  readonly #answers: Answer[] = [];

  add(elementId: number, day: Day, visitor: number, fields: readonly FieldAnswer[]): void {
    for (const field of fields) this.#answers.push({ ...field, elementId, day, visitor });
  }

  async write(sql: TransactionSql, websiteId: WebsiteId): Promise<void> {
    if (this.#answers.length === 0) return;
    const kept = await readFieldValues(sql, websiteId, this.#answers);
    // One grain after the other: the cells of all would take five times the memory.
    for (const grain of GRAINS)
      for (const cells of chunked(cellsOf(this.#answers, kept, grain).values(), ROWS_PER_STATEMENT))
        await writeChunk(sql, websiteId, cells);
  }
}

function cellsOf(
  answers: Answer[],
  keptValues: Map<string, Set<string>>,
  grain: Grain,
): Map<string, FieldCell> {
  const cells = new Map<string, FieldCell>();
  for (const answer of answers) {
    const kept = keptValues.get(fieldKey(answer)) ?? new Set();
    const values = new Set(answer.values.map((value) => keptChoice(value, kept)));
    for (const value of values) count(cells, answer, grain, value);
  }
  return cells;
}

function count(cells: Map<string, FieldCell>, answer: Answer, grain: Grain, value: string | null): void {
  const { elementId, field, fieldType } = answer;
  const bucket = bucketStart(answer.day, grain);
  const key = JSON.stringify([elementId, bucket, field, fieldType, value]);
  const subject = { elementId, grain, bucket, field, fieldType, value };
  const cell = cells.get(key) ?? { ...subject, answers: 0, visitors: [] };
  cell.answers += 1;
  cell.visitors.push(answer.visitor);
  cells.set(key, cell);
}

async function writeChunk(sql: TransactionSql, websiteId: WebsiteId, cells: FieldCell[]): Promise<void> {
  const keys = {
    website: websiteId,
    elements: plainArrayLiteral(cells.map((cell) => cell.elementId)),
    grains: plainArrayLiteral(cells.map((cell) => cell.grain)),
    buckets: plainArrayLiteral(cells.map((cell) => formatDay(cell.bucket))),
    fields: arrayLiteral(cells.map((cell) => cell.field)),
    fieldTypes: arrayLiteral(cells.map((cell) => cell.fieldType)),
    values: arrayLiteral(cells.map((cell) => cell.value)),
  };
  const found = await findFieldSketches(sql, {
    ...keys,
    rows: plainArrayLiteral(cells.map((_, row) => row)),
  });
  const existing = new Map(found.map((row) => [row.row, row.visitors_sketch]));
  const sketches = cells.map((cell, row) => {
    const stored = existing.get(row);
    const sketch = stored ? Sketch.decode(stored) : Sketch.empty();
    sketch.add(cell.visitors);
    return sketch.encode();
  });
  await addElementFields(sql, {
    ...keys,
    answers: plainArrayLiteral(cells.map((cell) => cell.answers)),
    sketches: byteaArrayLiteral(sketches),
  });
}
