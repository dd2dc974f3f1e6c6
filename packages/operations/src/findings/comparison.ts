import {
  type ComparedDays,
  comparedDays,
  type CompareWith,
  type FairChange,
  formatDay,
  type MetricName,
  type NotCompared,
  type Period,
  dayOf,
} from '@funnel/domain';
import type { PeriodCounts } from '@funnel/metrics';
import { invalidCompare } from '../parameters/compare.ts';

/** The fair comparison of an answer: of what it is about, of its parts, or of both. */
export interface Comparison {
  days: ComparedDays | NotCompared;
  whole?: FairChange | undefined;
  parts: readonly ComparedPart[];
  /** Those that were read. */
  metrics: readonly MetricName[];
}

/** An entry of a list, or a part of what an answer is about. */
interface ComparedPart {
  id: number;
  /** As sentences name it. */
  name: string;
  change: FairChange;
}

/** What the caller wants beside the body. */
interface Wanted {
  withNotes: boolean;
  withExtras: boolean;
  compareWith: CompareWith | undefined;
  now: Date;
}

/** The days that an answer compares, or why it compares none; undefined if nobody asked for a comparison. */
export function daysToCompare(
  { withNotes, withExtras, compareWith, now }: Wanted,
  { timeframe, window, previous }: Pick<Period, 'timeframe' | 'window' | 'previous'>,
): Comparison['days'] | undefined {
  const isAsked = withExtras || (withNotes && (previous !== undefined || compareWith !== undefined));
  if (!isAsked) return undefined;
  const today = dayOf(now);
  const days = comparedDays({ timeframe, window }, today, compareWith);
  if (typeof days !== 'string' && typeof compareWith === 'number') requireApart(days, today);
  return days;
}

/** The days, if there are any. */
export function whichDays(days: Comparison['days'] | undefined): ComparedDays | undefined {
  return typeof days === 'string' ? undefined : days;
}

/** The same question about the days of the comparison: what explains a change is read for these. */
export function fairPeriod(period: Period, days: Comparison['days'] | undefined): Period | undefined {
  const compared = whichDays(days);
  if (!compared || !period.previous) return undefined;
  return { ...period, window: compared.window, previous: compared.base, series: undefined };
}

/** The counts of these days, as if they were a period and the one before. */
export function fairCounts({ fair }: PeriodCounts): PeriodCounts | undefined {
  return fair && { current: fair.current, previous: fair.base };
}

/** A day is compared with another one, and only with one that is over. */
function requireApart({ window, base }: ComparedDays, today: number): void {
  const text = `compare=${formatDay(base.start)} compares with the days to ${formatDay(base.end)}`;
  if (base.end >= today) throw invalidCompare(`${text}, which are not over. Choose an earlier day.`);
  if (base.start <= window.end && base.end >= window.start)
    throw invalidCompare(
      `${text}, but ${formatDay(window.start)} to ${formatDay(window.end)} is what is compared. Choose days outside of it.`,
    );
}
