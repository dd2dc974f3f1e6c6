import type { Operation } from '@funnel/operations';
import { z } from 'zod';

export const CSV = 'text/csv';

/** The part of JSON Schema that output schemas use. */
interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

/** Where the rows of a response are, and their columns. */
export interface Table {
  /** The JSON keys that lead to the rows. */
  path: readonly string[];
  columns: readonly Column[];
}

interface Column {
  /** JSON keys joined by dots. */
  name: string;
  /** Omitted if no row has it. */
  isOptional: boolean;
}

/** Finds the rows of a report: its points with group_by, otherwise its only list. Undefined if it has none. */
export function tablesOf({
  caching,
  output,
}: Operation): (input: Readonly<Record<string, unknown>>) => Table | undefined {
  if (caching === 'no-store') return () => undefined;
  // Without the registry of component names every schema is inlined.
  const body = z.toJSONSchema(output, { io: 'output', metadata: z.registry() }) as JsonSchema;
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
