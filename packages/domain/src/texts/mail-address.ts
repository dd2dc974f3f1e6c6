import { domainToASCII } from 'node:url';
import { isEmail } from './addresses.ts';
import { isPrinted } from './printable.ts';

/** No address of mail is longer. */
const MAX_LENGTH = 254;
const HOST = /^(?:[a-z\d_-]+\.)*[a-z\d_-]*[a-z_-][a-z\d_-]*$/;

/**
 * The domain of e-mail addresses as mail servers look it up, however it is written. Undefined if it is none, as an address of numbers.
 * @example
 * assert.equal(mailDomain('Ｂücher。example'), 'xn--bcher-kva.example');
 * assert.equal(mailDomain('127.0.0.1'), undefined);
 */
export function mailDomain(text: string): string | undefined {
  // Before anything else: what follows takes long for a long text.
  if (text.length > MAX_LENGTH || /[/?#%\\\s@:]/.test(text)) return undefined;
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
  if (text.length > 2 * MAX_LENGTH) return undefined;
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  const host = mailDomain(domain);
  const address = `${local}@${host}`;
  // Other programs may read letters of full width as what they look like.
  const isPlain = [address, address.normalize('NFKC')].every(isEmail) && isPrinted(local);
  return host !== undefined && more.length === 0 && isPlain ? address : undefined;
}
