import type { Grain, Period } from '@funnel/domain';
import { quoted } from '@funnel/words';
import type { Note } from './note.ts';

const PLURALS: Record<Grain, string> = {
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
  quarter: 'Quarters',
  year: 'Years',
};

/** How to read the numbers, where they can be read wrongly. */
export function about(...sentences: readonly (string | undefined)[]): Note[] {
  const said = sentences.filter((sentence) => sentence !== undefined);
  return said.length > 0 ? [{ code: 'about', text: said.join(' ') }] : [];
}

/** The numbers of a report, with its series if it has one. */
export interface Numbers {
  metrics: { views: number };
  timeseries?: { group_by: Grain; points: readonly { views: number }[] } | undefined;
}

/** The points of a series of people are not the parts of a sum. */
export function pointsDoNotAddUp(
  { countType }: Period,
  { metrics, timeseries }: Numbers,
): string | undefined {
  if (!timeseries || countType === 'total') return undefined;
  const sum = timeseries.points.reduce((total, { views }) => total + views, 0);
  return sum > metrics.views
    ? `${PLURALS[timeseries.group_by]} do not add up to the whole: who comes again counts once in each, and once in all.`
    : undefined;
}

/** Views of events are more than people who saw something. Of funnels, only if one has several steps. */
export function viewsOfSteps(
  { countType }: Period,
  funnels?: readonly { steps: readonly unknown[] }[],
): string | undefined {
  const hasSteps = funnels === undefined || funnels.some(({ steps }) => steps.length > 1);
  return countType === 'total' && hasSteps
    ? 'Views count every campaign and every step of it that is shown to a person, and every return.'
    : undefined;
}

/** Who answers a question may choose several answers. */
export function answersOfPeople(
  fields: readonly { field: string; count: number }[],
  { conversions }: { conversions: number },
): string | undefined {
  const sums = new Map<string, number>();
  for (const { field, count } of fields) sums.set(field, (sums.get(field) ?? 0) + count);
  const [exceeding] = [...sums].filter(([, count]) => count > conversions);
  return exceeding && `Answers to ${quoted(exceeding[0])} are more than people: one person can give several.`;
}
