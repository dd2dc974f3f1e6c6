import {
  CAMPAIGN_STATUSES,
  COUNT_TYPES,
  GRAINS,
  isAbsent,
  MAX_SERIES_POINTS,
  MAX_WEBSITE_SERIES_DAYS,
  parseCustomRange,
  STANDARD_ERROR,
  TIMEFRAMES,
  type TimeframeSelection,
} from '@funnel/domain';
import { z } from 'zod';
import { choice, flag, freeText, optionalChoice, positiveInteger } from './kinds.ts';
import { field, type Parameter, type RawInput } from './parameter.ts';

const CAMPAIGN_SORTS = [
  'created_at',
  'published_at',
  'views',
  'conversions',
  'completions',
  'conversion_rate',
  'completion_rate',
  'revenue',
  'aov',
] as const;

/** What the list of campaigns can be sorted by. */
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

/** Resolved against the token's websites before anything else is parsed; here it is only described. */
export const websiteId: Parameter<undefined> = {
  fields: {
    website_id: field(z.int().min(1).optional(), {
      code: 'invalid_website_id',
      description: 'One of the websites of the token (list_websites). Required if the token covers several.',
      hint: 'Required if the token covers several websites.',
    }),
  },
  parse: () => undefined,
};

/** The same for a report about several websites, which never requires it. */
export const oneOfWebsites: Parameter<undefined> = {
  fields: {
    website_id: field(z.int().min(1).optional(), {
      code: 'invalid_website_id',
      description: 'Only this website of the token (list_websites). All of them by default.',
      hint: 'Only this website; all by default.',
    }),
  },
  parse: () => undefined,
};

/** Resolved together with website_id; here it is only described. */
export const websiteIds: Parameter<undefined> = {
  fields: {
    website_ids: field(z.array(z.int().min(1)).optional(), {
      code: 'invalid_website_id',
      description: 'A subset of the websites of the token. Together with website_id: the union of both.',
      hint: 'A subset; all by default.',
    }),
  },
  parse: () => undefined,
};

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

/** Whether visitors or events are counted. */
const countType = choice('count_type', COUNT_TYPES, {
  code: 'invalid_count_type',
  fallback: 'distinct',
  description: `distinct: unique visitors over the whole window (an estimate with ${percent(STANDARD_ERROR)} % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed.`,
  hint: 'distinct visitors (do not add up) or total events',
});

/** Whether to compare with the previous period. */
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

/** The page of a list. */
export const page = positiveInteger('page', {
  code: 'invalid_page',
  fallback: 1,
  description: 'Page of the list, from 1.',
});

/** The length of a page of campaigns. */
export const perPage = positiveInteger('per_page', {
  code: 'invalid_per_page',
  fallback: 25,
  maximum: 50,
  description: 'Campaigns per page; values above 50 are treated as 50.',
  hint: 'At most 50',
});

/** The length of the list of experiments. */
export const limit = positiveInteger('limit', {
  code: 'invalid_limit',
  fallback: 25,
  maximum: 50,
  description: 'How many experiments to return; values above 50 are treated as 50.',
  hint: 'At most 50',
});

/** The order of the list of campaigns. */
export const sort = choice('sort', CAMPAIGN_SORTS, {
  code: 'invalid_sort',
  fallback: 'created_at',
  description: 'Descending; ties by id, highest first; campaigns without a value last.',
  hint: 'Descending',
});

/** The format of the campaigns to list. */
export const ctaType = freeText('cta_type', {
  code: 'invalid_cta_type',
  description: 'Only campaigns of this format: inline, overlay, hook, bar or page.',
  hint: 'inline, overlay, hook, bar or page',
});

/** The status of the campaigns to list. */
export const status = optionalChoice('status', CAMPAIGN_STATUSES, {
  code: 'invalid_status',
  description: 'Only live or only archived campaigns; both by default.',
  hint: 'Both by default',
});

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
