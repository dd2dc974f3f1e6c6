import type { FindingsInput } from '../input.ts';
import { number } from './words.ts';

/** The one sentence of a week without findings. */
export function nothingToSay({ website: { week } }: FindingsInput): string {
  if (week.views === 0) return 'No visitor saw a campaign in the week, so there is nothing to recommend yet.';
  const visitors = week.views === 1 ? 'visitor' : 'visitors';
  return `Only ${number(week.views)} ${visitors} saw a campaign in the week: too few to recommend anything yet.`;
}
