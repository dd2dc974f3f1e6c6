import { expect, test } from '@jest/globals';
import { looksLikeToken, newToken, TOKEN_PREFIXES, type TokenKind, tokenHint } from '../src/index.ts';

const kinds = Object.keys(TOKEN_PREFIXES) as TokenKind[];
/** The expression of docs/explanation/security.md. */
const SCANNER = /\bfnl_(?:pat|svc|at|rt|vt|sl)_[0-9A-Za-z]{49}\b/;

test.each(kinds)('a %s token has a prefix that scanners know, and a checksum', (kind) => {
  for (let count = 0; count < 200; count += 1) {
    const token = newToken(kind);
    expect(token.startsWith(TOKEN_PREFIXES[kind])).toBe(true);
    expect(SCANNER.exec(`Authorization: Bearer ${token}"`)?.[0]).toBe(token);
    expect(looksLikeToken(token)).toBe(true);
  }
});

test('the checksum is the CRC32 of the text before it, in base 62', () => {
  // zlib.crc32 of Python says 955,747,857 for the same text.
  expect(looksLikeToken(`fnl_pat_${'0'.repeat(43)}12gDg1`)).toBe(true);
});

test('a changed or shortened token is told apart offline', () => {
  const token = newToken('personal');
  const last = token.endsWith('0') ? '1' : '0';
  expect(looksLikeToken(token.slice(0, -1) + last)).toBe(false);
  expect(looksLikeToken(token.replace('fnl_pat_', 'fnl_svc_'))).toBe(false);
  expect(looksLikeToken(token.slice(0, -1))).toBe(false);
  expect(looksLikeToken(`fnl_${'a'.repeat(43)}`)).toBe(false);
});

test('tokens differ, and a list shows only the last four characters', () => {
  const tokens = new Set(Array.from({ length: 1000 }, () => newToken('access')));
  expect(tokens.size).toBe(1000);
  const token = newToken('service');
  expect(tokenHint('service', token)).toBe(`fnl_svc_…${token.slice(-4)}`);
});
