import { expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from '../src/index.ts';

test('a password matches its hash, and no other password does', async () => {
  const stored = await hashPassword('correct horse battery');
  expect(await verifyPassword('correct horse battery', stored)).toBe(true);
  expect(await verifyPassword('correct horse batterz', stored)).toBe(false);
  expect(await verifyPassword('', stored)).toBe(false);
});

test('a hash contains its cost, and hashing twice gives different hashes', async () => {
  const [first, second] = await Promise.all([hashPassword('same password'), hashPassword('same password')]);
  expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
});

test('a hash with another cost is verified with that cost', async () => {
  // scrypt('password', salt of 16 zero bytes, 32 bytes, N = 2^10, r = 8, p = 1)
  const stored = '$scrypt$ln=10,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$zqHLwQm3mXnyQqzykOJ3tdeIDNQwCYDCvwiC9MFh4yA';
  expect(await verifyPassword('password', stored)).toBe(true);
});

test('a password matches in any Unicode normalization form', async () => {
  expect(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00E9 au lait'))).toBe(true);
});
