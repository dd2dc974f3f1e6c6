import { numberText, plainName, type Share } from '@funnel/domain';
import type { Named, NamedStep, NamedVariant } from './finding.ts';

const MAX_CAMPAIGN_NAME = 60;
const MAX_VARIANT_NAME = 40;

/** Formats 1234.5 as "1,234.5". */
export const number = numberText;

/** Formats 12.5 as "12.5%". */
export function percent(value: number): string {
  return `${number(value)}%`;
}

/** Formats cents as "EUR 1,234.50". */
export function money(currency: string, cents: bigint): string {
  const decimals = (cents % 100n).toString().padStart(2, '0');
  return `${currency} ${number(cents / 100n)}${decimals === '00' ? '' : `.${decimals}`}`;
}

/** Formats a share as "115 of 812 viewers (14.16%)". */
export function shareText({ count, of, rate }: Share, whom: string): string {
  return `${number(count)} of ${number(of)} ${whom} (${percent(rate)})`;
}

/** The quoted name of a campaign, or its id if the name is empty. */
export function campaignName({ id, name }: Named): string {
  const clean = plainName(name, MAX_CAMPAIGN_NAME);
  return clean === '' ? `Campaign ${id}` : `“${clean}”`;
}

/** The name of a variant: "variant B (“Room photo first”)". */
export function variantName({
  id,
  name,
  variation,
}: Pick<NamedVariant, 'id' | 'name' | 'variation'>): string {
  const clean = plainName(name ?? '', MAX_VARIANT_NAME);
  return `variant ${letterOf({ id, variation })}${clean === '' ? '' : ` (“${clean}”)`}`;
}

/** A step by its place, and its name if it has one: "step 2 “Your size”". */
export function stepText({ name, position }: NamedStep): string {
  const clean = plainName(name ?? '', MAX_VARIANT_NAME);
  return `step ${number(position)}${clean === '' ? '' : ` “${clean}”`}`;
}

/** The letter of a variant, or its id if it has none. */
export function letterOf({ id, variation }: Pick<NamedVariant, 'id' | 'variation'>): string {
  return plainName(variation, MAX_VARIANT_NAME).toUpperCase() || String(id);
}

/** Starts a sentence with the text. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
