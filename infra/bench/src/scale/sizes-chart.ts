import { line, round, svgDocument, text } from '../performance/report/svg-document.ts';
import { mayGrow } from './growth.ts';
import type { Year } from './simulate-years.ts';
import { bytesOf } from './table-sizes.ts';

const SIZE = { width: 860, height: 360 };
const [TOP, BOTTOM] = [84, 40];
const PANEL = { width: 250, gap: 140, left: 60 };
const COLOURS = ['product', 'http', 'duckdb', 'postgres'];
const LABEL_HEIGHT = 14;
const TICKS = 4;

interface Curve {
  name: string;
  /** Megabytes at the end of the years. */
  points: { year: number; megabytes: number }[];
}

/** The size of the largest tables over the years: on the left those that grow, on the right those that must not. */
export function sizesChart(title: string, years: readonly Year[]): string {
  return svgDocument(SIZE, title, [
    ...panel(0, 'MB of the tables that grow', largest(years, mayGrow)),
    ...panel(
      1,
      'MB of the tables that stay',
      largest(years, (name) => !mayGrow(name)),
    ),
  ]);
}

/** As many as there are colours, of those that are there from the first year on. */
function largest(years: readonly Year[], isWanted: (name: string) => boolean): Curve[] {
  const names = (years[0]?.sizes ?? []).map(({ name }) => name).filter(isWanted);
  return names
    .map((name) => ({
      name,
      points: years.map(({ year, sizes }) => {
        const size = sizes.find((one) => one.name === name);
        return { year, megabytes: size ? bytesOf(size) / 1e6 : 0 };
      }),
    }))
    .toSorted((one, other) => lastOf(other) - lastOf(one))
    .slice(0, COLOURS.length);
}

function lastOf({ points }: Curve): number {
  return points.at(-1)?.megabytes ?? 0;
}

function panel(index: number, title: string, curves: readonly Curve[]): string[] {
  const left = PANEL.left + index * (PANEL.width + PANEL.gap);
  const all = curves.flatMap(({ points }) => points);
  const years = Math.max(1, ...all.map(({ year }) => year));
  const highest = niceAbove(Math.max(0.01, ...all.map(({ megabytes }) => megabytes)));
  const x = (year: number) => left + (PANEL.width * year) / years;
  const y = (value: number) => SIZE.height - BOTTOM - ((SIZE.height - BOTTOM - TOP) * value) / highest;
  const ticks = Array.from({ length: TICKS + 1 }, (_, n) => (highest * n) / TICKS);
  let lastLabel = Number.POSITIVE_INFINITY;
  return [
    text(left, TOP - 24, title),
    ...ticks.flatMap((tick) => [
      line([left, y(tick)], [left + PANEL.width, y(tick)], 'grid'),
      text(left - 8, y(tick) + 4, String(Number(tick.toPrecision(3))), 'text-anchor="end"'),
    ]),
    text(x(years), SIZE.height - BOTTOM + 18, `year ${years}`, 'text-anchor="middle"'),
    // From the smallest up, so that labels of neighbours do not overlap.
    ...curves.toReversed().flatMap((curve, from) => {
      const { name, points } = curve;
      const colour = COLOURS[curves.length - 1 - from] ?? '';
      const path = [{ year: 0, megabytes: 0 }, ...points]
        .map(({ year, megabytes }) => `${round(x(year))},${round(y(megabytes))}`)
        .join(' ');
      lastLabel = Math.min(y(lastOf(curve)) + 4, lastLabel - LABEL_HEIGHT);
      return [
        `<polyline points="${path}" class="line ${colour}"/>`,
        text(left + PANEL.width + 6, lastLabel, name, 'class="small"'),
      ];
    }),
  ];
}

/** The next of 1, 2, 4 or 8 times a power of ten. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 8].find((factor) => factor * power >= value) ?? 10);
}
