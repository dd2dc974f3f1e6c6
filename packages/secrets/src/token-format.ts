import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How the tokens of each kind begin. Secret scanners know them by it; see docs/explanation/security.md. */
export const TOKEN_PREFIXES = {
  personal: 'fnl_pat_',
  service: 'fnl_svc_',
  access: 'fnl_at_',
  refresh: 'fnl_rt_',
  view: 'fnl_vt_',
  share: 'fnl_sl_',
} as const;

export type TokenKind = keyof typeof TOKEN_PREFIXES;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
/** 62 to the power of 43 is just above 2 to the power of 256. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = /^fnl_(?:pat|svc|at|rt|vt|sl)_[0-9A-Za-z]{49}$/;

/** Generates a token: prefix, 256 random bits, checksum. Letters and digits only, so that a double click selects it. */
export function newToken(kind: TokenKind): string {
  return format(kind, randomBytes(RANDOM_BYTES));
}

/**
 * The token that takes the place of another one: always the same, so that callers who exchange a token at the same time
 * get the same one. Only somebody with both the old token and the salt, which stays in the database, can tell it.
 */
export function successorOf(kind: TokenKind, token: string, salt: string): string {
  return format(kind, createHmac('sha256', token).update(salt).digest());
}

function format(kind: TokenKind, bits: Buffer): string {
  const text = TOKEN_PREFIXES[kind] + base62(BigInt(`0x${bits.toString('hex')}`), RANDOM_LENGTH);
  return text + checksumOf(text);
}

/** Whether a text has the form and the checksum of a token, without asking anybody. Older tokens have neither. */
export function looksLikeToken(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** What people recognise a token by in a list: its prefix and last four characters. Not a secret. */
export function tokenHint(kind: TokenKind, token: string): string {
  return `${TOKEN_PREFIXES[kind]}…${token.slice(-4)}`;
}

/** CRC32 of everything before it, in base 62. */
function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text;
}
