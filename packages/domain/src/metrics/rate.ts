import { divideRounded, hundredthsToNumber } from './hundredths.ts';

/** Percent with 2 decimals; 0 where there is nothing to divide by. Above 100 is legal. */
export function rate(numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  const doubled = 20_000 * numerator + denominator;
  // Whole numbers below 2^53 divide and round down exactly as doubles, five times as fast as bigints.
  if (doubled <= Number.MAX_SAFE_INTEGER) return Math.floor(doubled / (2 * denominator)) / 100;
  return hundredthsToNumber(divideRounded(BigInt(numerator) * 10_000n, BigInt(denominator)));
}

/** The strings of `/cta`: "12.5%", without trailing zeros; "0%" without views. */
export function percentText(numerator: number, denominator: number): string {
  return `${rate(numerator, denominator)}%`;
}

/** Average order value with 2 decimals; 0 without orders. */
export function aov(revenueCents: bigint, orders: number): number {
  if (orders === 0) return 0;
  return hundredthsToNumber(divideRounded(revenueCents, BigInt(orders)));
}
