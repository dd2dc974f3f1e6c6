import { logScale } from './log-scale.ts';
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
  const x = logScale(
    all.map(({ events }) => events),
    [LEFT, SIZE.width - RIGHT],
  );
  const highest = Math.max(2, ...all.map(({ times }) => times));
  const y = (times: number) => SIZE.height - BOTTOM - ((SIZE.height - BOTTOM - TOP) * times) / highest;
  const fewest = Math.min(...all.map(({ events }) => events));
  // The scale of events begins at a power of ten below the fewest; shift it to use the whole width.
  const shift = x.at(fewest) - LEFT;
  const stretch = (SIZE.width - RIGHT - LEFT) / (x.at(Math.max(...all.map(({ events }) => events))) - LEFT - shift);
  const at = ({ events, times }: { events: number; times: number }) =>
    [LEFT + (x.at(events) - LEFT - shift) * stretch, y(times)] as const;

  const body = relative.flatMap(({ contender, points, title: name }, index) => {
    const path = points.map((point) => at(point).map((value) => round(value)).join(',')).join(' ');
    const last = points.at(-1);
    const label = last && contender === 'product' ? `${name}: ${last.times.toFixed(2)}` : undefined;
    return [
      `<polyline points="${path}" class="line ${contender}"/>`,
      ...(label ? [text(SIZE.width - RIGHT + 8, SIZE.height - BOTTOM - 90 + index * 8, label, 'font-size="11"')] : []),
    ];
  });
  const ticks = Array.from({ length: Math.floor(highest) }, (_, step) => step + 1);
  const grid = [
    ...ticks.flatMap((tick) => [
      line([LEFT, y(tick)], [SIZE.width - RIGHT, y(tick)], 'grid'),
      text(LEFT - 8, y(tick) + 4, `${tick} x`, 'text-anchor="end"'),
    ]),
    ...[...new Set(all.map(({ events }) => events))].map((events) =>
      text(at({ events, times: 0 })[0], SIZE.height - BOTTOM + 18, events.toLocaleString('en'), 'text-anchor="middle"'),
    ),
  ];
  const names = legend(52, [
    ['product', 'the product'],
    ['duckdb', 'DuckDB on the raw events'],
  ]);
  return svgDocument(SIZE, title, [...names, ...grid, ...body]);
}
