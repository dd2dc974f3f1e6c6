import { type ComparedDays, type FairChange, fairChanges } from '@funnel/domain';
import type { ComparedWeek, FindingsInput } from '../input.ts';

const WEEK_DAYS = 7;

/**
 * What changed against the week before, of some subjects: as everywhere, by the fair comparison. All of them are one family.
 */
export function compareWeeks<Subject extends ComparedWeek>(
  { lastDay }: Pick<FindingsInput, 'lastDay'>,
  subjects: readonly Subject[],
): ReadonlyMap<Subject, FairChange> {
  const measured = subjects.map(({ week, previous, newSince }) => {
    return { current: week, base: previous, newSince: newSince ?? undefined };
  });
  const changes = fairChanges(measured, { days: weeksUntil(lastDay) });
  return new Map(
    subjects.flatMap((subject, index) => {
      const change = changes[index];
      return change ? [[subject, change] as const] : [];
    }),
  );
}

function weeksUntil(lastDay: number): ComparedDays {
  const window = { start: lastDay - WEEK_DAYS + 1, end: lastDay };
  return { window, base: { start: window.start - WEEK_DAYS, end: lastDay - WEEK_DAYS } };
}
