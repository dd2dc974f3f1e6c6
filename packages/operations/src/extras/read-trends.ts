import type { Connection, WebsiteFacts } from '@funnel/db';
import { type CountType, formatDay, trendSeries, type Window } from '@funnel/domain';
import { readLines } from '@funnel/metrics';
import type { Extras } from './extras.ts';

type Trends = NonNullable<Extras['trends']>;

interface Lines {
  websites: readonly WebsiteFacts[];
  window: Window;
  countType: CountType;
}

/** More lines nobody looks at. */
const MAX_LINES = 200;

/** Reads a short line for each campaign of a page, with one statement. Undefined if the window is too long for lines. */
export function readCampaignTrends(
  connection: Connection,
  { website, ids, ...question }: Omit<Lines, 'websites'> & { website: WebsiteFacts; ids: readonly number[] },
): Promise<Trends | undefined> {
  const entries = ids.map((id) => ({ id, websiteId: website.id }));
  return readTrends(connection, { ...question, websites: [website], level: 'campaign', ids, entries });
}

/** The same for websites, those that come first in the list. */
export function readWebsiteTrends(
  connection: Connection,
  { websites, ...question }: Lines,
): Promise<Trends | undefined> {
  const shown = websites.slice(0, MAX_LINES);
  const entries = shown.map(({ id }) => ({ id, websiteId: id }));
  return readTrends(connection, { ...question, websites: shown, level: 'website', ids: 'all', entries });
}

async function readTrends(
  connection: Connection,
  {
    websites,
    window,
    countType,
    level,
    ids,
    entries,
  }: Lines & {
    level: 'website' | 'campaign';
    ids: readonly number[] | 'all';
    entries: readonly { id: number; websiteId: WebsiteFacts['id'] }[];
  },
): Promise<Trends | undefined> {
  const series = trendSeries(window);
  if (!series || entries.length === 0) return undefined;
  const lineOf = await readLines(connection, { websites, level, ids, series, countType });
  const lines = entries.map(({ id, websiteId }) => ({ id, ...lineOf(id, websiteId) }));
  return {
    group_by: series.groupBy,
    start: formatDay(window.start),
    end: formatDay(window.end),
    views: Object.fromEntries(lines.map(({ id, views }) => [id, views])),
    conversions: Object.fromEntries(lines.map(({ id, conversions }) => [id, conversions])),
  };
}
