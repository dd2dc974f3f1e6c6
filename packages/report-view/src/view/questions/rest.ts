import { REPORTS } from '../../generated/reports.ts';
import { type Answer, failed, restAnswer } from '../answers/answer.ts';
import type { Question } from './question.ts';

/** Insights of an earlier week have a path beyond v1. */
const EARLIER_INSIGHTS = '/beyond-v1/website/insights';

/** The path and query of a question, without notes and extras. */
export function restPath({ tool, args }: Question): string | undefined {
  const isEarlier = tool === REPORTS.website_insights.tool && args['week'] !== undefined;
  const path = isEarlier
    ? EARLIER_INSIGHTS
    : Object.values(REPORTS).find((report) => report.tool === tool)?.path;
  if (path === undefined) return undefined;
  const query = new URLSearchParams();
  // All time has nothing before it.
  const left = args['timeframe'] === 'all_time' ? 'previous_period' : '';
  for (const [name, value] of Object.entries(args)) {
    if (name === left) continue;
    if (value === undefined || value === null || (name === 'id' && path.includes('{id}'))) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.size > 0 ? `?${query.toString()}` : '';
  return `${path.replace('{id}', encodeURIComponent(String(args['id'])))}${text}`;
}

/** Sends a request; `fetch`, or one that adds a token. */
type Send = (address: string) => Promise<Response>;

/** Who passes questions on to the REST API: where its paths begin, and how it is asked. */
export interface RestSource {
  base: string;
  send: Send;
}

const UNPROCESSABLE = 422;
const WRONG_QUESTION = 'The days, or another part of this address, are not valid.';

/** Asks who passes questions on to the REST API. */
export async function askRest(
  { base, send }: RestSource,
  question: Question,
): Promise<Answer & { status?: number }> {
  const path = restPath(question);
  if (path === undefined) return failed('This page cannot show that.');
  const response = await send(`${base}${withQuery(path, 'notes=true&extras=true')}`);
  const value: unknown = await response.json().catch(() => undefined);
  if (response.status === 429 || response.status === 503)
    return { ...failed('The service is busy. Try again in a moment.'), status: response.status };
  const answer = { ...restAnswer(response.ok, value), status: response.status };
  if (response.status !== UNPROCESSABLE) return answer;
  return {
    ...failed(WRONG_QUESTION),
    detail: answer.problem ?? '',
    isWrongQuestion: true,
    status: UNPROCESSABLE,
  };
}

export function csvAddress(base: string, question: Question): string | undefined {
  const path = restPath(question);
  return path === undefined ? undefined : `${base}${withQuery(path, 'format=csv')}`;
}

export async function weeksOf({ base, send }: RestSource, websiteId: number): Promise<readonly string[]> {
  const response = await send(`${base}${EARLIER_INSIGHTS}/weeks?website_id=${websiteId}`);
  const { data } = (await response.json()) as { data?: { weeks?: unknown } };
  const weeks = data?.weeks;
  return Array.isArray(weeks) ? weeks.filter((week) => typeof week === 'string') : [];
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
