import { type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { arrayLiteral, plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';

export interface FieldOfDay {
  elementId: number;
  day: Day;
  field: string;
  fieldType: string;
}

const readValues = statement(
  'read-field-values',
  {
    website: int4<WebsiteId>(),
    elements: text(),
    days: text(),
    fields: text(),
    fieldTypes: text(),
    rows: text(),
  },
  { row: int4(), value: text() },
);

/**
 * Reads the values that fields have on days, so that no field gets too many. The result is by `fieldKey`.
 * @example
 * const room = { elementId: 101111, day, field: 'Room', fieldType: 'radio' };
 * const values = await readFieldValues(database.sql, websiteId, [room]);
 * assert.ok(values.get(fieldKey(room))?.has('Bedroom'));
 */
export async function readFieldValues(
  connection: Connection,
  websiteId: WebsiteId,
  asked: readonly FieldOfDay[],
): Promise<Map<string, Set<string>>> {
  const fields = new Map(asked.map((field) => [fieldKey(field), field]));
  const distinct = [...fields.values()];
  const rows = await readValues(connection, {
    website: websiteId,
    elements: plainArrayLiteral(distinct.map(({ elementId }) => elementId)),
    days: plainArrayLiteral(distinct.map(({ day }) => formatDay(day))),
    fields: arrayLiteral(distinct.map(({ field }) => field)),
    fieldTypes: arrayLiteral(distinct.map(({ fieldType }) => fieldType)),
    rows: plainArrayLiteral(distinct.map((_, row) => row)),
  });
  const values = [...fields.keys()].map((key) => [key, new Set<string>()] as const);
  for (const { row, value } of rows) values[row]?.[1].add(value);
  return new Map(values);
}

/**
 * @example
 * const room = { elementId: 1, day: 20_000, field: 'Room', fieldType: 'radio' };
 * assert.notEqual(fieldKey(room), fieldKey({ ...room, day: 20_001 }));
 */
export function fieldKey({ elementId, day, field, fieldType }: FieldOfDay): string {
  return JSON.stringify([elementId, day, field, fieldType]);
}
