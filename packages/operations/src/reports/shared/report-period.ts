import type { WebsiteFacts } from '@funnel/db';
import {
  type CountType,
  type Grain,
  type Period,
  resolvePeriod,
  type SeriesLimits,
  type TimeframeSelection,
} from '@funnel/domain';

interface PeriodInput {
  window: TimeframeSelection;
  count_type: CountType;
  previous_period: boolean;
  group_by?: Grain | undefined;
}

/** Resolves the parameters about time of a report about one website. */
export function reportPeriod(
  { website, now }: { website: WebsiteFacts; now: Date },
  input: PeriodInput,
  limits?: SeriesLimits,
): Period {
  const request = {
    selection: input.window,
    countType: input.count_type,
    comparePrevious: input.previous_period,
    groupBy: input.group_by,
  };
  return resolvePeriod(request, { facts: website, now, ...(limits && { limits }) });
}
