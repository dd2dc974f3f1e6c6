import {
  countedSubject,
  type Counts,
  type Day,
  EVENT_METRIC,
  type EventType,
  type Level,
  Sketch,
  SKETCHED_METRICS,
  type SketchedMetric,
  type WebsiteId,
  ZERO_COUNTS,
} from '@funnel/domain';
import { addCounts } from '../slots/slot-counts.ts';

/** An event that is not in the rollups yet. */
export interface PendingEvent {
  websiteId: WebsiteId;
  /** The transaction that recorded it. */
  revision: number;
  day: Day;
  type: EventType;
  /** The subject that it counts for at each level. */
  subjects: Readonly<Record<Level, number | null>>;
  visitor: number;
  revenueCents: bigint;
}

/**
 * What pending events add to one subject: counts, and a sketch of the visitors of each metric that has any. Sketches are
 * shared: replace one, do not change it.
 */
export interface PendingCell {
  counts: Counts;
  sketches: Partial<Record<SketchedMetric, Sketch>>;
}

/** Visitors that are not in the sketches yet: sketches are cheaper to extend by many visitors at once. */
interface OpenCell extends PendingCell {
  visitors: Partial<Record<SketchedMetric, number[]>>;
}

type Cells = Map<number, Map<Day, OpenCell>>;

/** Pending events of one website, counted by level, subject and day. A level is counted when it is first asked for. */
export class PendingIndex {
  readonly #events: readonly PendingEvent[];
  readonly #levels = new Map<Level, Cells>();

  constructor(events: readonly PendingEvent[]) {
    this.#events = events;
  }

  get size(): number {
    return this.#events.length;
  }

  with(other: PendingIndex): PendingIndex {
    return new PendingIndex([...this.#events, ...other.#events]);
  }

  subjectsOf(level: Level): Iterable<number> {
    return this.#cellsOf(level).keys();
  }

  /** Adds what the events of a subject add on the days from `start` to `end`; false if there are none. */
  addTo(
    sum: PendingCell,
    level: Level,
    subjectId: number,
    { start, end }: { start: Day; end: Day },
  ): boolean {
    const byDay = this.#cellsOf(level).get(subjectId);
    if (!byDay) return false;
    let isAny = false;
    for (const [day, cell] of byDay) {
      if (day < start || day > end) continue;
      isAny = true;
      close(cell);
      addCell(sum, cell);
    }
    return isAny;
  }

  #cellsOf(level: Level): Cells {
    const counted = this.#levels.get(level);
    if (counted) return counted;
    const cells: Cells = new Map();
    for (const event of this.#events) {
      const subjectId = countedSubject(level, event.type, event.subjects[level]);
      if (subjectId === undefined) continue;
      count(cellOf(cells, subjectId, event.day), event);
    }
    this.#levels.set(level, cells);
    return cells;
  }
}

function cellOf(cells: Cells, subjectId: number, day: Day): OpenCell {
  let byDay = cells.get(subjectId);
  if (!byDay) cells.set(subjectId, (byDay = new Map()));
  let cell = byDay.get(day);
  if (!cell) byDay.set(day, (cell = { counts: { ...ZERO_COUNTS }, sketches: {}, visitors: {} }));
  return cell;
}

function count({ counts, visitors }: OpenCell, { type, visitor, revenueCents }: PendingEvent): void {
  const metric = EVENT_METRIC[type];
  counts[metric] += 1;
  if (metric === 'orders') counts.revenueCents += revenueCents;
  else (visitors[metric] ??= []).push(visitor);
}

function close(cell: OpenCell): void {
  for (const metric of SKETCHED_METRICS) {
    const visitors = cell.visitors[metric];
    if (visitors) (cell.sketches[metric] ??= Sketch.empty()).add(visitors);
  }
  cell.visitors = {};
}

/** A sum shares the sketches of cells, which other answers read, too: it unites them in a new one and changes none. */
function addCell(sum: PendingCell, { counts, sketches }: PendingCell): void {
  addCounts(sum.counts, counts);
  for (const metric of SKETCHED_METRICS) {
    const [one, other] = [sum.sketches[metric], sketches[metric]];
    if (other) sum.sketches[metric] = one ? united(one, other) : other;
  }
}

/** A new sketch of the visitors of both. */
export function united(one: Sketch, other: Sketch): Sketch {
  const both = Sketch.empty();
  both.merge(one);
  both.merge(other);
  return both;
}
