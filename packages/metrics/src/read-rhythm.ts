import type { Connection, WebsiteFacts } from '@funnel/db';
import {
  type ComparedDays,
  type CountType,
  type Expected,
  expectedRatio,
  hasOtherWeekdays,
  seriesBuckets,
  type WebsiteId,
} from '@funnel/domain';
import { readLines } from './read-lines.ts';

/** Reading the days of more takes too long. Changes of the others are never reported as beyond chance. */
const MAX_WEBSITES = 200;

/**
 * Reads how many times as much as the base each website would have if nothing changed but the weekdays. Undefined if both sides have the same
 * weekdays. Run it in the read transaction of the report.
 * @example
 * const days = { window: { start: day, end: day + 1 }, base: { start: day - 8, end: day - 7 } };
 * const rhythm = await readRhythm(connection, { websites: [shopWebsite], days, countType: 'distinct' });
 * assert.notEqual(rhythm?.(shopWebsite.id), 'unknown');
 */
export async function readRhythm(
  connection: Connection,
  {
    websites: all,
    days,
    countType,
  }: { websites: readonly WebsiteFacts[]; days: ComparedDays; countType: CountType },
): Promise<((websiteId: WebsiteId) => Expected | 'unknown') | undefined> {
  if (!hasOtherWeekdays(days)) return undefined;
  const websites = all.slice(0, MAX_WEBSITES);
  const buckets = [...seriesBuckets(days.base, 'day'), ...seriesBuckets(days.window, 'day')];
  const series = { groupBy: 'day' as const, buckets };
  const lineOf = await readLines(connection, { websites, level: 'website', ids: 'all', series, countType });
  const places = new Map(buckets.map(({ date }, place) => [date, place]));
  const known = new Set(websites.map(({ id }) => id));
  return (websiteId) => {
    if (!known.has(websiteId)) return 'unknown';
    const line = lineOf(websiteId, websiteId);
    const ratio = (counts: readonly number[]) =>
      expectedRatio(days, (day) => counts[places.get(day) ?? -1] ?? 0);
    return { views: ratio(line.views), conversions: ratio(line.conversions) };
  };
}
