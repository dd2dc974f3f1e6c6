import type { Answer } from '../answers/answer.ts';
import { isAboutOne, type Point, type SubjectBody, type Timeseries } from '../answers/bodies.ts';
import { daysBetween } from '../texts/format.ts';
import { areAlike, partialOf } from './partial-points.ts';
import { between, changed, type Question } from '../questions/question.ts';
import { quarters, type Range } from './ranges.ts';

/** Points of the window, and of days before it. */
export interface Series {
  groupBy: Timeseries['group_by'];
  points: Point[];
  /** The places of points with fewer days than their name says, or that are not over. */
  partial?: readonly number[];
  /** As many entries as `points`; null for a point without earlier days, or with another number of them. */
  before?: (Point | null)[];
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
    : await whole(question, completed, { complete, isCompared }, ask);
  return { answer: complete, ...(series && { series }) };
}

function groupByOf(days: number): Timeseries['group_by'] {
  if (days <= MAX_DAYS_BY_DAY) return 'day';
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
}

async function whole(
  question: Question,
  { data, timeframe }: SubjectBody,
  { complete, isCompared }: { complete: Answer; isCompared: boolean },
  ask: Ask,
): Promise<Series | undefined> {
  if (!data.timeseries) return undefined;
  const { group_by: groupBy, points } = data.timeseries;
  const window = { start: timeframe.range_start, end: timeframe.range_end };
  const own = { groupBy, points, ...partialIn(points, { groupBy, window }, complete) };
  // The same days as those of the changes above the chart.
  const comparison = isCompared ? complete.extras.comparison : undefined;
  const { base, base_text: label, new_since: since } = comparison ?? {};
  if (!base || since !== undefined) return own;
  const found = (await answerIn(question, base, groupBy, ask))?.points;
  if (!found) return own;
  const before = points.map(({ date }, index) => {
    const earlier = found[index];
    const isFair =
      earlier &&
      areAlike(
        { date, shape: { groupBy, window } },
        { date: earlier.date, shape: { groupBy, window: base } },
      );
    return isFair ? earlier : null;
  });
  return { ...own, before, ...(label !== undefined && { beforeLabel: label }) };
}

/** The months of a long window, asked for by quarters and put together. */
async function inParts(
  question: Question,
  { timeframe }: SubjectBody,
  ask: Ask,
): Promise<Series | undefined> {
  const all = quarters(timeframe.range_start, timeframe.range_end);
  const asked = all.slice(-MAX_QUARTERS);
  const parts: Part[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = await Promise.all(
      asked.slice(from, from + AT_ONCE).map((range) => answerIn(question, range, 'month', ask)),
    );
    for (const part of some) {
      if (!part) return undefined;
      parts.push(part);
    }
  }
  const points = parts.flatMap((part) => part.points);
  const [first, last] = [asked[0], parts.at(-1)];
  const window = { start: first?.start ?? timeframe.range_start, end: timeframe.range_end };
  // The answer itself has no points, so that it says nothing about them.
  const remarks = parts
    .flatMap(({ answer: { notes } }) => notes)
    .filter(({ code }) => code === 'clipped_bucket' || code === 'running_bucket')
    .map(({ text }) => text);
  if (asked.length < all.length)
    remarks.unshift('The chart shows the last three years. Choose other days to see earlier ones.');
  return {
    groupBy: 'month',
    points,
    ...(last && partialIn(points, { groupBy: 'month', window }, last.answer)),
    ...(remarks.length > 0 && { remark: remarks.join(' ') }),
  };
}

interface Part {
  points: Point[];
  answer: Answer;
}

async function answerIn(
  question: Question,
  { start, end }: Range,
  groupBy: string,
  ask: Ask,
): Promise<Part | undefined> {
  const asked = changed(between(question, start, end), { group_by: groupBy, previous_period: undefined });
  const answer = await ask(asked);
  const points = answer.body && isAboutOne(answer.body) ? answer.body.data.timeseries?.points : undefined;
  return points && { points, answer };
}

function partialIn(
  points: readonly Point[],
  shape: { groupBy: Series['groupBy']; window: Range },
  { extras, notes }: Answer,
): Pick<Series, 'partial'> {
  const dates = points.map(({ date }) => date);
  // Some hosts pass notes on, and no extras.
  const isRunning = notes.some(({ code }) => code.startsWith('running_'));
  const today = extras.running_day ?? (isRunning ? shape.window.end.slice(0, 10) : undefined);
  const partial = partialOf(dates, shape, today);
  return partial ? { partial } : {};
}

/** The series of another thing over the same days, as of a variant. */
export async function seriesOf(question: Question, groupBy: string, ask: Ask): Promise<Point[] | undefined> {
  const { body } = await ask(changed(question, { group_by: groupBy }));
  return body && isAboutOne(body) ? body.data.timeseries?.points : undefined;
}
