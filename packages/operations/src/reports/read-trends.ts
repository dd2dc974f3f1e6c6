import type { Connection, WebsiteFacts } from '@funnel/db';
import { type CountType, formatDay, trendSeries, type Window } from '@funnel/domain';
import { readMetrics } from '@funnel/metrics';
import type { Extras } from '../extras/extras.ts';

type Trends = NonNullable<Extras['trends']>;

interface Question {
  websites: readonly WebsiteFacts[];
  window: Window;
  countType: CountType;
}

/** More lines nobody looks at. */
const MAX_LINES = 200;

/** Reads a short line for each campaign of a page, with one statement. Undefined if the window is too long for lines. */
export function readCampaignTrends(
  connection: Connection,
  {
    website,
    ids,
    ...question
  }: Omit<Question, 'websites'> & { website: WebsiteFacts; ids: readonly number[] },
): Promise<Trends | undefined> {
  const lines = ids.map((id) => ({ id, websiteId: website.id }));
  return readLines(connection, { ...question, websites: [website], level: 'campaign', ids, lines });
}

/** The same for websites, those that come first in the list. */
export function readWebsiteTrends(
  connection: Connection,
  { websites, ...question }: Question,
): Promise<Trends | undefined> {
  const shown = websites.slice(0, MAX_LINES);
  const lines = shown.map(({ id }) => ({ id, websiteId: id }));
  return readLines(connection, { ...question, websites: shown, level: 'website', ids: 'all', lines });
}

async function readLines(
  connection: Connection,
  {
    websites,
    window,
    countType,
    level,
    ids,
    lines,
  }: Question & {
    level: 'website' | 'campaign';
    ids: readonly number[] | 'all';
    lines: readonly { id: number; websiteId: WebsiteFacts['id'] }[];
  },
): Promise<Trends | undefined> {
  const series = trendSeries(window);
  if (!series || lines.length === 0) return undefined;
  const metrics = await readMetrics(connection, {
    websites,
    // Only the points are wanted; the window is one day of them.
    period: {
      timeframe: 'custom',
      window: { start: window.end, end: window.end },
      previous: undefined,
      series,
      countType,
    },
    subjects: [{ level, ids, withSeries: true }],
    metrics: ['views', 'conversions'],
  });
  const linesOf = (metric: 'views' | 'conversions') =>
    Object.fromEntries(
      lines.map(({ id, websiteId }) => [
        id,
        metrics.series(level, id, websiteId)?.map((counts) => counts[metric]) ?? [],
      ]),
    );
  return {
    group_by: series.groupBy,
    start: formatDay(window.start),
    end: formatDay(window.end),
    views: linesOf('views'),
    conversions: linesOf('conversions'),
  };
}
