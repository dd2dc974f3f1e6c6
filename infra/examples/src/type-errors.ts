import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Example } from './find-examples.ts';

/** How to compile the examples of a package. */
export interface TypeCheck {
  /** The package folder: imports are resolved from here. */
  folder: string;
  examples: readonly Example[];
  /** One line of TypeScript in front of an example. */
  prelude: (example: Example) => string;
}

const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const BASE_CONFIG = fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url));

/** Compiles examples and returns their errors, each with the file and line of the source. */
export function typeErrors({ folder, examples, prelude }: TypeCheck): string[] {
  // Inside the package, so that it can import itself by name, and in a folder that git ignores.
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const target = mkdtempSync(join(folder, 'dist', 'examples-'));
  try {
    for (const [index, example] of examples.entries()) {
      writeFileSync(join(target, `${index}.ts`), `${prelude(example)}\n${example.code}\nexport {};\n`);
    }
    writeFileSync(join(target, 'tsconfig.json'), JSON.stringify(CONFIG));
    const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', target], { encoding: 'utf8' });
    return status === 0
      ? []
      : stdout
          .trim()
          .split('\n')
          .map((line) => locate(line, basename(target), examples));
  } finally {
    rmSync(target, { recursive: true });
  }
}

/**
 * Without the flags that would fill examples with checks of every array access. The packages are read as users get them, from
 * their declarations: their sources are checked elsewhere.
 */
const CONFIG = {
  extends: BASE_CONFIG,
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
  include: ['.'],
};

/** Replaces the place in the compiled file by the place in the source. The prelude is one line. */
function locate(message: string, folder: string, examples: readonly Example[]): string {
  const match = new RegExp(`^.*${folder}/(\\d+)\\.ts\\((\\d+),\\d+\\): (.*)$`).exec(message);
  const example = examples[Number(match?.[1])];
  if (!match || !example) return message;
  return `${example.file}:${example.line + Number(match[2]) - 2}: ${match[3]}`;
}
