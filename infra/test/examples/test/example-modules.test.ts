import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withoutExample } from '../src/describe-examples.ts';
import { ExampleModules, typeErrors } from '../src/example-modules.ts';
import { isFree } from '../src/write-examples.ts';

const ASSERT = "import assert from 'node:assert/strict';\n";
/** Inside this package, so that `@types/node` is found. */
const PARENT = fileURLToPath(new URL('../dist', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(PARENT, 'package-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "sample", "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function inModules<Result>(
  code: string,
  use: (modules: ExampleModules) => Result | Promise<Result>,
): Promise<Result> {
  const examples = [{ file: 'src/sum.ts', line: 10, code }];
  const modules = new ExampleModules(folder, examples, () => 'declare const given: { count: number };');
  try {
    return await use(modules);
  } finally {
    modules.remove();
  }
}
const errorsOf = (code: string) => inModules(code, (modules) => typeErrors([modules]));
const run = (code: string, values?: Readonly<Record<string, unknown>>) =>
  inModules(code, (modules) => modules.run(0, values));

describe('running an example', () => {
  test('resolves when every assertion holds', async () => {
    await run(`${ASSERT}import { join as joined, type ParsedPath } from 'node:path';
import * as path from 'node:path';
const parsed: ParsedPath = path.parse(joined('a', 'b.ts'));
assert.equal(parsed.name, 'b');`);
  });

  test('rejects when an assertion fails', async () => {
    await expect(run(`${ASSERT}assert.equal(1 + 1, 3);`)).rejects.toMatchObject({
      code: 'ERR_ASSERTION',
      actual: 2,
      expected: 3,
    });
  });

  test('waits for top-level await', async () => {
    await expect(run(`${ASSERT}assert.equal(await Promise.resolve(1), 2);`)).rejects.toThrow('1 !== 2');
  });

  test('passes the given values, which an example may declare itself', async () => {
    await run(`${ASSERT}assert.equal(database, 'given');`, { database: 'given' });
    await run(`${ASSERT}const database = 'own'; assert.equal(database, 'own');`, { database: 'given' });
    await expect(run(`${ASSERT}assert.equal(database, 'given');`)).rejects.toThrow('database is not defined');
  });

  test('rejects an import of a name that the module does not export', async () => {
    await expect(
      run(`${ASSERT}import { missing } from 'node:path'; assert.equal(missing(), 1);`),
    ).rejects.toThrow("does not provide an export named 'missing'");
  });

  test('rejects an example without an assertion', async () => {
    await expect(run(`${ASSERT}console.log(1);`)).rejects.toThrow('an example needs an assert');
  });

  test.each(['./src/index.ts', '../auth', '/etc/x.ts', '@funnel/domain/src/index.ts'])(
    'rejects the import of %s',
    async (specifier) => {
      await expect(run(`${ASSERT}import { a } from '${specifier}'; assert(a);`)).rejects.toThrow(
        `an example imports what packages export, not ${specifier}`,
      );
    },
  );

  test('rejects code with a syntax error', async () => {
    await expect(run(`${ASSERT}assert(;`)).rejects.toBeDefined();
  });
});

describe('compiling examples', () => {
  test('accepts correct types, with the given variables', async () => {
    expect(await errorsOf('const count: number = given.count;\nawait Promise.resolve(count);\n')).toEqual([]);
  });

  test('reports a type error with the file and line of the source', async () => {
    expect(await errorsOf('const first = 1;\nconst second: string = given.count;\n')).toEqual([
      `${basename(folder)}/src/sum.ts:11: error TS2322: Type 'number' is not assignable to type 'string'.`,
    ]);
  });

  test('leaves no files behind', async () => {
    await errorsOf('const broken: = 1;');
    expect(readdirSync(join(folder, 'dist'))).toEqual([]);
  });
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

test('names the exported functions and classes that no example documents, but for errors', () => {
  class Failure extends Error {}
  const api = { shown: () => 1, hidden: () => 2, Class: Map, Failure, constant: 3, list: [] };
  const examples = [{ file: 'src/shown.ts', line: 1, code: '', documents: 'shown' }];
  expect(withoutExample(api, examples)).toEqual(['hidden', 'Class']);
});
