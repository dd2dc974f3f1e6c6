import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { afterAll, expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from '../src/index.ts';

// Observed, not replaced.
const scrypt = mock.method(crypto, 'scrypt');
syncBuiltinESMExports();

afterAll(() => {
  scrypt.mock.restore();
  syncBuiltinESMExports();
});

/** The size and the cost of every key that was derived since the last call. */
function takeWork(): unknown[] {
  const work = scrypt.mock.calls.map(({ arguments: [_password, _salt, bytes, cost] }) => ({ bytes, cost }));
  scrypt.mock.resetCalls();
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
