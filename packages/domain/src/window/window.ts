import type { Day } from '../calendar/day.ts';

/** Whole UTC days, both ends inclusive; `start` is never after `end`. */
export interface Window {
  start: Day;
  end: Day;
}

export function windowDays(window: Window): number {
  return window.end - window.start + 1;
}

/** The same number of days, ending the day before the window starts. */
export function previousWindow(window: Window): Window {
  return { start: window.start - windowDays(window), end: window.start - 1 };
}
