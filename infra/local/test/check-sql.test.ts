import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DeclaredStatement, int4, int8, statementsIn, text } from '@funnel/db/sql';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { findSqlFaults } from '../src/check-sql.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const file = 'packages/db/sql/read-step.sql';
const readStep: DeclaredStatement = {
  file,
  text: 'select id, position from steps where website_id = $1::int and id = $2::int',
  parameters: { website: int4(), step: int4() },
  columns: { id: int4(), position: int4() },
};
const check = (change: Partial<DeclaredStatement> = {}, files = [file]) =>
  findSqlFaults(testDatabase.database.sql, files, [{ ...readStep, ...change }]);

describe('a SQL file', () => {
  test('that matches its declaration passes', async () => {
    expect(await check()).toEqual([]);
  });

  test('with another column type fails, with both types', async () => {
    const columns = { id: int4(), position: int8() };
    expect(await check({ columns })).toEqual([`${file}: column "position": expected int8, found int4`]);
  });

  test('with a renamed column fails, with the old and the new name', async () => {
    expect(await check({ columns: { id: int4(), place: int4() } })).toEqual([
      `${file}: column "position": expected none, found int4`,
      `${file}: column "place": expected int4, found none`,
    ]);
  });

  test('that returns one name twice fails', async () => {
    const repeating = 'select $1::int as id, $2::int as position, 1 as id';
    expect(await check({ text: repeating })).toEqual([`${file}: column "id": found more than once`]);
  });

  test('with another number of parameters fails', async () => {
    expect(await check({ parameters: { website: int4() } })).toEqual([
      `${file}: takes 2 parameters, but the code declares 1 (website)`,
    ]);
  });

  test('with another parameter type fails', async () => {
    expect(await check({ parameters: { website: int4(), step: text() } })).toEqual([
      `${file}: parameter $2 "step": expected text, found int4`,
    ]);
  });

  test('that names a column that does not exist fails', async () => {
    expect(await check({ text: 'select place from steps' })).toEqual([
      `${file}: PostgreSQL cannot prepare it: column "place" does not exist`,
    ]);
  });

  test('that no code declares fails', async () => {
    expect(await check({}, [file, 'packages/db/sql/unused.sql'])).toEqual([
      'packages/db/sql/unused.sql: no code declares this file; declare it with statement(...) or delete it',
    ]);
  });
});

test('a declaration without a file fails when the module loads, and names the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-sql-'));
  try {
    const statement = statementsIn(pathToFileURL(`${folder}/`));
    expect(() => statement('missing', {}, {})).toThrow(join(folder, 'missing.sql'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
