import type { Day } from '../calendar/day.ts';
import { bucketEnd, bucketStart, type Grain } from '../calendar/grain.ts';
import type { Bucket } from './cover-window.ts';

/** Shortest first, so that of two tilings of equal size the one with the longer early bucket wins. */
const LONGER_GRAINS = ['week', 'month', 'quarter'] as const satisfies Grain[];

/** Shortest path over the days of a span without a full year in it: at most two broken years. */
export function fewestTiles(start: Day, end: Day): Bucket[] {
  const days = end - start + 1;
  const choices = choicesOf(start, Math.max(days, 0));
  const tiles: Bucket[] = [];
  for (let offset = 0; offset < days; ) {
    const grain = choices[offset] ?? 'day';
    tiles.push({ grain, start: start + offset });
    offset = bucketEnd(start + offset, grain) - start + 1;
  }
  return tiles;
}

/** For every day of the span the bucket that a smallest tiling of the rest begins with. */
function choicesOf(start: Day, days: number): Grain[] {
  const choices = Array.from({ length: days }, (): Grain => 'day');
  const tilesFrom = new Int32Array(days + 1);
  for (let offset = days - 1; offset >= 0; offset--) {
    const day = start + offset;
    let fewest = tilesAt(tilesFrom, offset + 1) + 1;
    for (const grain of LONGER_GRAINS) {
      if (bucketStart(day, grain) !== day) continue;
      const next = bucketEnd(day, grain) - start + 1;
      if (next > days || tilesAt(tilesFrom, next) + 1 > fewest) continue;
      fewest = tilesAt(tilesFrom, next) + 1;
      choices[offset] = grain;
    }
    tilesFrom[offset] = fewest;
  }
  return choices;
}

function tilesAt(tilesFrom: Int32Array, offset: number): number {
  return tilesFrom[offset] ?? 0;
}
