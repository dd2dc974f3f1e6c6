import { CAMPAIGN_STATUSES, COUNT_TYPES, customWindow, GRAINS, TIMEFRAMES } from '@funnel/domain';
import { choice, flag, freeText, positiveInteger } from './kinds.ts';
import { isAbsent, type Parameter } from './parameter.ts';

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
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

/** Resolved against the binding before anything else is read; here it is only described. */
export const websiteId: Parameter<undefined> = {
  name: 'website_id',
  schema: {
    type: 'integer',
    minimum: 1,
    description:
      'One of the websites of the token (list_websites). Needed only when the token covers several.',
  },
  isRequired: false,
  parse: () => undefined,
};

export const websiteIds: Parameter<undefined> = {
  name: 'website_ids',
  schema: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    description: 'A subset of the websites of the token; together with website_id their union.',
  },
  isRequired: false,
  parse: () => undefined,
};

export const timeframe = choice({
  name: 'timeframe',
  code: 'invalid_timeframe',
  values: TIMEFRAMES,
  absent: 'last_30_days',
  text: 'Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end; insights_week is the week of the newest insights snapshot, frozen.',
});

export const rangeStart = rangeDay('range_start', 'First day of a custom timeframe, YYYY-MM-DD, inclusive.');
const lastDay = rangeDay('range_end', 'Last day of a custom timeframe, YYYY-MM-DD, inclusive.');
/** The second of the two: with it the range is known, and a fault in it is said before those that follow. */
export const rangeEnd: Parameter<string | undefined> = {
  ...lastDay,
  parse(raw, before) {
    const range_end = lastDay.parse(raw);
    if (before?.['timeframe'] === 'custom')
      customWindow({ range_start: before['range_start'] as string | undefined, range_end });
    return range_end;
  },
};

export const countType = choice({
  name: 'count_type',
  code: 'invalid_count_type',
  values: COUNT_TYPES,
  absent: 'distinct',
  text: 'distinct: unique visitors over the whole window (estimate, 0.81 % standard error, practically exact below some thousands), so sub-periods do not add up. total: raw events. Orders and revenue are always summed.',
});

export const previousPeriod = flag({
  name: 'previous_period',
  code: 'invalid_previous_period',
  text: 'Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week.',
});

export const groupBy = (limit: string) =>
  choice({
    name: 'group_by',
    code: 'invalid_group_by',
    values: GRAINS,
    absent: undefined,
    text: `Adds a timeseries with one point per calendar bucket, zeroes included. ${limit}`,
  });

export const page = positiveInteger({
  name: 'page',
  code: 'invalid_page',
  absent: 1,
  text: 'Page of the list, from 1.',
});

export const perPage = positiveInteger({
  name: 'per_page',
  code: 'invalid_per_page',
  absent: 25,
  maximum: 50,
  text: 'Campaigns a page; above 50 counts as 50.',
});

export const limit = positiveInteger({
  name: 'limit',
  code: 'invalid_limit',
  absent: 25,
  maximum: 50,
  text: 'How many experiments; above 50 counts as 50.',
});

export const sort = choice({
  name: 'sort',
  code: 'invalid_sort',
  values: CAMPAIGN_SORTS,
  absent: 'created_at',
  text: 'Descending; ties by id, highest first; campaigns without a value last.',
});

export const ctaType = freeText({
  name: 'cta_type',
  code: 'invalid_cta_type',
  text: 'Only campaigns of this format: inline, overlay, hook, bar or page.',
});

export const status = choice({
  name: 'status',
  code: 'invalid_status',
  values: CAMPAIGN_STATUSES,
  absent: undefined,
  text: 'Only live or only archived campaigns; both when absent.',
});

/** Only looked at with timeframe=custom; whatever is no text is passed on as one that is no date. */
function rangeDay(name: string, text: string): Parameter<string | undefined> {
  return {
    name,
    schema: { type: 'string', format: 'date', description: text },
    isRequired: false,
    parse(raw) {
      if (isAbsent(raw)) return undefined;
      return typeof raw === 'string' ? raw : 'not one date';
    },
  };
}
