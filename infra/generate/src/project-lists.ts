import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFolders } from '../../local/workspaces.mjs';
import type { GeneratedFiles } from './generate-files.ts';

/** Its own commands compile it. */
const LAB = 'infra/lab';

/** What the compiler builds: every package with sources. What it only checks: all tests, as one program, which is four times as fast. */
export function projectLists(root: string): GeneratedFiles {
  const references = workspaceFolders(root)
    .filter((folder) => folder !== LAB && existsSync(join(root, folder, 'tsconfig.json')))
    .map((path) => ({ path }));
  const tests = {
    extends: './tsconfig.test-base.json',
    // Some tests run functions in a browser.
    compilerOptions: {
      lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable'],
      tsBuildInfoFile: 'node_modules/.cache/tests.tsbuildinfo',
    },
    include: ['apps/*/test', 'packages/*/test', 'infra/*/test', 'infra/test/*/test'],
    exclude: ['**/dist', '**/node_modules', 'infra/lab'],
    references,
  };
  const textOf = (config: object) => `${JSON.stringify(config, null, 2)}\n`;
  return { 'tsconfig.build.json': textOf({ files: [], references }), 'tsconfig.json': textOf(tests) };
}
