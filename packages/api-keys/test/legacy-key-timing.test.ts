import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { findWebsiteByApiKey } from '../src/index.ts';
import { addWebsites } from './support/websites.ts';

// Observed, not replaced.
const timingSafeEqual = mock.method(crypto, 'timingSafeEqual');
syncBuiltinESMExports();

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await addWebsites(testDatabase.database, [{ id: 1, apiKey: 'the-legacy-key' }]);
});
afterAll(async () => {
  timingSafeEqual.mock.restore();
  syncBuiltinESMExports();
  await testDatabase.drop();
});

test('a key is verified by comparing hashes in constant time', async () => {
  const hash = crypto.createHash('sha256').update('the-legacy-key').digest();
  const found = await findWebsiteByApiKey(testDatabase.database, 'the-legacy-key');
  expect(found).toEqual({ websiteId: 1, ended: false });
  expect(
    timingSafeEqual.mock.calls.map(({ arguments: pair }) =>
      pair.map((bytes) => Buffer.from(bytes as Uint8Array)),
    ),
  ).toEqual([[hash, hash]]);
  expect(await findWebsiteByApiKey(testDatabase.database, 'the-legacy-kez')).toBeUndefined();
});
