import type { WebsiteFacts } from '@funnel/db';
import { type Bucket, bucketEnd, bucketStart, coverWindow, type Window } from '@funnel/domain';

/**
 * The buckets to read for a window. Outside the recorded days there is nothing, so an end of the window that lies
 * there may move: to the end of the year, where one bucket takes the place of a dozen, or in from the year 9999.
 */
export function recordedCover(
  window: Window,
  { firstDay, lastDay }: Pick<WebsiteFacts, 'firstDay' | 'lastDay'>,
): Bucket[] {
  if (lastDay === undefined || window.start > lastDay || window.end < firstDay) return [];
  return coverWindow({
    start: window.start <= firstDay ? bucketStart(firstDay, 'year') : window.start,
    end: window.end >= lastDay ? bucketEnd(lastDay, 'year') : window.end,
  });
}
