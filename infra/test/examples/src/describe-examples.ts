import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExampleModules } from './example-modules.ts';
import { type Example, findExamples } from './find-examples.ts';
import { isFree, nameOfPackage, writeExamples } from './write-examples.ts';

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
}

/** Declares one test per example. One more fails when an exported function or class has no `@example`. */
export function describeExamples(
  packageFolder: URL,
  { load, setup = async () => ({}) }: ExampleOptions,
): void {
  const folder = fileURLToPath(packageFolder);
  const name = nameOfPackage(folder);
  const examples = findExamples(folder);

  describe(`examples of ${name}`, () => {
    let modules: ExampleModules;
    beforeAll(async () => {
      modules = writeExamples(folder, examples, await load(name));
    });
    afterAll(() => modules.remove());

    test('every exported function and class has an @example', async () => {
      expect(withoutExample(await load(name), examples)).toEqual([]);
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

/** Names of the exported functions and classes that no `@example` documents. An error shows nothing by itself. */
export function withoutExample(api: object, examples: readonly Example[]): string[] {
  const documented = new Set(examples.map(({ documents }) => documents));
  return Object.entries(api)
    .filter(([name, value]) => typeof value === 'function' && !isError(value) && !documented.has(name))
    .map(([name]) => name);
}

function isError({ prototype }: { prototype?: unknown }): boolean {
  return prototype instanceof Error;
}
