import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { findExamples } from '../src/find-examples.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('finds the code of every @example with its file, line and function', () => {
  const folder = packageWith({
    'src/maths/add.ts': `import { x } from './x.ts';

/**
 * Adds.
 * @param a a number
 * @example
 * assert.equal(add(1, 2), 3);
 * if (true) {
 *   assert(add);
 * }
 * @returns the sum
 */
export async function add() {}

/**
 * Twice.
 *
 * @example
 * one();
 * @example with a caption
 * two();
 */
export class Twice {
  /**
   * @example
   * method();
   */
  method() {}
}
`,
  });

  expect(findExamples(folder)).toEqual([
    {
      file: 'src/maths/add.ts',
      line: 7,
      code: 'assert.equal(add(1, 2), 3);\nif (true) {\n  assert(add);\n}\n',
      documents: 'add',
    },
    { file: 'src/maths/add.ts', line: 19, code: 'one();\n', documents: 'Twice' },
    { file: 'src/maths/add.ts', line: 21, code: 'two();\n', documents: 'Twice' },
    { file: 'src/maths/add.ts', line: 26, code: 'method();\n' },
  ]);
});

test('finds the TypeScript blocks of the README, but no other block', () => {
  const folder = packageWith({
    'src/index.ts': "const glob = 'src/**/*.ts';\n",
    'README.md':
      '# Title\n\n```ts\none();\n```\n\n```sh\nnpm test\n```\n\n```typescript\ntwo();\nthree();\n```\n',
  });

  expect(findExamples(folder)).toEqual([
    { file: 'README.md', line: 4, code: 'one();\n' },
    { file: 'README.md', line: 12, code: 'two();\nthree();\n' },
  ]);
});

test('gives an example to the declaration right after its comment only', () => {
  const folder = packageWith({
    'src/index.ts': `/**
 * @example
 * one();
 */

const local = 1;

export function other() {}
`,
  });

  expect(findExamples(folder)).toEqual([{ file: 'src/index.ts', line: 3, code: 'one();\n' }]);
});

function packageWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-examples-'));
  folders.push(folder);
  for (const [name, text] of Object.entries({ 'README.md': '', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
