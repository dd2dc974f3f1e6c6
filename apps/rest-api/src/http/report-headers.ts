import { hash } from 'node:crypto';
import type { WebsiteFacts } from '@funnel/db';
import { STANDARD_ERROR } from '@funnel/domain';
import type { AnsweredQuestion, Operation } from '@funnel/operations';

/** Caches may keep a report but must revalidate it before each use. */
const CACHING = { 'Cache-Control': 'private, no-cache' };

/** The headers of a request that decide about its answer. */
export const VARY = 'Authorization, Accept, Accept-Encoding, Prefer';

/** How distinct visitors are counted. */
export const ESTIMATE = `hyperloglog; precision=14; standard-error=${STANDARD_ERROR}`;

/** A valid request for a report. */
interface ReportRequest extends Pick<AnsweredQuestion, 'websites' | 'input' | 'identity'> {
  operation: Operation;
  mediaType: string;
}

/** The headers of a report and of its 304, known before the report is computed. */
export function reportHeaders(request: ReportRequest): Record<string, string> & { ETag: string } {
  return {
    ...CACHING,
    ETag: entityTag(request),
    ...dataRecordedAt(request.websites),
    ...countingMethod(request.operation, request.input),
  };
}

/** Whether `If-None-Match` lists the ETag. `*` needs an existing report, so Express compares it after the report ran. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((given) => opaque(given) === opaque(tag));
}

/** Whether the last point of a series may still grow: its window reaches today or later. */
export function lastBucketHeader(body: unknown, now: Date): Record<string, string> {
  const { data, timeframe } = body as {
    data?: { timeseries?: unknown };
    timeframe?: { range_end: string };
  };
  if (!data?.timeseries || !timeframe) return {};
  const today = now.toISOString().slice(0, 10);
  return { 'Last-Bucket': timeframe.range_end.slice(0, 10) >= today ? 'running' : 'complete' };
}

/** Weak, because the same answer may be compressed or not. */
function entityTag({ mediaType, identity }: ReportRequest): string {
  return `W/"${hash('sha256', `${mediaType}${identity}`, 'base64url')}"`;
}

/** When the newest event was recorded; no header before the first event. */
function dataRecordedAt(websites: readonly WebsiteFacts[]): Record<string, string> {
  const newest = Math.max(...websites.map(({ lastRecordedAt }) => lastRecordedAt?.getTime() ?? 0), 0);
  return newest === 0 ? {} : { 'Data-Recorded-At': new Date(newest).toISOString() };
}

/** The list of websites counts nothing; an insights snapshot holds distinct counts whatever was asked for. */
function countingMethod({ websiteRule }: Operation, input: ReportRequest['input']): Record<string, string> {
  if (websiteRule === 'all') return {};
  const { timeframe } = (input['window'] ?? {}) as { timeframe?: string };
  const isExact = input['count_type'] === 'total' && timeframe !== 'insights_week';
  return { 'Counting-Method': isExact ? 'exact' : ESTIMATE };
}
