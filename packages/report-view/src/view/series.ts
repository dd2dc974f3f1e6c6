import type { Answer } from './answer.ts';
import { isAboutOne, type Point, type SubjectBody, type Timeseries } from './bodies.ts';
import { daysBetween } from './format.ts';
import { between, changed, type Question } from './question.ts';

/** Points of the window, and of as many days before it. */
export interface Series {
  groupBy: Timeseries['group_by'];
  points: Point[];
  before?: Point[];
}

/** An answer together with what its chart needs. */
export interface WithSeries {
  answer: Answer;
  series?: Series;
}

type Ask = (question: Question) => Promise<Answer>;

const MAX_DAYS_BY_DAY = 92;
const MAX_DAYS_BY_WEEK = 2 * 366;

/**
 * Completes an answer about one thing. An answer has the points of its own window only, and only if they were asked
 * for: the same tool is asked again for what is missing.
 */
export async function withSeries(question: Question, answer: Answer, ask: Ask): Promise<WithSeries> {
  const { body } = answer;
  if (!body || !isAboutOne(body)) return { answer };
  const complete = hasAll(body) ? answer : await asked(question, body, ask);
  const completed = complete?.body;
  if (!complete || !completed || !isAboutOne(completed) || !completed.data.timeseries) return { answer };
  const { group_by: groupBy, points } = completed.data.timeseries;
  const before = await pointsBefore(question, completed, groupBy, ask);
  return { answer: complete, series: { groupBy, points, ...(before && { before }) } };
}

function hasAll({ data, timeframe }: SubjectBody): boolean {
  return data.timeseries !== undefined && timeframe.previous_range_start !== undefined;
}

async function asked(question: Question, body: SubjectBody, ask: Ask): Promise<Answer | undefined> {
  const groupBy = body.data.timeseries?.group_by ?? groupByOf(body);
  if (groupBy === undefined) return undefined;
  return ask(changed(question, { group_by: groupBy, previous_period: true }));
}

/** The website report has a series for 92 days at most. */
function groupByOf({ report, timeframe }: SubjectBody): Timeseries['group_by'] | undefined {
  const days = daysBetween(timeframe.range_start, timeframe.range_end);
  if (days <= MAX_DAYS_BY_DAY) return 'day';
  if (report === 'website') return undefined;
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
}

async function pointsBefore(
  question: Question,
  { timeframe }: SubjectBody,
  groupBy: string,
  ask: Ask,
): Promise<Point[] | undefined> {
  const { previous_range_start: start, previous_range_end: end } = timeframe;
  if (start === undefined || end === undefined) return undefined;
  const earlier = changed(between(question, start, end), { group_by: groupBy, previous_period: undefined });
  const { body } = await ask(earlier);
  return body && isAboutOne(body) ? body.data.timeseries?.points : undefined;
}
