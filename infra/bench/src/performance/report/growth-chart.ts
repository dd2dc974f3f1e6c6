import type { GrowthLine } from './results.ts';
import { legend, line, round, svgDocument, text } from './svg-document.ts';

const SIZE = { width: 860, height: 420 };
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 340, 80, 40];
const MOST_TICKS = 10;
const LINE_HEIGHT = 18;

/** How the time of each question grows with the events, relative to the fewest events. */
export function growthChart(title: string, lines: readonly GrowthLine[]): string {
  const relative = lines.map(({ points, ...rest }) => ({
    ...rest,
    points: points.map(({ events, ms }) => ({ events, times: ms / (points[0]?.ms ?? Number.NaN) })),
  }));
  const all = relative.flatMap(({ points }) => points);
  const sizes = [...new Set(all.map(({ events }) => events))];
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)];
  const highest = Math.max(2, ...all.map(({ times }) => times));
  const x = (events: number) =>
    LEFT + ((SIZE.width - RIGHT - LEFT) * Math.log(events / fewest)) / Math.log(most / fewest);
  const y = (times: number) => SIZE.height - BOTTOM - ((SIZE.height - BOTTOM - TOP) * times) / highest;

  const curves = relative.map(({ contender, points }) => {
    const path = points.map(({ events, times }) => `${round(x(events))},${round(y(times))}`).join(' ');
    return `<polyline points="${path}" class="line ${contender}"/>`;
  });
  const step = Math.ceil(highest / MOST_TICKS);
  const ticks = Array.from({ length: Math.floor(highest / step) }, (_, index) => step * (index + 1));
  const grid = [
    ...ticks.flatMap((tick) => [
      line([LEFT, y(tick)], [SIZE.width - RIGHT, y(tick)], 'grid'),
      text(LEFT - 8, y(tick) + 4, `${tick} x`, 'text-anchor="end"'),
    ]),
    ...sizes.map((events) =>
      text(x(events), SIZE.height - BOTTOM + 18, events.toLocaleString('en'), 'text-anchor="middle"'),
    ),
  ];
  const names = legend(52, [
    ['product', 'the product'],
    ['duckdb', 'DuckDB on the raw events'],
  ]);
  return svgDocument(SIZE, title, [...names, ...grid, ...curves, ...endLabels(relative)]);
}

/** The ends of the lines as a list, because the lines themselves are too close to each other for labels. */
function endLabels(
  lines: readonly (Omit<GrowthLine, 'points'> & { points: { times: number }[] })[],
): string[] {
  const endOf = (title: string, contender: string) =>
    lines
      .find((each) => each.title === title && each.contender === contender)
      ?.points.at(-1)
      ?.times.toFixed(2) ?? '';
  const titles = [...new Set(lines.map(({ title }) => title))];
  return ['With the most events, the product and DuckDB:']
    .concat(titles.map((title) => `${title}: ${endOf(title, 'product')}, ${endOf(title, 'duckdb')}`))
    .map((label, index) => text(SIZE.width - RIGHT + 16, TOP + index * LINE_HEIGHT, label, 'class="small"'));
}
