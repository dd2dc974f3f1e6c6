import { createTestDatabase, type TestDatabase } from '../../../infra/test/support/src/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Sql } from 'postgres';
import { openSession } from '../src/command.ts';
import { openDatabase } from '../src/index.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const ID = '0190c3f2-0000-7000-8000-000000000001';
const ARRAYS: readonly (readonly [type: string, items: readonly unknown[]])[] = [
  ['int2', [1, -2]],
  ['int4', [1, null, -2]],
  ['int4', []],
  [
    'int4',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['int8', ['9007199254740993', '-1']],
  ['oid', [26, 4_294_967_295]],
  ['float8', [0.5, -1e300, Number.POSITIVE_INFINITY]],
  ['uuid', [ID]],
  ['name', ['pg_class']],
  ['varchar', ['a', '']],
  ['text', ['', ' ', 'NULL', null, 'a,b', '{a}', 'a"b', 'a\\b', '\\"', 'line\nbreak', 'Ünï ✓', "it's"]],
  [
    'text',
    [
      ['a', '}'],
      ['"', null],
    ],
  ],
];

describe.each<[string, () => { sql: Sql; close: () => Promise<void> }]>([
  ['a pool', () => openDatabase({ url: testDatabase.url, applicationName: 'arrays' })],
  [
    'a session',
    () => {
      const sql = openSession(testDatabase.url, 'arrays', {});
      return { sql, close: () => sql.end() };
    },
  ],
])('%s', (_name, open) => {
  test('reads and writes arrays, without asking for their types', async () => {
    const { sql, close } = open();
    try {
      for (const [type, items] of ARRAYS) {
        const [row] = await sql.unsafe(`select $1::${type}[] as back, $1::${type}[]::text as text`, [
          items as never,
        ]);
        expect([type, row?.['back']]).toEqual([type, items]);
        // A literal is sent as it is.
        const [again] = await sql.unsafe(`select $1::${type}[] as back`, [row?.['text'] as never]);
        expect([type, again?.['back']]).toEqual([type, items]);
      }
      const [row] = await sql`select array[true, false, null] as back`;
      expect(row?.['back']).toEqual([true, false, null]);
    } finally {
      await close();
    }
  });

  test('turns compilation off itself, whatever the server does', async () => {
    const { sql, close } = open();
    try {
      const rows = await sql`select setting, source from pg_settings where name = 'jit'`;
      expect(rows[0]).toEqual({ setting: 'off', source: 'client' });
    } finally {
      await close();
    }
  });
});

test('a service behind a pooler compiles nothing, by the settings of its role', async () => {
  const database = openDatabase({
    url: testDatabase.urlOf('rest-api'),
    applicationName: 'arrays',
    pooler: 'transaction',
  });
  try {
    const [row] = await database.sql`select setting, source from pg_settings where name = 'jit'`;
    expect(row).toEqual({ setting: 'off', source: 'user' });
  } finally {
    await database.close();
  }
});
