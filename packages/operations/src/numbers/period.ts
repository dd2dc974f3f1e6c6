import {
  type CountType,
  type Grain,
  hasPreviousPeriod,
  assertSeriesFits,
  previousWindow,
  resolveWindow,
  type SeriesBucket,
  seriesBuckets,
  type Timeframe,
  type Window,
} from '@funnel/domain';
import type { WebsiteFacts } from '@funnel/db';

/** What a report is asked about: one window, perhaps the one before, perhaps a series. */
export interface Period {
  timeframe: Timeframe;
  window: Window;
  previous: Window | undefined;
  series: { groupBy: Grain; buckets: SeriesBucket[] } | undefined;
  countType: CountType;
  /** The days that hold anything. */
  recorded: Pick<WebsiteFacts, 'firstDay' | 'lastDay'>;
}

export interface PeriodInput {
  timeframe: Timeframe;
  range_start: string | undefined;
  range_end: string | undefined;
  count_type: CountType;
  previous_period: boolean;
  group_by?: Grain | undefined;
}

const MAX_POINTS = 400;

export function resolvePeriod(
  input: PeriodInput,
  { website, now, maxWindowDays }: { website: WebsiteFacts; now: Date; maxWindowDays?: number },
): Period {
  const { timeframe, group_by: groupBy } = input;
  const window = resolveWindow(input, {
    now,
    firstDay: website.firstDay,
    insightsWeek: website.insightsWeek,
  });
  if (groupBy) assertSeriesFits(window, groupBy, { maxWindowDays, maxPoints: MAX_POINTS });
  return {
    timeframe,
    window,
    previous: input.previous_period && hasPreviousPeriod(timeframe) ? previousWindow(window) : undefined,
    series: groupBy && { groupBy, buckets: seriesBuckets(window, groupBy) },
    recorded: website,
    // The snapshot stores distinct counts only.
    countType: timeframe === 'insights_week' ? 'distinct' : input.count_type,
  };
}
