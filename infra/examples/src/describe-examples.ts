import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { type Example, findExamples } from './find-examples.ts';
import { type Load, runExample } from './run-example.ts';

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
  /** Called before each example. `uses` tells whether the example mentions a name. */
  setup?: (uses: (name: string) => boolean) => Promise<ExampleSetup>;
}

/** Declares one test per example, and one that fails when an exported function or class has no `@example`. */
export function describeExamples(packageFolder: URL, { load, setup }: ExampleOptions): void {
  const folder = fileURLToPath(packageFolder);
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const examples = findExamples(folder);

  describe(`examples of ${name}`, () => {
    test('every exported function and class has an @example', async () => {
      expect(withoutExample(await load(name), examples)).toEqual([]);
    });

    for (const example of examples) {
      const title = `${example.file}:${example.line}${example.documents ? ` ${example.documents}` : ''}`;
      test(title, async () => {
        const uses = (variable: string) => new RegExp(`\\b${variable}\\b`).test(example.code);
        const { values, close } = (await setup?.(uses)) ?? {};
        // In JSDoc the imports of `assert` and of the package itself would only repeat what is obvious.
        const implied = example.file === 'README.md' ? {} : { assert, ...(await load(name)) };
        try {
          await runExample(example, load, { ...implied, ...values });
        } finally {
          await close?.();
        }
      });
    }
  });
}

/** Names of the exported functions and classes that no `@example` documents. */
export function withoutExample(api: object, examples: readonly Example[]): string[] {
  const documented = new Set(examples.map(({ documents }) => documents));
  return Object.entries(api)
    .filter(([name, value]) => typeof value === 'function' && !documented.has(name))
    .map(([name]) => name);
}
