import { Turns } from '@funnel/domain';
import type { CatalogProblems } from './catalog-error.ts';
import type { EncryptionKey, GivenRow, RowKey } from './catalog-rows.ts';
import type { CatalogTable } from './catalog-tables.ts';

export type Row = Record<string, unknown>;
export type Rows = Map<string, Row>;

export interface MergeOptions {
  now: Date;
  encryptionKey: EncryptionKey;
  problems: CatalogProblems;
}

export function keyText({ websiteId, id }: RowKey): string {
  return websiteId === undefined ? String(id) : `${websiteId}/${id}`;
}

/** Builds complete rows: given values first, then stored ones, then defaults. */
export async function mergeRows(
  definition: CatalogTable,
  given: GivenRow[],
  stored: Rows,
  options: MergeOptions,
): Promise<Row[]> {
  const turns = new Turns();
  const seen = new Set<string>();
  const merged: Row[] = [];
  for (const row of given) {
    if (turns.isOver) await turns.next();
    const key = keyText(row.key);
    if (seen.has(key)) options.problems.add(`${row.at}.id: duplicate ${definition.singular} ${row.key.id}`);
    seen.add(key);
    merged.push(mergeRow(definition, row, stored.get(key), options));
  }
  return merged;
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
      options.problems.add(
        `${row.at}.id: ${singular} ${row.key.id} belongs to ${owner} and cannot move to another`,
      );
    }
    const touched = 'updatedAt' in stored ? { updatedAt: options.now } : {};
    return { ...stored, ...touched, ...definition.changes?.(stored, values, options.now), ...values };
  }
  for (const column of definition.required.filter((name) => values[name] === undefined)) {
    options.problems.add(
      `${row.at}.${snakeCase(column)}: required for the new ${definition.singular} ${row.key.id}`,
    );
  }
  const merged: Row = { ...definition.defaults?.(options.now, options.encryptionKey), ...values, ...row.key };
  // A new record with only a creation time has not been updated since.
  if (values['createdAt'] && !values['updatedAt']) merged['updatedAt'] = values['createdAt'];
  return merged;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
