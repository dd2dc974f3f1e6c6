import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isFree } from '../src/describe-examples.ts';
import { typeErrors } from '../src/type-errors.ts';

/** Inside this package, so that `@types/node` is found. */
const PARENT = fileURLToPath(new URL('../dist', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(PARENT, 'package-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "sample", "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

function errorsOf(code: string): string[] {
  const examples = [{ file: 'src/sum.ts', line: 10, code }];
  return typeErrors({ folder, examples, prelude: () => 'declare const given: { count: number };' });
}

test('accepts an example with correct types, with the given variables', () => {
  expect(errorsOf('const count: number = given.count;\nawait Promise.resolve(count);\n')).toEqual([]);
});

test('reports a type error with the file and line of the source', () => {
  expect(errorsOf('const first = 1;\nconst second: string = given.count;\n')).toEqual([
    "src/sum.ts:11: error TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
});

test('leaves no files behind', () => {
  errorsOf('const broken: = 1;');
  expect(readdirSync(join(folder, 'dist'))).toEqual([]);
});

test.each([
  ['database.ping()', true],
  ['const database = open();\ndatabase.ping()', false],
  ["import { database } from 'x';\ndatabase.ping()", false],
  ["import { open } from '@funnel/database';\ndatabase.ping()", true],
  ['databaseUrl', false],
  ['call(database)', true],
])('isFree finds the undeclared name in %j: %p', (code, expected) => {
  expect(isFree('database', code)).toBe(expected);
});
