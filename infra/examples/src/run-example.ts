import { transform } from '@swc/core';
import type { Example } from './find-examples.ts';

/** Imports a module by its specifier. */
export type Load = (specifier: string) => Promise<object>;

type ExampleFunction = (
  require: (specifier: string) => object,
  exports: object,
  ...values: unknown[]
) => Promise<void>;

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...parametersAndBody: string[]
) => ExampleFunction;

/**
 * Runs an example and rejects when it fails.
 * @param values variables that the example uses without declaring them
 */
export async function runExample(
  example: Example,
  load: Load,
  values: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { code } = await transform(example.code, {
    filename: example.file,
    configFile: false,
    swcrc: false,
    module: { type: 'commonjs', noInterop: true },
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  const specifiers = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, specifier = '']) => specifier);
  assertIsPublicUse(example.code, specifiers);

  const modules = new Map<string, object>();
  for (const specifier of specifiers) modules.set(specifier, await load(specifier));
  const names = Object.keys(values);
  // The block lets an example declare a variable with the name of a given value.
  const run = new AsyncFunction('require', 'exports', ...names, `{${code}\n}\n//# sourceURL=${example.file}`);
  await run((specifier) => modules.get(specifier) ?? {}, {}, ...names.map((name) => values[name]));
}

function assertIsPublicUse(code: string, specifiers: readonly string[]): void {
  if (!/\bassert(?:\.\w+)?\(/.test(code)) throw new Error('an example needs an assert, or it cannot fail');
  const inside = specifiers.find((specifier) => /^[./]|\/(?:src|dist|test)\//.test(specifier));
  if (inside !== undefined) throw new Error(`an example imports what packages export, not ${inside}`);
}
