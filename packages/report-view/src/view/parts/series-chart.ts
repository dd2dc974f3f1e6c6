import type { Mark } from '../answers/extras.ts';
import type { Format } from '../texts/format.ts';
import { el } from '../browser/html.ts';
import type { Line } from '../series/lines.ts';
import { written } from '../texts/metrics.ts';
import type { Series } from '../series/series.ts';
import { lineChart } from './line-chart.ts';
import { numberTable } from './number-table.ts';

interface Chart {
  format: Format;
  marks: readonly Mark[];
}

interface PlacedMark extends Mark {
  index: number;
}

/** Lines over time with the days before behind a single one, what happened meanwhile, and the same numbers as a table. */
export function seriesChart(series: Series, lines: readonly Line[], chart: Chart): HTMLElement {
  const { points, groupBy, partial = [], remark } = series;
  const { format } = chart;
  const marks = placed(chart.marks, series);
  const drawing = { series, lines, format, marks };
  const legend = el('p', { class: 'legend', 'aria-hidden': 'true' }, ...legendOf(drawing));
  const drawn = lineChart({
    label: summaryOf(drawing),
    lines,
    partial,
    marks: marks.map(({ index, kind }) => ({ index, isBad: kind === 'break' })),
    nameOf: (index) => (points[index] ? format.bucket(points[index].date, groupBy) : ''),
    shorten: (unit, value) => (unit === 'percent' ? format.percent(value) : format.short(value)),
    point: (index) => legend.replaceChildren(...legendOf(drawing, index)),
  });
  return el(
    'section',
    { class: 'series' },
    legend,
    drawn,
    remark !== undefined && el('p', { class: 'explanation' }, remark),
    marks.length > 0 && markList(marks),
    tableOf(drawing),
  );
}

interface Drawing {
  series: Series;
  lines: readonly Line[];
  format: Format;
  marks: readonly PlacedMark[];
}

/** Names the lines; under the pointer with the numbers of that day, and what happened on it. */
function legendOf({ series, lines, format, marks }: Drawing, index?: number | null): HTMLElement[] {
  const { points, groupBy, beforeLabel } = series;
  const at = typeof index === 'number' && points[index] ? index : undefined;
  const valueAt = ({ unit }: Line, values: readonly (number | null)[] | undefined) => {
    const value = at === undefined ? undefined : values?.[at];
    return value === undefined || value === null ? '' : `: ${written(unit, value, format)}`;
  };
  const when = at === undefined ? undefined : format.bucket(points[at]?.date ?? '', groupBy);
  const earlier = at === undefined ? undefined : series.before?.[at]?.date;
  const happened = marks.filter(({ index: place }) => place === at).map(({ text }) => text);
  return [
    ...(when === undefined ? [] : [el('span', {}, when)]),
    ...lines.map((line, place) =>
      el('span', { class: `key line-${place}` }, `${line.label}${valueAt(line, line.values)}`),
    ),
    ...lines
      .filter(({ before }) => before)
      .map((line) => {
        const name = earlier === undefined ? (beforeLabel ?? 'Before') : format.bucket(earlier, groupBy);
        return el('span', { class: 'key before' }, `${name}${valueAt(line, line.before)}`);
      }),
    ...happened.map((text) => el('span', { class: 'key mark' }, text)),
  ];
}

function summaryOf({ series: { points, groupBy }, lines, format }: Drawing): string {
  const parts = lines.map(({ label, unit, values }) => {
    const highest = Math.max(0, ...values.map((value) => value ?? 0));
    const when = points[values.indexOf(highest)]?.date;
    const place = when === undefined ? '' : ` (${format.bucket(when, groupBy)})`;
    return `${label} by ${groupBy}; the highest is ${written(unit, highest, format)}${place}`;
  });
  return `${parts.join('. ')}. The table below has every number.`;
}

function markList(marks: readonly PlacedMark[]): HTMLElement {
  return el(
    'ul',
    { class: 'marks' },
    ...marks.map(({ kind, text }) => el('li', { class: kind === 'break' ? 'bad' : undefined }, text)),
  );
}

/** The point that a day belongs to. Days before the first point are not in the picture. */
function placed(marks: readonly Mark[], { points }: Series): PlacedMark[] {
  return marks.flatMap((mark) => {
    const index = points.findLastIndex(({ date }) => date <= mark.date);
    // The numbers of a break stand above the picture.
    const text = mark.kind === 'break' ? (mark.text.split(':')[0] ?? '') : mark.text;
    return index < 0 ? [] : [{ ...mark, text, index }];
  });
}

function tableOf({ series, lines, format }: Drawing): HTMLElement {
  const { points, groupBy, before, beforeLabel = 'Before' } = series;
  const withBefore = lines.length === 1 && before !== undefined && lines[0]?.before !== undefined;
  const cell = ({ unit }: Line, value: number | null | undefined) =>
    value === null || value === undefined
      ? { text: '–', value: '' }
      : { text: written(unit, value, format), value };
  const rows = points.map((point, index) => [
    { text: format.bucket(point.date, groupBy), value: point.date },
    ...lines.map((line) => cell(line, line.values[index])),
    ...(withBefore ? lines.map((line) => cell(line, line.before?.[index])) : []),
  ]);
  const head = [`By ${groupBy}`, ...lines.map(({ label }) => label), ...(withBefore ? [beforeLabel] : [])];
  return numberTable(`${lines.map(({ label }) => label).join(', ')} as a table`, head, rows);
}
