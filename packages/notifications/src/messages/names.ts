import { plainName } from '@funnel/domain';
import type { DecidedVariant, Named } from './message.ts';

const MAX_NAME = 48;
const MAX_VARIANT_NAME = 40;
const MAX_LETTER = 8;

/** The name of a website in a sentence. */
export function websiteName({ id, name }: Named): string {
  return plainName(name, MAX_NAME) || `Website ${id}`;
}

/** The quoted name of a campaign. */
export function campaignName({ id, name }: Named): string {
  const plain = plainName(name, MAX_NAME);
  return plain === '' ? `Campaign ${id}` : `“${plain}”`;
}

/** The letter of a variant: "variant B". */
export function variantName({ id, letter }: Pick<DecidedVariant, 'id' | 'letter'>): string {
  return `variant ${letterName(letter) || id}`;
}

/** The letter and the name of a variant: "B “Room photo first”". */
export function variantTitle({ id, letter, name }: DecidedVariant): string {
  const plain = plainName(name ?? '', MAX_VARIANT_NAME);
  return `${letterName(letter) || id}${plain === '' ? '' : ` “${plain}”`}`;
}

/** The letter of a variant as a sentence prints it. */
export function letterName(letter: string): string {
  return plainName(letter, MAX_LETTER);
}

/** Starts a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
