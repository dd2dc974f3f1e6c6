import type { WebsiteFacts } from '@funnel/db';
import { STANDARD_ERROR } from '@funnel/domain';
import { type AnsweredQuestion, answerTag, type Operation } from '@funnel/operations';

/** Caches may keep a report but must revalidate it before each use. */
const CACHING = { 'Cache-Control': 'private, no-cache' };

/** The headers of a request that decide about its answer. */
export const VARY = 'Authorization, Accept, Accept-Encoding, Prefer';

/** How distinct visitors are counted. */
export const ESTIMATE = `hyperloglog; precision=14; standard-error=${STANDARD_ERROR}`;

const ENTITY_TAG = /^(?:W\/)?"([^"]*)"$/;

interface ReportRequest extends Pick<AnsweredQuestion, 'websites' | 'input' | 'identity'> {
  operation: Operation;
  /** The one that was asked for: an answer without rows stays JSON. */
  mediaType: string;
}

/** The headers of a report and of its 304. */
export function reportHeaders(request: ReportRequest): Record<string, string> {
  return {
    ...CACHING,
    ETag: entityTag(request),
    ...dataRecordedAt(request.websites),
    ...countingMethod(request.operation, request.input),
  };
}

/** The answers that `If-None-Match` lists. `*` needs an existing report, so Express compares it after the report ran. */
export function knownTags(ifNoneMatch: string): string[] {
  return ifNoneMatch.split(',').flatMap((given) => ENTITY_TAG.exec(given.trim())?.[1] ?? []);
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
  return `W/"${answerTag(identity, mediaType)}"`;
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
