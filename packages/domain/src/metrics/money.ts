import { hundredthsToNumber } from './hundredths.ts';

/** At most 2 decimals, as the spec's `revenue` and `aov` are. */
export function moneyToNumber(cents: bigint): number {
  return hundredthsToNumber(cents);
}

/** Reads SQL numeric text ('12', '12.5', '-3.10') without passing through a float. */
export function parseMoneyCents(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new RangeError(`Not an amount with at most 2 decimals: ${text}`);
  const [, sign = '', units = '', decimals = ''] = match;
  const cents = BigInt(units + decimals.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

/** Cents as the text of a PostgreSQL numeric: 1234n is "12.34". */
export function centsToNumeric(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
