import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { TestDatabase } from '../../../infra/testing/src/index.ts';

// Spied on, not replaced; must happen before our modules import it.
const crypto = createRequire(import.meta.url)('node:crypto');
const timingSafeEqual = jest.spyOn(crypto, 'timingSafeEqual');
const { findWebsiteByApiKey } = await import('../src/index.ts');
const { addWebsites } = await import('./support/websites.ts');
const { createTestDatabase } = await import('../../../infra/testing/src/index.ts');

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await addWebsites(testDatabase.database, [{ id: 1, apiKey: 'the-legacy-key' }]);
});
afterAll(async () => {
  timingSafeEqual.mockRestore();
  await testDatabase.drop();
});

test('a key is verified by comparing hashes in constant time', async () => {
  const hash = crypto.createHash('sha256').update('the-legacy-key').digest();
  const found = await findWebsiteByApiKey(testDatabase.database, 'the-legacy-key');
  expect(found).toEqual({ websiteId: 1, ended: false });
  expect(
    timingSafeEqual.mock.calls.map((pair) => pair.map((bytes) => Buffer.from(bytes as Uint8Array))),
  ).toEqual([[hash, hash]]);
  expect(await findWebsiteByApiKey(testDatabase.database, 'the-legacy-kez')).toBeUndefined();
});
