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

/** The same of cents: "+1,234.50", "−3". */
export function signedMoney(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  const decimals = size % 100n === 0n ? '' : `.${String(size % 100n).padStart(2, '0')}`;
  const sign = cents < 0n ? '−' : cents > 0n ? '+' : '';
  return `${sign}${numberText(size / 100n)}${decimals}`;
}

/** The difference of two rates in percentage points. */
export function pointsText(now: number, before: number): string {
  return `${signed(roundedPoints(now - before))} points`;
}

/** Points with 2 decimals; never -0. */
export function roundedPoints(points: number): number {
  return Math.round(points * 100) / 100 + 0;
}

/** The letter of a variant, or its id if it has none. */
export function letterOf({ id, variation }: { id: number; variation: string }): string {
  return plainName(variation, MAX_NAME).toUpperCase() || String(id);
}
