/** Independent of the machine's locale. */
const FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/**
 * Formats a number for people, with at most two decimals.
 * @example
 * assert.equal(numberText(1_234.5), '1,234.5');
 */
export function numberText(value: number | bigint): string {
  return FORMAT.format(value);
}
