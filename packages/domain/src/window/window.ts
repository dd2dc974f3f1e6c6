import type { Day } from '../calendar/day.ts';

/** Whole UTC days, both ends inclusive; `start` is never after `end`. */
export interface Window {
  start: Day;
  end: Day;
}

export function windowDays(window: Window): number {
  return window.end - window.start + 1;
}

/**
 * Returns the window of the same length that ends the day before this one starts.
 * @example
 * assert.deepEqual(previousWindow({ start: 100, end: 106 }), { start: 93, end: 99 });
 */
export function previousWindow(window: Window): Window {
  return { start: window.start - windowDays(window), end: window.start - 1 };
}
