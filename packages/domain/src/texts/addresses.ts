import { domainToASCII } from 'node:url';
import { isPrinted } from './printable.ts';

const EMAIL = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;
const HOST = /^(?:[a-z\d_-]+\.)*[a-z\d_-]*[a-z_-][a-z\d_-]*$/;
const PHONE = /^\+?\d{7,15}$/;

/** The longest e-mail address (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

/**
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

/**
 * The domain of e-mail addresses as mail servers look it up, however it is written. Undefined if it is none, as an address of numbers.
 * @example
 * assert.equal(mailDomain('Ｂücher。example'), 'xn--bcher-kva.example');
 * assert.equal(mailDomain('127.0.0.1'), undefined);
 */
export function mailDomain(text: string): string | undefined {
  // Before anything else: what follows takes long for a long text.
  if (text.length > MAX_EMAIL_LENGTH || /[/?#%\\\s@:]/.test(text)) return undefined;
  const host = domainToASCII(text);
  return HOST.test(host) ? host : undefined;
}

/**
 * An e-mail address to write to, in the one spelling by which it is stored and counted. Undefined if it is none.
 * @example
 * assert.equal(mailAddress(' Ann@EXAMPLE。com'), 'ann@example.com');
 * assert.equal(mailAddress('ann＠victim.example@example.com'), undefined);
 */
export function mailAddress(text: string): string | undefined {
  if (text.length > 2 * MAX_EMAIL_LENGTH) return undefined;
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  const host = mailDomain(domain);
  const address = `${local}@${host}`;
  // Other programs may read letters of full width as what they look like.
  const isPlain = [address, address.normalize('NFKC')].every(isEmail) && isPrinted(local);
  return host !== undefined && more.length === 0 && isPlain ? address : undefined;
}
