/** Every returned decimal has two places: it is computed as a whole number of hundredths, never rounded as a float. */

/** Half away from zero; the denominator is not 0. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const dividend = absolute(numerator);
  const divisor = absolute(denominator);
  const quotient = (2n * dividend + divisor) / (2n * divisor);
  return negative ? -quotient : quotient;
}

/** The double nearest to the decimal, which is the one that prints as it. */
export function hundredthsToNumber(hundredths: bigint): number {
  const digits = absolute(hundredths).toString().padStart(3, '0');
  return Number(`${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** The inverse: `toFixed` works on the exact value of the double, so no error creeps in. */
export function numberToHundredths(value: number): bigint {
  if (!(Math.abs(value) < 1e21)) throw new RangeError(`Not a metric value: ${value}`);
  return BigInt(value.toFixed(2).replace('.', ''));
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
