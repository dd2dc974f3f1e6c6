import { isKept, type Row, type Target } from './row.ts';

const HEADER = ['what', 'against', 'target', 'measured', 'half of the rounds', '', 'figures'];

/** The rows as a table that is readable as text and as Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEADER, ...rows.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [header = [], ...body] = lines;
  return [lineOf(header), lineOf(widths.map((width) => '-'.repeat(width))), ...body.map(lineOf)].join('\n');
}

/** A value with its unit: three significant digits, large ones in full. */
export function formatValue(value: number, unit: Row['unit']): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, digits === 0 ? ',' : '');
  if (unit === 'times') return Math.abs(value) < 0.1 ? value.toFixed(3) : text;
  return unit === 'requests' ? text : `${text} ${unit}`;
}

function cellsOf(row: Row): string[] {
  const { what, against, target, measured, unit, detail } = row;
  const kept = isKept(row);
  const isSingle = !measured || measured.low === measured.high;
  return [
    what,
    against,
    target ? targetText(target, unit) : '',
    measured ? formatValue(measured.median, unit) : 'none',
    isSingle ? '' : `${formatValue(measured.low, unit)} to ${formatValue(measured.high, unit)}`,
    kept === undefined ? '' : kept ? 'ok' : 'missed',
    detail,
  ];
}

function targetText({ atLeast, atMost }: Target, unit: Row['unit']): string {
  if (atLeast !== undefined) return `at least ${formatValue(atLeast, unit)}`;
  return atMost === undefined ? '' : `at most ${formatValue(atMost, unit)}`;
}
