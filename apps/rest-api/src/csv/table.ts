import type { Report } from '@funnel/operations';
import { z } from 'zod';

export const CSV = 'text/csv';

/** Of JSON Schema what an output schema uses. */
interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

/** The part of an answer that is rows. */
export interface Table {
  /** The keys that lead to it. */
  path: readonly string[];
  columns: readonly Column[];
}

interface Column {
  /** JSON keys joined by dots. */
  name: string;
  /** Left out where no row has it. */
  isOptional: boolean;
}

/**
 * Says which rows a report gives for its parameters: with group_by the points, else its list. A report
 * without a list, or with two, has none.
 */
export function tablesOf(report: Report): (input: Readonly<Record<string, unknown>>) => Table | undefined {
  const body = z.toJSONSchema(report.output, { io: 'output' }) as JsonSchema;
  const data = body.properties?.['data'];
  const path = data ? ['data'] : [];
  const points = data?.properties?.['timeseries']?.properties?.['points']?.items;
  const series = points && { path: ['data', 'timeseries', 'points'], columns: columnsOf(points) };
  const lists = Object.entries((data ?? body).properties ?? {}).flatMap(([key, { items }]) =>
    items?.properties ? [{ path: [...path, key], columns: columnsOf(items) }] : [],
  );
  const list = lists.length === 1 ? lists[0] : undefined;
  return ({ group_by: groupBy }) => (groupBy === undefined ? list : series);
}

function columnsOf(schema: JsonSchema, prefix = '', isOptional = false): Column[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const mayLack = isOptional || !schema.required?.includes(key);
    const inner = property.items ?? property;
    return inner.properties ? columnsOf(inner, `${name}.`, mayLack) : [{ name, isOptional: mayLack }];
  });
}
