import type { Spread } from '../measure/statistics.ts';

/** A limit that a row must keep. */
export interface Target {
  atLeast?: number;
  atMost?: number;
}

/** One line of the table. */
export interface Row {
  /** What is measured, in a few words. */
  what: string;
  /** Against what; empty for an absolute figure. */
  against: string;
  unit: 'times' | 'ms' | '%' | 'MB' | 'requests' | 'events/s';
  /** Missing for information only. */
  target?: Target;
  /** Null if there was nothing to measure, such as refusals when none was refused. */
  measured: Spread | null;
  /** The figures behind it. */
  detail: string;
}

/** Whether a row keeps its target; undefined for information only. A row without a measurement keeps it. */
export function isKept({ target, measured }: Row): boolean | undefined {
  if (!target) return undefined;
  if (!measured) return true;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  return measured.median >= atLeast && measured.median <= atMost;
}

/** A figure that was measured once. */
export function single(value: number): Spread {
  return { median: value, low: value, high: value };
}
