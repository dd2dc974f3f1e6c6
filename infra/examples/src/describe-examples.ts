import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { type Example, findExamples } from './find-examples.ts';
import { type Load, runExample } from './run-example.ts';
import { typeErrors } from './type-errors.ts';

/** What an example finds when it starts. */
export interface ExampleSetup {
  /** Variables by name. */
  values?: Readonly<Record<string, unknown>>;
  /** Called after the example, also when it failed. */
  close?: () => Promise<void>;
}

/** How the examples of a package run. */
export interface ExampleOptions {
  /** `(specifier) => import(specifier)`: modules are resolved from the folder of the test. */
  load: Load;
  /** Called before each example. `uses` tells whether the example uses a name that it does not declare. */
  setup?: (uses: (name: string) => boolean) => Promise<ExampleSetup>;
  /** The types of the variables of `setup`, such as `import('@funnel/db').Database`, by name. */
  types?: Readonly<Record<string, string>>;
}

/**
 * Declares one test per example. Two more tests fail when an example does not compile, or when an exported function or
 * class has no `@example`.
 */
export function describeExamples(
  packageFolder: URL,
  { load, setup = async () => ({}), types = {} }: ExampleOptions,
): void {
  const folder = fileURLToPath(packageFolder);
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const examples = findExamples(folder);

  describe(`examples of ${name}`, () => {
    test('every exported function and class has an @example', async () => {
      expect(withoutExample(await load(name), examples)).toEqual([]);
    });

    test('every example compiles', async () => {
      const names = Object.keys(await load(name));
      const prelude = (example: Example) => {
        const given = Object.keys(types).filter((variable) => isFree(variable, example.code));
        const declarations = given.map((variable) => `declare const ${variable}: ${types[variable]};`);
        if (isComplete(example)) return declarations.join(' ');
        const used = names.filter((exported) => isFree(exported, example.code)).join(', ');
        const imports = `import { ${used} } from '${name}';`;
        const assertion = isFree('assert', example.code) ? "import assert from 'node:assert/strict';" : '';
        return [assertion, imports, ...declarations].join(' ');
      };
      expect(typeErrors({ folder, examples, prelude })).toEqual([]);
    });

    for (const example of examples) {
      const title = `${example.file}:${example.line}${example.documents ? ` ${example.documents}` : ''}`;
      test(title, async () => {
        const { values, close } = await setup((variable) => isFree(variable, example.code));
        const implied = isComplete(example) ? {} : { assert, ...(await load(name)) };
        try {
          await runExample(example, load, { ...implied, ...values });
        } finally {
          await close?.();
        }
      });
    }
  });
}

/** In JSDoc the imports of `assert` and of the package itself are implied. A README shows them, for copying. */
function isComplete({ file }: Example): boolean {
  return file === 'README.md';
}

/** Whether the code uses a name that it neither declares nor imports. */
export function isFree(name: string, code: string): boolean {
  const declaration = new RegExp(`\\b(?:(?:const|let|function|class)\\s+|import\\s[^;'"]*?\\b)${name}\\b`);
  return new RegExp(`\\b${name}\\b`).test(code) && !declaration.test(code);
}

/** Names of the exported functions and classes that no `@example` documents. */
export function withoutExample(api: object, examples: readonly Example[]): string[] {
  const documented = new Set(examples.map(({ documents }) => documents));
  return Object.entries(api)
    .filter(([name, value]) => typeof value === 'function' && !documented.has(name))
    .map(([name]) => name);
}
