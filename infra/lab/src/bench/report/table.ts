import { quantile, ratios, type Spread, spreadOf } from '../measure/statistics.ts';

interface Target {
  atLeast?: number;
  atMost?: number;
}

export interface Row {
  what: string;
  /** Against what, unless it is an absolute figure. */
  against?: string;
  unit: 'times' | 'ms' | 'µs' | 'MB' | 'bytes' | 'requests' | 'requests/s' | 'events/s';
  /** Missing for information only. */
  target?: Target;
  /** Null if there was nothing to measure, such as refusals when none was refused. */
  measured: Spread | null;
  detail?: string | undefined;
}

export const HEADER = ['what', 'against', 'target', 'measured', 'half of the rounds', 'verdict', 'figures'];

/** A row about one contender compared with another, round by round. `unit` is that of the figures behind it. */
export function ratioRow(
  about: Pick<Row, 'what' | 'against' | 'target'>,
  values: readonly number[],
  references: readonly number[],
  unit: Row['unit'],
): Row {
  const detail = `${medianText(values, unit)} against ${medianText(references, unit)}`;
  return { ...about, unit: 'times', measured: spreadOf(ratios(values, references)), detail };
}

/** Whether a row keeps its target; undefined for information only. A row without a measurement keeps it. */
export function isKept({ target, measured }: Row): boolean | undefined {
  if (!target) return undefined;
  if (!measured) return true;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  return measured.median >= atLeast && measured.median <= atMost;
}

/** The rows as a table that is readable as text and as Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEADER, ...rows.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [header = [], ...body] = lines;
  return [lineOf(header), lineOf(widths.map((width) => '-'.repeat(width))), ...body.map(lineOf)].join('\n');
}

export function cellsOf(row: Row): string[] {
  const { what, against = '', target, measured, unit, detail = '' } = row;
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

export function medianText(values: readonly number[], unit: Row['unit']): string {
  return formatValue(quantile(values, 0.5), unit);
}

/** A value with its unit: three significant digits, large ones in full. */
export function formatValue(value: number, unit: Row['unit']): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, digits === 0 ? ',' : '');
  if (unit === 'times') return Math.abs(value) < 0.1 ? value.toFixed(3) : text;
  if (unit === 'requests/s') return `${text}/s`;
  return unit === 'requests' ? text : `${text} ${unit}`;
}

function targetText({ atLeast, atMost }: Target, unit: Row['unit']): string {
  if (atLeast !== undefined) return `at least ${formatValue(atLeast, unit)}`;
  return atMost === undefined ? '' : `at most ${formatValue(atMost, unit)}`;
}
