import { afterAll, expect, jest, test } from '@jest/globals';
import { createRequire } from 'node:module';

// Watched, not replaced; before the module under test takes hold of it.
const crypto = createRequire(import.meta.url)('node:crypto');
const timingSafeEqual = jest.spyOn(crypto, 'timingSafeEqual');
const { findWebsiteByApiKey } = await import('../src/legacy-key/find-website-by-api-key.ts');

afterAll(() => timingSafeEqual.mockRestore());

const hashOf = (key: string) => crypto.createHash('sha256').update(key).digest();

/** Stands for a database that finds this row, whatever is asked. */
const finding = (api_key_hash: Uint8Array) =>
  ({ sql: { unsafe: async () => [{ id: 1, api_key_hash, ended: false }] } }) as never;

test('a key is decided upon by comparing hashes in constant time', async () => {
  const stored = hashOf('the-key');
  expect(await findWebsiteByApiKey(finding(stored), 'the-key')).toEqual({ websiteId: 1, ended: false });
  expect(timingSafeEqual.mock.calls).toEqual([[stored, hashOf('the-key')]]);
});

test.each([
  ['another hash', hashOf('another-key')],
  ['a shorter hash', Buffer.alloc(3)],
])('a row with %s is refused, wherever it came from', async (_what, stored) => {
  expect(await findWebsiteByApiKey(finding(stored), 'the-key')).toBeUndefined();
});
