import { createRequire } from 'node:module';
import { afterAll, expect, jest, test } from '@jest/globals';

// Observed, not replaced, and before any of our modules imports it.
const crypto = createRequire(import.meta.url)('node:crypto');
const scrypt = jest.spyOn(crypto, 'scrypt');
const { hashPassword, verifyPassword } = await import('../../src/index.ts');

afterAll(() => scrypt.mockRestore());

/** The size and the cost of every key that was derived since the last call. */
function takeWork(): unknown[] {
  const work = scrypt.mock.calls.map(([_password, _salt, bytes, cost]) => ({ bytes, cost }));
  scrypt.mockClear();
  return work;
}

test('without a stored hash the password is wrong, and the check does the same work', async () => {
  const stored = await hashPassword('any password at all');
  takeWork();
  expect(await verifyPassword('wrong', stored)).toBe(false);
  const known = takeWork();
  expect(await verifyPassword('wrong', undefined)).toBe(false);
  expect(known).toEqual([{ bytes: 32, cost: expect.objectContaining({ N: 2 ** 15, r: 8, p: 3 }) }]);
  expect(takeWork()).toEqual(known);
});
