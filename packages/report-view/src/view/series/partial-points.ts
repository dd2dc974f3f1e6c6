import type { Timeseries } from '../answers/bodies.ts';
import { daysBetween } from '../texts/format.ts';
import type { Range } from './ranges.ts';

type Grain = Timeseries['group_by'];

/** A series: the size of its points, and its days. */
interface Shape {
  groupBy: Grain;
  window: Range;
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTHS: Partial<Record<Grain, number>> = { month: 1, quarter: 3, year: 12 };

/** Whether a point has fewer days than its week, month, quarter or year, or is not over. */
function isPartial(date: string, shape: Shape, today?: string): boolean {
  const { start, end } = daysOf(date, shape);
  return start > dayOf(date) || end < bucketEnd(date, shape.groupBy) || (today !== undefined && end >= today);
}

/** The places of the points that are partial; undefined without any. */
export function partialOf(dates: readonly string[], shape: Shape, today?: string): number[] | undefined {
  const places = dates.flatMap((date, index) => (isPartial(date, shape, today) ? index : []));
  return places.length > 0 ? places : undefined;
}

/** The values of a line in two: the solid part, and what leads to and from partial points. */
export function inStrokes<Value>(
  values: readonly Value[],
  partial: readonly number[],
): { solid: (Value | null)[]; dashed: (Value | null)[] } {
  const isHere = (index: number) => partial.includes(index);
  return {
    solid: values.map((value, index) => (isHere(index) ? null : value)),
    dashed: values.map((value, index) =>
      isHere(index - 1) || isHere(index) || isHere(index + 1) ? value : null,
    ),
  };
}

/** Whether two points may stand side by side: both are whole, or have the same number of days. */
export function areAlike(
  { date, shape }: { date: string; shape: Shape },
  other: { date: string; shape: Shape },
): boolean {
  const [one, two] = [daysOf(date, shape), daysOf(other.date, other.shape)];
  const areWhole = !isPartial(date, shape) && !isPartial(other.date, other.shape);
  return areWhole || daysBetween(one.start, one.end) === daysBetween(two.start, two.end);
}

/** The days of a window that a point covers, both ends included. */
function daysOf(date: string, { groupBy, window }: Shape): Range {
  const [first, last] = [dayOf(date), bucketEnd(date, groupBy)];
  const [start, end] = [dayOf(window.start), dayOf(window.end)];
  return { start: first < start ? start : first, end: last > end ? end : last };
}

function bucketEnd(date: string, groupBy: Grain): string {
  const [year, month, day] = dayOf(date).split('-').map(Number) as [number, number, number];
  const months = MONTHS[groupBy];
  const next = months
    ? Date.UTC(year, month - 1 + months, 1)
    : Date.UTC(year, month - 1, day + (groupBy === 'week' ? WEEK_DAYS : 1));
  return new Date(next - DAY_MS).toISOString().slice(0, 10);
}

function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}
