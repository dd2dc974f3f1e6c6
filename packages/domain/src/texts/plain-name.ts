/** Control and format characters, except the joiner, which holds emoji together. */
const UNPRINTABLE = /(?:[\p{Cc}\p{Zl}\p{Zp}\s]|(?!\u200d)\p{Cf})+/gu;

/**
 * Makes a name part of a sentence. Names are free text: this makes them one line, without control characters or quotes
 * that would end ours, and cuts long ones.
 * @example
 * assert.equal(plainName('Spring\n“sale”', 60), "Spring 'sale'");
 * assert.equal(plainName('A very long name', 8), 'A very…');
 */
export function plainName(name: string, maxLength: number): string {
  const line = name.toWellFormed().replace(UNPRINTABLE, ' ').replace(/[“”]/g, "'").trim();
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const shortened = characters.slice(0, maxLength - 1).join('');
  return `${shortened.trimEnd()}…`;
}
