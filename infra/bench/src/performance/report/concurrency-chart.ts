import type { ConcurrencyPoint } from './results.ts';
import { legend, round, svgDocument, text } from './svg-document.ts';

const WIDTH = 860;
const LEFT = 190;
const RIGHT = 220;
const TOP = 76;
const BAR = 22;
const GAP = 10;

/** Answers per second for each number of connections. */
export function concurrencyChart(title: string, points: readonly ConcurrencyPoint[]): string {
  const best = Math.max(1, ...points.map(({ perSecond }) => perSecond));
  const body = points.flatMap(({ connections, busyCore, perSecond, p50Ms, p99Ms }, index) => {
    const y = TOP + index * (BAR + GAP);
    const width = round(((WIDTH - LEFT - RIGHT) * perSecond) / best);
    const name = `${connections} ${connections === 1 ? 'connection' : 'connections'}${busyCore ? ', busy core' : ''}`;
    return [
      text(LEFT - 10, y + 15, name, 'text-anchor="end"'),
      `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" class="http"/>`,
      text(LEFT + width + 8, y + 15, `${Math.round(perSecond)}/s, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`),
    ];
  });
  const height = TOP + points.length * (BAR + GAP) + 8;
  return svgDocument({ width: WIDTH, height }, title, [
    ...legend(52, [['http', 'answers per second']]),
    ...body,
  ]);
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
