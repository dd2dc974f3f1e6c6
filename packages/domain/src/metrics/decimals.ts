/** Every returned decimal has two places. It is computed as a whole number of hundredths, never rounded as a float. */

/**
 * Divides and rounds to a whole number, halves away from zero. The denominator must not be 0.
 * @example
 * assert.equal(divideRounded(5n, 2n), 3n);
 * assert.equal(divideRounded(-5n, 2n), -3n);
 */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const dividend = absolute(numerator);
  const divisor = absolute(denominator);
  const quotient = (2n * dividend + divisor) / (2n * divisor);
  return negative ? -quotient : quotient;
}

/** Converts hundredths to the nearest double, which prints with at most 2 decimals. */
export function hundredthsToNumber(hundredths: bigint): number {
  return Number(centsToNumeric(hundredths));
}

/** The inverse of `hundredthsToNumber`: `toFixed` uses the exact value of the double, so nothing is lost. */
export function numberToHundredths(value: number): bigint {
  if (!(Math.abs(value) < 1e21)) throw new RangeError(`Not a metric value: ${value}`);
  return BigInt(value.toFixed(2).replace('.', ''));
}

/**
 * Converts cents to an amount with at most 2 decimals.
 * @example
 * assert.equal(moneyToNumber(1_250n), 12.5);
 */
export function moneyToNumber(cents: bigint): number {
  return hundredthsToNumber(cents);
}

/**
 * Parses the text of a PostgreSQL numeric ('12', '12.5', '-3.10') into cents, without passing through a float.
 * @example
 * assert.equal(parseMoneyCents('12.5'), 1_250n);
 * assert.throws(() => parseMoneyCents('12.345'), RangeError);
 */
export function parseMoneyCents(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new RangeError(`Not an amount with at most 2 decimals: ${text}`);
  const [, sign = '', units = '', decimals = ''] = match;
  const cents = BigInt(units + decimals.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

/**
 * @example
 * assert.equal(centsToNumeric(1_234n), '12.34');
 */
export function centsToNumeric(cents: bigint): string {
  const digits = absolute(cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
