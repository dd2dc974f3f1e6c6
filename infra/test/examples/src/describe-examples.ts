import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ExampleModules } from './example-modules.ts';
import { type Example, findExamples } from './find-examples.ts';

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
  load: (specifier: string) => Promise<object>;
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
    let modules: ExampleModules;
    beforeAll(async () => {
      const names = Object.keys(await load(name));
      modules = new ExampleModules(folder, examples, ({ file, code }) => {
        const given = Object.keys(types).filter((variable) => isFree(variable, code));
        const declarations = given.map((variable) => `declare const ${variable}: ${types[variable]};`);
        // A README shows its imports, for copying. In JSDoc those of `assert` and of the package itself are implied.
        if (file === 'README.md') return declarations.join(' ');
        const used = names.filter((exported) => isFree(exported, code)).join(', ');
        const assertion = isFree('assert', code) ? "import assert from 'node:assert/strict';" : '';
        return [assertion, `import { ${used} } from '${name}';`, ...declarations].join(' ');
      });
    });
    afterAll(() => modules.remove());

    test('every exported function and class has an @example', async () => {
      expect(withoutExample(await load(name), examples)).toEqual([]);
    });

    test('every example compiles', () => {
      expect(modules.typeErrors()).toEqual([]);
    });

    for (const [index, example] of examples.entries()) {
      const title = `${example.file}:${example.line}${example.documents ? ` ${example.documents}` : ''}`;
      test(title, async () => {
        const { values, close } = await setup((variable) => isFree(variable, example.code));
        try {
          await modules.run(index, values);
        } finally {
          await close?.();
        }
      });
    }
  });
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
