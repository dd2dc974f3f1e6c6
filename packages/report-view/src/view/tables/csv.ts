/** A cell as people read it, and as programs do. A plain text is both. */
export type TableCell = string | { text: string; value: number | string };

const NEEDS_QUOTES = /[",\n\r]/;
/** What a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r]/;

export function textOf(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** A table as CSV, with plain numbers. Names are written by strangers: one that looks like a formula stays a text. */
export function csvOf(head: readonly string[], rows: readonly (readonly TableCell[])[]): string {
  return [head, ...rows].map((row) => row.map(fieldOf).join(',')).join('\r\n');
}

function fieldOf(cell: TableCell): string {
  const value = typeof cell === 'string' ? cell : cell.value;
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
