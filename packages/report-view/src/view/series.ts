import type { Answer } from './answer.ts';
import { isAboutOne, type Point, type SubjectBody, type Timeseries } from './bodies.ts';
import type { Comparison } from './extras.ts';
import { daysBetween } from './format.ts';
import { between, changed, type Question } from './question.ts';
import { quarters, type Range } from './ranges.ts';

/** Points of the window, and of days before it. */
export interface Series {
  groupBy: Timeseries['group_by'];
  points: Point[];
  /** As many entries as `points`; null for a point without an earlier day. */
  before?: (Point | null)[];
  /** Which days `before` are. */
  beforeLabel?: string;
  /** What must be known about the chart. */
  remark?: string;
}

/** An answer together with what its chart needs. */
export interface WithSeries {
  answer: Answer;
  series?: Series;
}

type Ask = (question: Question) => Promise<Answer>;

const MAX_DAYS_BY_DAY = 92;
const MAX_DAYS_BY_WEEK = 2 * 366;
/** Of a website, whose series has 92 days at most: three years are twelve questions. */
const MAX_QUARTERS = 12;
const AT_ONCE = 4;

/**
 * Completes an answer about one thing. An answer has the points of its own window only, and only if they were asked
 * for: the same tool is asked again for what is missing.
 */
export async function withSeries(question: Question, answer: Answer, ask: Ask): Promise<WithSeries> {
  const { body } = answer;
  if (!body || !isAboutOne(body)) return { answer };
  // All time has nothing before it.
  const isCompared = question.args['previous_period'] !== false && body.timeframe.selected !== 'all_time';
  const days = daysBetween(body.timeframe.range_start, body.timeframe.range_end);
  const isInParts = body.report === 'website' && days > MAX_DAYS_BY_DAY && !body.data.timeseries;
  const asked = changed(question, {
    ...(isCompared && { previous_period: true }),
    ...(!isInParts && { group_by: body.data.timeseries?.group_by ?? groupByOf(days) }),
  });
  const isComplete =
    (isInParts || body.data.timeseries !== undefined) &&
    (!isCompared || body.timeframe.previous_range_start !== undefined);
  const complete = isComplete ? answer : await ask(asked);
  const completed = complete.body;
  if (!completed || !isAboutOne(completed)) return { answer };
  const series = isInParts
    ? await inParts(question, completed, ask)
    : await whole(question, completed, isCompared ? complete.extras.comparison : undefined, ask);
  return { answer: complete, ...(series && { series }) };
}

function groupByOf(days: number): Timeseries['group_by'] {
  if (days <= MAX_DAYS_BY_DAY) return 'day';
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
}

async function whole(
  question: Question,
  { data }: SubjectBody,
  comparison: Comparison | undefined,
  ask: Ask,
): Promise<Series | undefined> {
  if (!data.timeseries) return undefined;
  const { group_by: groupBy, points } = data.timeseries;
  // The same days as those of the changes above the chart.
  const { base, base_text: label } = comparison ?? {};
  if (!base) return { groupBy, points };
  const found = await pointsIn(question, base, groupBy, ask);
  if (!found) return { groupBy, points };
  return {
    groupBy,
    points,
    before: points.map((_point, index) => found[index] ?? null),
    ...(label !== undefined && { beforeLabel: label }),
  };
}

/** The months of a long window, asked for by quarters and put together. */
async function inParts(
  question: Question,
  { timeframe }: SubjectBody,
  ask: Ask,
): Promise<Series | undefined> {
  const all = quarters(timeframe.range_start, timeframe.range_end);
  const asked = all.slice(-MAX_QUARTERS);
  const points: Point[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = await Promise.all(
      asked.slice(from, from + AT_ONCE).map((range) => pointsIn(question, range, 'month', ask)),
    );
    for (const part of some) {
      if (!part) return undefined;
      points.push(...part);
    }
  }
  const isCut = asked.length < all.length;
  return {
    groupBy: 'month',
    points,
    ...(isCut && { remark: 'The chart shows the last three years. Choose other days to see earlier ones.' }),
  };
}

async function pointsIn(
  question: Question,
  { start, end }: Range,
  groupBy: string,
  ask: Ask,
): Promise<Point[] | undefined> {
  const asked = changed(between(question, start, end), { group_by: groupBy, previous_period: undefined });
  const { body } = await ask(asked);
  return body && isAboutOne(body) ? body.data.timeseries?.points : undefined;
}

/** The series of another thing over the same days, as of a variant. */
export async function seriesOf(question: Question, groupBy: string, ask: Ask): Promise<Point[] | undefined> {
  const { body } = await ask(changed(question, { group_by: groupBy }));
  return body && isAboutOne(body) ? body.data.timeseries?.points : undefined;
}
