import { createTestDatabase, type TestDatabase } from '../../../infra/testing/src/index.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../src/index.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test('a connection that could not read the types of arrays is replaced, and arrays are never texts', async () => {
  // One connection, so that the next statement gets the same one.
  const database = openDatabase({
    url: testDatabase.url,
    applicationName: 'array-types',
    maxConnections: 1,
    statementTimeoutMs: 300,
  });
  const read = () => database.sql`select array[1, 2] as ids`;
  try {
    await testDatabase.database.sql.begin(async (transaction) => {
      await transaction`lock table pg_catalog.pg_type in access exclusive mode`;
      await expect(read()).rejects.toMatchObject({ code: '57014' });
    });
    const rows = await read().catch(() => read());
    expect(rows[0]).toEqual({ ids: [1, 2] });
  } finally {
    await database.close();
  }
});
