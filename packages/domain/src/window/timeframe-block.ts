import { dayEndTimestamp, dayStartTimestamp } from '../calendar/timestamps.ts';
import type { Timeframe } from './timeframe.ts';
import type { Window } from './window.ts';

/** Spec section 2.3: the echo of the window in the report envelope. */
export interface TimeframeBlock {
  selected: Timeframe;
  range_start: string;
  range_end: string;
  timezone: 'UTC';
  previous_range_start?: string;
  previous_range_end?: string;
}

/** `previous` only where the report compares with it. */
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
