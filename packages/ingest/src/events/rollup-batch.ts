import {
  type Day,
  EVENT_TYPES,
  type EventType,
  GRAINS,
  type Grain,
  LEVELS,
  type Level,
  SKETCHED_METRICS,
  bucketStart,
} from '@funnel/domain';
import type { CountedEvent } from './add-to-rollups.ts';
import { SUBJECT_ID } from './verify-ids.ts';

/** What a batch adds to one subject in one calendar bucket. */
export interface Cell {
  level: Level;
  grain: Grain;
  bucket: Day;
  subjectId: number;
  /** Views, conversions, completions, submissions, subscribes, orders: in the order of `EVENT_TYPES`. */
  counts: number[];
  revenueCents: bigint;
  /** The visitors of the first five counts. */
  visitors: number[][];
}

const SKETCHED_COLUMNS = SKETCHED_METRICS.length;
const COLUMN = Object.fromEntries(EVENT_TYPES.map((type, column) => [type, column])) as Record<
  EventType,
  number
>;
const DAYS = 2 ** 22;

/** Adds up the events of one website per day; the coarser grains are computed from the days at the end. */
export class RollupBatch {
  private readonly byDay: Record<Level, Map<number, Cell>> = emptyLevels();

  add(event: CountedEvent): void {
    const column = COLUMN[event.type];
    for (const level of LEVELS) {
      const subjectId = event[SUBJECT_ID[level]];
      if (subjectId === undefined) continue;
      // Elements have no views of their own: reports read them from the step.
      if (level === 'element' && event.type === 'view') continue;
      const cell = cellOf(this.byDay[level], level, 'day', event.day, subjectId);
      cell.counts[column] = (cell.counts[column] ?? 0) + 1;
      if (column < SKETCHED_COLUMNS) cell.visitors[column]?.push(event.visitor);
      else cell.revenueCents += event.revenueCents;
    }
  }

  /** The cells of all levels and grains, in the order of the table's key. */
  cells(): Cell[] {
    return LEVELS.flatMap((level) => GRAINS.flatMap((grain) => inKeyOrder(this.atGrain(level, grain))));
  }

  private atGrain(level: Level, grain: Grain): Cell[] {
    const days = [...this.byDay[level].values()];
    if (grain === 'day') return days;
    const coarse = new Map<number, Cell>();
    for (const day of days)
      addTo(cellOf(coarse, level, grain, bucketStart(day.bucket, grain), day.subjectId), day);
    return [...coarse.values()];
  }
}

function cellOf(cells: Map<number, Cell>, level: Level, grain: Grain, bucket: Day, subjectId: number): Cell {
  // The first Monday is in 1969, so a bucket can be negative; the shift keeps the key unique.
  const key = subjectId * DAYS + bucket + 7;
  let cell = cells.get(key);
  if (!cell) {
    const visitors = Array.from({ length: SKETCHED_COLUMNS }, () => []);
    cell = { level, grain, bucket, subjectId, counts: [0, 0, 0, 0, 0, 0], revenueCents: 0n, visitors };
    cells.set(key, cell);
  }
  return cell;
}

function addTo(target: Cell, source: Cell): void {
  for (const [column, count] of source.counts.entries())
    target.counts[column] = (target.counts[column] ?? 0) + count;
  target.revenueCents += source.revenueCents;
  for (const [column, visitors] of source.visitors.entries()) {
    const all = target.visitors[column];
    for (const visitor of visitors) all?.push(visitor);
  }
}

function inKeyOrder(cells: Cell[]): Cell[] {
  return cells.sort((a, b) => a.bucket - b.bucket || a.subjectId - b.subjectId);
}

function emptyLevels(): Record<Level, Map<number, Cell>> {
  return { website: new Map(), campaign: new Map(), variant: new Map(), step: new Map(), element: new Map() };
}
