import {
  hasPreviousPeriod,
  previousWindow,
  resolveWindow,
  type Timeframe,
  type Window,
} from '@funnel/domain';
import type { WebsiteFacts } from '@funnel/db';

export interface AccountPeriod {
  timeframe: Timeframe;
  window: Window;
  previous: Window | undefined;
}

interface AccountInput {
  timeframe: Timeframe;
  range_start: string | undefined;
  range_end: string | undefined;
}

/** Over several websites: all_time from the earliest first day, insights_week the newest week that any has. */
export function resolveAccountPeriod(
  input: AccountInput,
  websites: readonly WebsiteFacts[],
  now: Date,
): AccountPeriod {
  const weeks = websites.flatMap(({ insightsWeek }) => insightsWeek ?? []);
  const window = resolveWindow(input, {
    now,
    firstDay: Math.min(...websites.map(({ firstDay }) => firstDay)),
    insightsWeek: weeks.length > 0 ? Math.max(...weeks) : undefined,
  });
  const { timeframe } = input;
  return { timeframe, window, previous: hasPreviousPeriod(timeframe) ? previousWindow(window) : undefined };
}
