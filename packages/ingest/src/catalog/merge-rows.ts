import type { GivenRow, RowKey } from './catalog-rows.ts';
import type { CatalogTable } from './catalog-tables.ts';

export type Row = Record<string, unknown>;
/** Rows by `keyText` of their key. */
export type Rows = Map<string, Row>;

export interface MergeOptions {
  now: Date;
  encryptionKey: Uint8Array;
  problems: string[];
}

export function keyText({ websiteId, id }: RowKey): string {
  return websiteId === undefined ? String(id) : `${websiteId}/${id}`;
}

/** Whole rows to write: what the document says, else what is stored, else the default. Faults go to `problems`. */
export function mergeRows(
  definition: CatalogTable,
  given: GivenRow[],
  stored: Rows,
  options: MergeOptions,
): Row[] {
  const seen = new Set<string>();
  return given.map((row) => {
    const key = keyText(row.key);
    if (seen.has(key))
      options.problems.push(
        `${row.at}.id: ${definition.singular} ${row.key.id} stands in the document twice`,
      );
    seen.add(key);
    return mergeRow(definition, row, stored.get(key), options);
  });
}

function mergeRow(
  definition: CatalogTable,
  row: GivenRow,
  stored: Row | undefined,
  options: MergeOptions,
): Row {
  const values = Object.fromEntries(Object.entries(row.values).filter(([, value]) => value !== undefined));
  if (stored) {
    const { parent, singular } = definition;
    if (parent && !parent.moves && stored[parent.column] !== values[parent.column]) {
      const owner = `${parent.table.slice(0, -1)} ${String(stored[parent.column])}`;
      options.problems.push(
        `${row.at}.id: ${singular} ${row.key.id} belongs to ${owner}; an id stays with its parent`,
      );
    }
    const touched = 'updatedAt' in stored ? { updatedAt: options.now } : {};
    return { ...stored, ...touched, ...values };
  }
  for (const column of definition.required.filter((name) => values[name] === undefined)) {
    options.problems.push(
      `${row.at}.${snakeCase(column)}: needed, since there is no ${definition.singular} ${row.key.id} yet`,
    );
  }
  const merged: Row = { ...definition.defaults(options.now, options.encryptionKey), ...values, ...row.key };
  // A record that states only when it was made has not been changed since.
  if (values['createdAt'] && !values['updatedAt']) merged['updatedAt'] = values['createdAt'];
  return merged;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
