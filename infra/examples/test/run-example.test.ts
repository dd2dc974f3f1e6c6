import { describe, expect, test } from '@jest/globals';
import { withoutExample } from '../src/describe-examples.ts';
import { runExample } from '../src/run-example.ts';

const ASSERT = "import assert from 'node:assert/strict';\n";

function run(code: string, values?: Readonly<Record<string, unknown>>): Promise<void> {
  return runExample({ file: 'README.md', line: 1, code }, (specifier) => import(specifier), values);
}

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
  });

  test('rejects an import of a name that the module does not export', async () => {
    await expect(
      run(`${ASSERT}import { missing } from 'node:path'; assert.equal(missing(), 1);`),
    ).rejects.toThrow('is not a function');
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
    await expect(run(`${ASSERT}assert(;`)).rejects.toThrow();
  });
});

test('names the exported functions and classes that no example documents', () => {
  const api = { shown: () => 1, hidden: () => 2, Class: Error, constant: 3, list: [] };
  const examples = [{ file: 'src/shown.ts', line: 1, code: '', documents: 'shown' }];
  expect(withoutExample(api, examples)).toEqual(['hidden', 'Class']);
});
