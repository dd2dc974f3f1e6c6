import type { GrowthLine } from './results.ts';
import { legend, line, round, svgDocument, text } from './svg-document.ts';

const SIZE = { width: 860, height: 420 };
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 270, 80, 40];

/** How the time of each question grows with the events, relative to the fewest events. */
export function growthChart(title: string, lines: readonly GrowthLine[]): string {
  const relative = lines.map(({ points, ...rest }) => ({
    ...rest,
    points: points.map(({ events, ms }) => ({ events, times: ms / (points[0]?.ms ?? Number.NaN) })),
  }));
  const all = relative.flatMap(({ points }) => points);
  const sizes = all.map(({ events }) => events);
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)];
  const highest = Math.max(2, ...all.map(({ times }) => times));
  const x = (events: number) =>
    LEFT + ((SIZE.width - RIGHT - LEFT) * Math.log(events / fewest)) / Math.log(most / fewest);
  const y = (times: number) => SIZE.height - BOTTOM - ((SIZE.height - BOTTOM - TOP) * times) / highest;

  const body = relative.flatMap(({ contender, points, title: name }, index) => {
    const path = points.map(({ events, times }) => `${round(x(events))},${round(y(times))}`).join(' ');
    const last = points.at(-1);
    const label = last && contender === 'product' ? `${name}: ${last.times.toFixed(2)}` : undefined;
    return [
      `<polyline points="${path}" class="line ${contender}"/>`,
      ...(label
        ? [text(SIZE.width - RIGHT + 8, SIZE.height - BOTTOM - 90 + index * 8, label, 'font-size="11"')]
        : []),
    ];
  });
  const ticks = Array.from({ length: Math.floor(highest) }, (_, step) => step + 1);
  const grid = [
    ...ticks.flatMap((tick) => [
      line([LEFT, y(tick)], [SIZE.width - RIGHT, y(tick)], 'grid'),
      text(LEFT - 8, y(tick) + 4, `${tick} x`, 'text-anchor="end"'),
    ]),
    ...[...new Set(sizes)].map((events) =>
      text(x(events), SIZE.height - BOTTOM + 18, events.toLocaleString('en'), 'text-anchor="middle"'),
    ),
  ];
  const names = legend(52, [
    ['product', 'the product'],
    ['duckdb', 'DuckDB on the raw events'],
  ]);
  return svgDocument(SIZE, title, [...names, ...grid, ...body]);
}
