import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { trustedWebsiteId } from '@funnel/domain';
import { endApiKeys, findWebsiteByApiKey } from '../src/index.ts';
import { type TestDatabase, createTestDatabase } from '@funnel/testing';
import { addWebsites } from './support/websites.ts';

const ids = (...numbers: number[]) => numbers.map(trustedWebsiteId);

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await addWebsites(testDatabase.database, [{ id: 1 }, { id: 2 }, { id: 3 }]);
});
afterAll(() => testDatabase.drop());

describe('findWebsiteByApiKey', () => {
  test('finds the website of a key, and nothing for an unknown key', async () => {
    const { database } = testDatabase;
    expect(await findWebsiteByApiKey(database, 'key-of-website-2')).toEqual({ websiteId: 2, ended: false });
    expect(await findWebsiteByApiKey(database, 'key-of-website-9')).toBeUndefined();
    expect(await findWebsiteByApiKey(database, '')).toBeUndefined();
  });
});

describe('endApiKeys', () => {
  test('disables the keys of the websites, returns the ids that exist, and keeps the time of the first end', async () => {
    const { database } = testDatabase;
    expect(new Set(await endApiKeys(database, ids(1, 2, 77)))).toEqual(new Set([1, 2]));
    expect(await findWebsiteByApiKey(database, 'key-of-website-1')).toEqual({ websiteId: 1, ended: true });
    expect(await findWebsiteByApiKey(database, 'key-of-website-3')).toEqual({ websiteId: 3, ended: false });
    const end = () => database.sql`select api_key_ended_at::text as at from websites where id = 1`;
    const first = await end();
    expect(await endApiKeys(database, ids(1))).toEqual([1]);
    expect(await end()).toEqual(first);
  });

  test('does nothing without websites', async () => {
    expect(await endApiKeys(testDatabase.database, [])).toEqual([]);
  });

  test('is rolled back with its transaction', async () => {
    const { database } = testDatabase;
    const attempt = database.sql.begin(async (sql) => {
      await endApiKeys({ sql }, ids(3));
      throw new Error('no token after all');
    });
    await expect(attempt).rejects.toThrow('no token after all');
    expect(await findWebsiteByApiKey(database, 'key-of-website-3')).toEqual({ websiteId: 3, ended: false });
  });
});
