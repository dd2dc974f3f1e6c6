import { divideRounded, hundredthsToNumber, numberToHundredths } from './hundredths.ts';
import type { MetricName } from './metrics.ts';

/** A change for every metric of the block it was made from. */
export type Changes<Name extends MetricName> = Record<Name, number | null>;

/**
 * Percent change with 2 decimals, from the values as returned, so that a reader can check it;
 * null where the previous value is 0, never an invented +100 %.
 */
export function change(current: number, previous: number): number | null {
  const before = numberToHundredths(previous);
  if (before === 0n) return null;
  const difference = numberToHundredths(current) - before;
  return hundredthsToNumber(divideRounded(difference * 10_000n, before));
}

/** Two blocks of the same metrics, with or without submissions. */
export function changesOf<Name extends MetricName>(
  current: Record<Name, number>,
  previous: Record<Name, number>,
): Changes<Name> {
  const changes: Changes<Name> = { ...current };
  for (const name in current) changes[name] = change(current[name], previous[name]);
  return changes;
}
