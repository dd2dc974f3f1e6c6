import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Example } from './find-examples.ts';

const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
/**
 * Without the flags that would fill examples with checks of every array access. The packages are read as users get them, from
 * their declarations: their sources are checked elsewhere.
 */
const CONFIG = {
  extends: fileURLToPath(new URL('../../../../tsconfig.base.json', import.meta.url)),
  compilerOptions: {
    noEmit: true,
    composite: false,
    customConditions: [],
    declarationMap: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: false,
    exactOptionalPropertyTypes: false,
  },
};

/** Examples as modules: inside the package, so that they can import it by name, and in a folder that git ignores. */
export class ExampleModules {
  /** Where the modules are. */
  readonly folder: string;
  readonly #package: string;
  readonly #examples: readonly Example[];

  /** `prelude` is one line of TypeScript in front of an example. */
  constructor(packageFolder: string, examples: readonly Example[], prelude: (example: Example) => string) {
    mkdirSync(join(packageFolder, 'dist'), { recursive: true });
    this.#package = basename(packageFolder);
    this.folder = mkdtempSync(join(packageFolder, 'dist', 'examples-'));
    this.#examples = examples;
    for (const [index, example] of examples.entries())
      writeFileSync(this.#file(index), `${prelude(example)}\n${example.code}\nexport {};\n`);
  }

  /** Runs an example, which finds `values` as global variables. Rejects when it fails. */
  async run(index: number, values: Readonly<Record<string, unknown>> = {}): Promise<void> {
    assertIsPublicUse(this.#examples[index]?.code ?? '');
    Object.assign(globalThis, values);
    try {
      await import(pathToFileURL(this.#file(index)).href);
    } finally {
      for (const name of Object.keys(values)) Reflect.deleteProperty(globalThis, name);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #file(index: number): string {
    return join(this.folder, `${index}.ts`);
  }

  /** A message of the compiler with the place in the source instead of that in the module, whose prelude is one line. */
  locate(message: string): string | undefined {
    const place = new RegExp(`^.*${basename(this.folder)}/(\\d+)\\.ts\\((\\d+),\\d+\\): (.*)$`);
    const [, index, line, text] = place.exec(message) ?? [];
    const example = this.#examples[Number(index)];
    return example && `${this.#package}/${example.file}:${example.line + Number(line) - 2}: ${text}`;
  }
}

/** Compiles examples, also of several packages, and returns their errors, each with its file and line. */
export function typeErrors(all: readonly ExampleModules[]): string[] {
  const [first] = all;
  if (!first) return [];
  const config = join(first.folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ ...CONFIG, include: all.map(({ folder }) => folder) }));
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', config], { encoding: 'utf8' });
  if (status === 0) return [];
  const lines = stdout.trim().split('\n');
  return lines.map((line) => all.map((modules) => modules.locate(line)).find(Boolean) ?? line);
}

function assertIsPublicUse(code: string): void {
  if (!/\bassert(?:\.\w+)?\(/.test(code)) throw new Error('an example needs an assert, or it cannot fail');
  const specifiers = [...code.matchAll(/\b(?:from|import)\b[\s(]*['"]([^'"]+)['"]/g)].map(
    ([, name = '']) => name,
  );
  const inside = specifiers.find((specifier) => /^[./]|\/(?:src|dist|test)\//.test(specifier));
  if (inside !== undefined) throw new Error(`an example imports what packages export, not ${inside}`);
}
