/** Changes how the text around it is shown. Not those that join letters or emoji. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Replaces characters that are not printed, such as a line end or the sign that turns the direction of writing.
 * @example
 * assert.equal(onlyPrinted('one\ntwo'), 'one two');
 */
export function onlyPrinted(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ');
}

/**
 * @example
 * assert.equal(isPrinted('Désk 👩‍💻'), true);
 * assert.equal(isPrinted('Good \u202eecivres'), false);
 */
export function isPrinted(text: string): boolean {
  return onlyPrinted(text) === text;
}
