import { numberText, type Share } from '@funnel/domain';
import { percentText } from './formats.ts';

/** Formats a change with its sign: "+1,234.5", "−3", "0". */
export function signed(value: number | bigint): string {
  if (value < 0) return `−${numberText(-value)}`;
  return `${value > 0 ? '+' : ''}${numberText(value)}`;
}

/**
 * Formats a count with its noun: "1 order", "26 orders".
 * @example
 * assert.equal(countText(1_026, 'order'), '1,026 orders');
 */
export function countText(
  count: number,
  noun: string,
  write: (value: number) => string = numberText,
): string {
  return `${write(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Formats cents: "1,234.50", "3"; with a currency "3 EUR". */
export function moneyText(cents: bigint, currency = ''): string {
  const decimals = cents % 100n === 0n ? '' : `.${String(cents % 100n).padStart(2, '0')}`;
  return `${numberText(cents / 100n)}${decimals} ${currency}`.trimEnd();
}

/** The same with its sign: "+1,234.50", "−3". */
export function signedMoney(cents: bigint): string {
  if (cents < 0n) return `−${moneyText(-cents)}`;
  return `${cents > 0n ? '+' : ''}${moneyText(cents)}`;
}

/** Formats hundredths of a point with their sign: "−1.2". */
export function signedPoints(hundredths: number): string {
  return signed(hundredths / 100);
}

/** Formats a share as "115 of 812 viewers (14.16 %)". */
export function shareText({ count, of, rate }: Share, whom: string): string {
  return `${numberText(count)} of ${numberText(of)} ${whom} (${percentText(rate)})`;
}

/** Whether a change is more than chance, in words. */
export function chanceText(isBeyondChance: boolean): string {
  return isBeyondChance ? 'beyond chance' : 'could be chance';
}

const NUMBER = /(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?/g;

/**
 * The numbers of a text in a normal form, to check a text that a language model has phrased against its finding.
 * @example
 * assert.deepEqual(numbersOf('1,234.50 of 007'), ['1234.5', '7']);
 */
export function numbersOf(text: string): string[] {
  return (text.normalize('NFKC').match(NUMBER) ?? []).map(normalized);
}

/** Without separators, leading and trailing zeros. */
function normalized(digits: string): string {
  const [whole = '', decimals = ''] = digits.replaceAll(',', '').split('.');
  const [units, rest] = [whole.replace(/^0+(?=\d)/, ''), decimals.replace(/0+$/, '')];
  return rest === '' ? units : `${units}.${rest}`;
}
