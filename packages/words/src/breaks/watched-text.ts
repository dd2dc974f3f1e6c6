import type { Watched } from '@funnel/domain';
import type { Formats } from '../phrases/formats.ts';
import { countText } from '../phrases/numbers.ts';

const HOURS = 24;
/** Beyond this, hours mean nothing. */
const MAX_HOURS = 48;
/** After a month, a break is the usual state. */
const MOST_HOURS = 28 * HOURS;
/** After this share of the viewers that a break takes, silence is unusual. */
const UNUSUAL = 0.3;

/**
 * How soon a break would be noticed. Undefined if there is nothing to say.
 * @example
 * const watched = { viewersUntilNoticed: 100, viewersSince: 0, peopleSince: undefined, lastConversion: 20_400 };
 * assert.match(
 *   watchedText({ ...watched, viewersPerDay: 10 }, plainFormats(20_408)) ?? '',
 *   /^No break found\. If nobody converted any more, it would show here after about 100 more viewers, 10 days/,
 * );
 */
export function watchedText(watched: Watched, formats: Formats): string | undefined {
  const { viewersUntilNoticed: needed, viewersSince, peopleSince, lastConversion, viewersPerDay } = watched;
  if (viewersPerDay === 0) return undefined;
  const silence =
    lastConversion === undefined || peopleSince === undefined
      ? undefined
      : `Nobody has converted since ${formats.day(lastConversion + 1)}, of ${countText(peopleSince, 'viewer', formats.number)}.`;
  if (needed === undefined) return silence ?? 'It has too few recent conversions to notice a break.';
  // Those who have not converted since count already.
  const viewers = needed - viewersSince;
  if (viewers <= 0) return silence;
  const more = `about ${formats.number(viewers)} more`;
  if (silence !== undefined && viewersSince >= UNUSUAL * needed)
    return `${silence} After ${more} it would be certain that something broke.`;
  const hours = (HOURS * viewers) / viewersPerDay;
  if (hours > MOST_HOURS) return 'It has too few viewers to notice a break soon.';
  return `No break found. If nobody converted any more, it would show here after ${more} viewers, ${timeText(hours)} at this traffic.`;
}

function timeText(hours: number): string {
  if (hours < 1.5) return 'an hour';
  if (hours <= MAX_HOURS) return `${Math.round(hours)} hours`;
  return `${Math.round(hours / HOURS)} days`;
}
