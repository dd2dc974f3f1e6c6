import type { Grain } from '@funnel/domain';
import type { Answered } from './note.ts';
import { isDistinct } from './report-body.ts';
import { quoted } from './words.ts';

const PLURALS: Record<Grain, string> = {
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
  quarter: 'Quarters',
  year: 'Years',
};

/** The points of a series of people are not the parts of a sum. */
export function pointsDoNotAddUp({ body, input }: Answered): string[] {
  const { timeseries, metrics } = body.data ?? {};
  if (!timeseries || !metrics || !isDistinct(body, input)) return [];
  const sum = timeseries.points.reduce((total, { views }) => total + views, 0);
  if (sum <= metrics.views) return [];
  return [
    `${PLURALS[timeseries.group_by]} do not add up to the whole: who comes again counts once in each, and once in all.`,
  ];
}

/** Views of events are more than people who saw something. */
export function viewsOfSteps({ body, input, background }: Answered): string[] {
  if (isDistinct(body, input)) return [];
  const { data = {} } = body;
  const funnels = background.funnels?.map(({ steps }) => steps.length) ?? [];
  const steps = data.funnel_steps ? [data.funnel_steps.length] : funnels;
  const hasFunnels =
    body.report === 'website' || data.campaigns !== undefined || data.experiments !== undefined;
  if (!hasFunnels && !steps.some((count) => count > 1)) return [];
  return ['Views count every campaign and every step of it that is shown to a person, and every return.'];
}

/** Who answers a question may choose several answers. */
export function answersOfPeople({ body }: Answered): string[] {
  const { fields = [], metrics } = body.data ?? {};
  const sums = new Map<string, number>();
  for (const { field, count } of fields) sums.set(field, (sums.get(field) ?? 0) + count);
  const [exceeding] = [...sums].filter(([, count]) => count > (metrics?.conversions ?? 0));
  if (!exceeding) return [];
  return [`Answers to ${quoted(exceeding[0])} are more than people: one person can give several.`];
}
