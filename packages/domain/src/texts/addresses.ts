const EMAIL = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;
const PHONE = /^\+?\d{7,15}$/;

/** The longest e-mail address (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Whether a text has the form of an e-mail address.
 * @example
 * assert.equal(isEmail('ann@example.com'), true);
 * assert.equal(isEmail('Ann <ann@example.com>'), false);
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

/**
 * A phone without spaces, dots, dashes and brackets, with + instead of a leading 00. Undefined if it is not one.
 * @example
 * assert.equal(plainPhone('0047 123-45 678'), '+4712345678');
 * assert.equal(plainPhone('12'), undefined);
 */
export function plainPhone(text: string): string | undefined {
  const phone = text.replaceAll(/[\s.()[\]/-]/g, '').replace(/^00/, '+');
  return PHONE.test(phone) ? phone : undefined;
}
