import { type Day, parseDay } from '../calendar/day.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Window } from './window.ts';

export interface CustomRange {
  range_start?: string | undefined;
  range_end?: string | undefined;
}

/**
 * Reads the dates of a custom timeframe. A reversed range is rejected, never swapped: the caller meant something else.
 * @example
 * const { start, end } = parseCustomRange({ range_start: '2026-11-01', range_end: '2026-11-14' });
 * assert.equal(end - start + 1, 14);
 */
export function parseCustomRange(range: CustomRange): Window {
  const start = dateOf(range, 'range_start');
  const end = dateOf(range, 'range_end');
  if (start > end) {
    throw invalidRange(
      `range_start ${range.range_start} is after range_end ${range.range_end}; the earlier date comes first.`,
      'range_start',
    );
  }
  return { start, end };
}

function dateOf(range: CustomRange, parameter: keyof CustomRange): Day {
  const text = range[parameter];
  if (text === undefined || text === '') {
    throw invalidRange(`${parameter} is required for a custom range; write it as YYYY-MM-DD.`, parameter);
  }
  const day = parseDay(text);
  if (day === undefined) {
    throw invalidRange(
      `${parameter} must be an existing date written as YYYY-MM-DD, from 1970-01-01 to 9999-12-31.`,
      parameter,
    );
  }
  return day;
}

function invalidRange(detail: string, parameter: keyof CustomRange): ServiceError {
  return new ServiceError('invalid_range', detail, { parameter });
}
