import type { Trends } from '../answers/extras.ts';
import { svg } from '../browser/html.ts';

const WIDTH = 72;
const HEIGHT = 20;

/**
 * The line of an entry of a list, so small that it needs no axis: whether something rises or falls. The numbers beside
 * it say the rest. Without points an empty place.
 */
export function trendOf(id: number, { views }: Trends): SVGElement {
  const values = views[id] ?? [];
  const highest = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = 1 + (index * (WIDTH - 2)) / Math.max(1, values.length - 1);
    const y = HEIGHT - 1 - (value * (HEIGHT - 3)) / highest;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return svg(
    'svg',
    {
      class: 'spark',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      'aria-hidden': 'true',
    },
    points.length > 1 && svg('polyline', { points: points.join(' ') }),
  );
}
