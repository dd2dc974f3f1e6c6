import { type Results, rowsOf } from './results.ts';
import { isKept, type Row } from './row.ts';
import { tableOf } from './table.ts';

/** The rows with a target, and those for information. */
export function splitRows(results: Results): { targets: Row[]; information: Row[] } {
  const rows = rowsOf(results);
  return {
    targets: rows.filter(({ target }) => target),
    information: rows.filter(({ target }) => !target),
  };
}

/** Both tables, as the command prints them. */
export function tablesOf(results: Results): string {
  const { targets, information } = splitRows(results);
  return [targets, information]
    .filter((rows) => rows.length > 0)
    .map((rows) => tableOf(rows))
    .join('\n\n');
}

/** The rows that miss their target. */
export function missedRows(results: Results): Row[] {
  return rowsOf(results).filter((row) => isKept(row) === false);
}

/** 1 if a target is missed in a run of the full size, which the targets are for. */
export function exitCodeOf(results: Results): 0 | 1 {
  return results.settings.name === 'full' && missedRows(results).length > 0 ? 1 : 0;
}
