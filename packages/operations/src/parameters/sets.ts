import { countType, groupBy, previousPeriod, rangeEnd, rangeStart, timeframe, websiteId } from './shared.ts';

/** Spec 4.1, in its order: the first fault in it is the one that is said. */
export const windowParameters = {
  website_id: websiteId,
  timeframe,
  range_start: rangeStart,
  range_end: rangeEnd,
  count_type: countType,
  previous_period: previousPeriod,
};

export const subjectGroupBy = groupBy('At most 400 points.');
export const websiteGroupBy = groupBy('The window may then cover at most 92 days.');
