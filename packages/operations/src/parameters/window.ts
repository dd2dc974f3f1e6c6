import type { WebsiteFacts } from '@funnel/db';
import {
  COUNT_TYPES,
  type CountType,
  type Grain,
  GRAINS,
  isAbsent,
  MAX_SERIES_POINTS,
  MAX_WEBSITE_SERIES_DAYS,
  parseCustomRange,
  type Period,
  resolvePeriod,
  type SeriesLimits,
  STANDARD_ERROR,
  TIMEFRAMES,
  type TimeframeSelection,
} from '@funnel/domain';
import { z } from 'zod';
import { choice, flag, optionalChoice } from './kinds.ts';
import { field, type Parameter, type RawInput } from './parameter.ts';
import { websiteId } from './shared.ts';

const timeframe = choice('timeframe', TIMEFRAMES, {
  code: 'invalid_timeframe',
  fallback: 'last_30_days',
  description:
    'Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot.',
  hint: 'Whole UTC days; custom (with range_start and range_end) if a date is given.',
});

/** The days of a report. The two dates mean timeframe=custom, unless another timeframe is given. */
export const window: Parameter<TimeframeSelection> = {
  fields: {
    ...timeframe.fields,
    range_start: field(z.string().optional().meta({ format: 'date' }), {
      code: 'invalid_range',
      description: 'First day of a custom timeframe, YYYY-MM-DD, inclusive.',
      hint: 'First day, YYYY-MM-DD',
    }),
    range_end: field(z.string().optional().meta({ format: 'date' }), {
      code: 'invalid_range',
      description: 'Last day of a custom timeframe, YYYY-MM-DD, inclusive.',
      hint: 'Last day, inclusive',
    }),
  },
  parse(raw) {
    const selected = isDated(raw) ? 'custom' : timeframe.parse(raw);
    if (selected !== 'custom') return { timeframe: selected };
    const range = { range_start: dateText(raw, 'range_start'), range_end: dateText(raw, 'range_end') };
    return { timeframe: selected, range: parseCustomRange(range) };
  },
};

const countType = choice('count_type', COUNT_TYPES, {
  code: 'invalid_count_type',
  fallback: 'distinct',
  description: `distinct: unique visitors over the whole window (an estimate with ${percent(STANDARD_ERROR)} % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed.`,
  hint: 'distinct visitors (do not add up) or total events',
});

const previousPeriod = flag('previous_period', {
  code: 'invalid_previous_period',
  description:
    'Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week.',
  hint: 'Adds previous and changes (percent).',
});

/** The parameters that most reports share, in validation order. */
export const windowParameters = {
  website_id: websiteId,
  window,
  count_type: countType,
  previous_period: previousPeriod,
};

/** The bucket of a series, for reports about one campaign, variant, step or element. */
export const subjectGroupBy = groupBy(
  `At most ${MAX_SERIES_POINTS} points.`,
  `Adds a timeseries of at most ${MAX_SERIES_POINTS} points.`,
);

/** The bucket of a series, for the website report, whose window is limited. */
export const websiteGroupBy = groupBy(
  `The window may then cover at most ${MAX_WEBSITE_SERIES_DAYS} days.`,
  `Adds a timeseries; the window may then cover at most ${MAX_WEBSITE_SERIES_DAYS} days.`,
);

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

function groupBy(limitText: string, hint: string) {
  return optionalChoice('group_by', GRAINS, {
    code: 'invalid_group_by',
    codes: ['invalid_group_by', 'range_too_wide'],
    description: `Adds a timeseries with one point per calendar bucket, including empty ones. ${limitText}`,
    hint,
  });
}

/** Whether only the dates say which timeframe is meant. */
function isDated(raw: RawInput): boolean {
  return isAbsent(raw['timeframe']) && !(isAbsent(raw['range_start']) && isAbsent(raw['range_end']));
}

/** A value that is not a single text cannot be a date either, and is rejected as such. */
function dateText(raw: RawInput, name: 'range_start' | 'range_end'): string | undefined {
  const given = raw[name];
  if (isAbsent(given)) return undefined;
  return typeof given === 'string' ? given : 'not a single date';
}

function percent(share: number): string {
  return (share * 100).toFixed(2);
}
