import { type Connection, readWebsites } from '@funnel/db';
import { type Metrics, type MetricsQuery, readMetrics } from '@funnel/metrics';
import {
  type Counts,
  type CountType,
  type Level,
  type Period,
  trustedWebsiteId,
  type Window,
} from '@funnel/domain';

type Options = Pick<MetricsQuery, 'subjects' | 'metrics'> & {
  websiteIds?: number[];
  window: Window;
  series?: readonly Window[];
  countType?: CountType;
};

/** Reads metrics of a custom period, of website 1 by default. */
export async function read(connection: Connection, options: Options): Promise<Metrics> {
  const { websiteIds = [1], window, series, countType = 'distinct', ...query } = options;
  const websites = await readWebsites(connection, websiteIds.map(trustedWebsiteId));
  return readMetrics(connection, { ...query, websites, period: periodOf(window, series, countType) });
}

/** Reads the counts of one subject in several windows. */
export async function readWindows(
  connection: Connection,
  {
    websiteId,
    level,
    subject,
    windows,
    countType,
  }: {
    websiteId: number;
    level: Level;
    subject: number;
    windows: readonly Window[];
    countType: CountType;
  },
): Promise<Counts[]> {
  const [window] = windows;
  if (!window) return [];
  const subjects = [{ level, ids: [subject], withSeries: true }];
  const options = { websiteIds: [websiteId], window, series: windows, countType, subjects };
  return (await read(connection, options)).series(level, subject) ?? [];
}

function periodOf(window: Window, series: readonly Window[] | undefined, countType: CountType): Period {
  return {
    timeframe: 'custom',
    window,
    previous: undefined,
    series: series && {
      groupBy: 'day',
      buckets: series.map((bucket) => ({ date: bucket.start, window: bucket })),
    },
    countType,
  };
}
