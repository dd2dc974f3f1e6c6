import { numberText, plainName } from '@funnel/domain';

/** A note has little room. */
const MAX_SHORT_NAME = 30;
const MAX_NAME = 60;
const MAX_WEBSITE_NAME = 48;

/**
 * A name in quotes, short enough for a note, or what to say instead of an empty one.
 * @example
 * assert.equal(quoted('Spring sale'), '“Spring sale”');
 */
export function quoted(name: string, fallback = 'no name', maxLength = MAX_SHORT_NAME): string {
  const plain = plainName(name, maxLength);
  return plain === '' ? fallback : `“${plain}”`;
}

/**
 * @example
 * assert.equal(campaignName({ id: 7, name: '' }), 'Campaign 7');
 */
export function campaignName({ id, name }: { id: number; name: string }): string {
  return quoted(name, `Campaign ${id}`, MAX_NAME);
}

/**
 * The name of a website in a sentence.
 * @example
 * assert.equal(websiteName({ id: 1, name: 'oak.example' }), 'oak.example');
 */
export function websiteName({ id, name }: { id: number; name: string }): string {
  return plainName(name, MAX_WEBSITE_NAME) || `Website ${id}`;
}

/**
 * The letter of a variant, or its id if it has none.
 * @example
 * assert.equal(letterOf({ id: 1012, variation: 'b' }), 'B');
 */
export function letterOf({ id, variation }: { id: number; variation: string }): string {
  return plainLetter(variation).toUpperCase() || String(id);
}

/** The letter of a variant as sentences print it. */
export function plainLetter(letter: string): string {
  return plainName(letter, MAX_SHORT_NAME);
}

/**
 * The letter of a variant, and its name if it has one: "B “Room photo first”".
 * @example
 * assert.equal(variantTitle({ letter: 'B', name: 'Room photo first' }), 'B “Room photo first”');
 */
export function variantTitle({ letter, name }: { letter: string; name?: string | null | undefined }): string {
  return withName(letter, name);
}

/** A step by its place, and its name if it has one: "step 2 “Your size”". */
export function stepText({ position, name }: { position: number; name: string | null }): string {
  return withName(`step ${numberText(position)}`, name);
}

/** What people call something by, with its name if it has one. */
export function withName(text: string, name: string | null | undefined): string {
  return `${text} ${quoted(name ?? '', '')}`.trimEnd();
}

/**
 * @example
 * assert.equal(capitalized('all quiet'), 'All quiet');
 */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A list as people say it; of a long one the first, and how many more.
 * @example
 * assert.equal(listText(['A', 'B', 'C']), 'A, B and C');
 * assert.equal(listText(['A', 'B', 'C', 'D'], { most: 2 }), 'A, B and 2 more');
 */
export function listText(
  all: readonly string[],
  { word = 'and', most = Number.POSITIVE_INFINITY }: { word?: 'and' | 'or'; most?: number } = {},
): string {
  if (all.length > most) return `${all.slice(0, most).join(', ')} and ${all.length - most} more`;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1)}`;
}
