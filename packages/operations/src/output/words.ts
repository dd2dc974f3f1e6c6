import { numberText, plainName } from '@funnel/domain';

const MAX_NAME = 30;

/** The quoted name of a campaign or website, or what to say instead of an empty one. */
export function quoted(name: string, fallback = 'no name'): string {
  const plain = plainName(name, MAX_NAME);
  return plain === '' ? fallback : `“${plain}”`;
}

/** Formats a change with its sign: "+1,234.5", "−3", "0". */
export function signed(value: number | bigint): string {
  if (value < 0) return `−${numberText(-value)}`;
  return `${value > 0 ? '+' : ''}${numberText(value)}`;
}

/** Formats cents: "1,234.50", "3". */
export function moneyText(cents: bigint): string {
  const decimals = cents % 100n === 0n ? '' : `.${String(cents % 100n).padStart(2, '0')}`;
  return `${numberText(cents / 100n)}${decimals}`;
}

/** The same with its sign: "+1,234.50", "−3". */
export function signedMoney(cents: bigint): string {
  if (cents < 0n) return `−${moneyText(-cents)}`;
  return `${cents > 0n ? '+' : ''}${moneyText(cents)}`;
}

/** Points with 2 decimals; never -0. */
export function roundedPoints(points: number): number {
  return Math.round(points * 100) / 100 + 0;
}

/** The letter of a variant, or its id if it has none. */
export function letterOf({ id, variation }: { id: number; variation: string }): string {
  return plainName(variation, MAX_NAME).toUpperCase() || String(id);
}
