import { dayEndTimestamp, dayStartTimestamp } from '../calendar/timestamps.ts';
import type { Timeframe } from './timeframe.ts';
import type { Window } from './window.ts';

/** The `timeframe` block of a report: the days that it covers. */
export interface TimeframeBlock {
  selected: Timeframe;
  range_start: string;
  range_end: string;
  timezone: 'UTC';
  previous_range_start?: string;
  previous_range_end?: string;
}

/**
 * Builds the `timeframe` block of a report. Pass `previous` if the report compares with it.
 * @example
 * const block = timeframeBlock('today', { start: 0, end: 0 });
 * assert.equal(block.range_end, '1970-01-01T23:59:59Z');
 */
export function timeframeBlock(selected: Timeframe, window: Window, previous?: Window): TimeframeBlock {
  const block: TimeframeBlock = {
    selected,
    range_start: dayStartTimestamp(window.start),
    range_end: dayEndTimestamp(window.end),
    timezone: 'UTC',
  };
  if (previous === undefined) return block;
  return {
    ...block,
    previous_range_start: dayStartTimestamp(previous.start),
    previous_range_end: dayEndTimestamp(previous.end),
  };
}
