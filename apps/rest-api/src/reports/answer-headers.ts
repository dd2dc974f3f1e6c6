import type { WebsiteFacts } from '@funnel/db';
import type { Report } from '@funnel/operations';

/** Of every answer and of its 304: the caller may keep it, and asks again each time. */
export const CACHING = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Accept, Accept-Encoding',
};

const ESTIMATE = 'hyperloglog; precision=14; standard-error=0.0081';

/** When the newest event was recorded; nothing before the first. */
export function dataAge(websites: readonly WebsiteFacts[]): Record<string, string> {
  const newest = Math.max(...websites.map(({ lastRecordedAt }) => lastRecordedAt?.getTime() ?? 0), 0);
  return newest === 0 ? {} : { 'Data-Recorded-At': new Date(newest).toISOString() };
}

/** The list of websites counts nothing; a snapshot holds distinct counts whatever was asked. */
export function countingMethod(
  { websiteRule }: Report,
  { count_type: countType, timeframe }: Readonly<Record<string, unknown>>,
): Record<string, string> {
  if (websiteRule === 'all') return {};
  const isExact = countType === 'total' && timeframe !== 'insights_week';
  return { 'Counting-Method': isExact ? 'exact' : ESTIMATE };
}

/** Whether the last point of a series may still grow: its window reaches to today or beyond. */
export function lastBucket(body: unknown, now: Date): Record<string, string> {
  const { data, timeframe } = body as {
    data?: { timeseries?: unknown };
    timeframe?: { range_end: string };
  };
  if (!data?.timeseries || !timeframe) return {};
  const today = now.toISOString().slice(0, 10);
  return { 'Last-Bucket': timeframe.range_end.slice(0, 10) >= today ? 'running' : 'complete' };
}
