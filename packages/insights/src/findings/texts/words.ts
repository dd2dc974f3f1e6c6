import type { Named, NamedVariant } from '../finding.ts';
import type { Share } from '../statistics/share.ts';

const MAX_CAMPAIGN_NAME = 60;
const MAX_VARIANT_NAME = 40;

/** 1234.5 as "1,234.5", whatever the locale of the machine. */
export function number(value: number | bigint): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

export function percent(value: number): string {
  return `${number(value)} %`;
}

export function money(currency: string, cents: bigint): string {
  const decimals = (cents % 100n).toString().padStart(2, '0');
  return `${currency} ${number(cents / 100n)}${decimals === '00' ? '' : `.${decimals}`}`;
}

/** "115 of 812 viewers (14.16 %)" */
export function shareOfAll({ count, of, rate }: Share, whom: string): string {
  return `${number(count)} of ${number(of)} ${whom} (${percent(rate)})`;
}

export function campaignName({ id, name }: Named): string {
  const clean = cleaned(name, MAX_CAMPAIGN_NAME);
  return clean === '' ? `Campaign ${id}` : `“${clean}”`;
}

/** "variant B (“Room photo first”)" */
export function variantName({
  id,
  name,
  variation,
}: Pick<NamedVariant, 'id' | 'name' | 'variation'>): string {
  const clean = cleaned(name ?? '', MAX_VARIANT_NAME);
  return `variant ${letterOf({ id, variation })}${clean === '' ? '' : ` (“${clean}”)`}`;
}

export function letterOf({ id, variation }: Pick<NamedVariant, 'id' | 'variation'>): string {
  return cleaned(variation, MAX_VARIANT_NAME).toUpperCase() || String(id);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Control and format characters; the joiner stays, without which an emoji falls to pieces. */
const UNPRINTABLE = /(?:[\p{Cc}\p{Zl}\p{Zp}\s]|(?!\u200d)\p{Cf})+/gu;

/** Names are anybody's text: one line, no control characters, no quotes that would end ours. */
function cleaned(name: string, maxLength: number): string {
  const line = name.toWellFormed().replace(UNPRINTABLE, ' ').replace(/[“”]/g, "'").trim();
  const characters = Array.from(line);
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}
