import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedFiles } from './generate-files.ts';

const PARENTS = ['apps', 'infra', 'packages'];
/** Its own commands compile it. */
const LAB = 'infra/lab';

/** What the compiler builds and what it only checks: every package with sources, and every folder of tests. */
export function projectLists(root: string): GeneratedFiles {
  const folders = PARENTS.flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
    .filter((folder) => folder !== LAB)
    .sort();
  const textOf = (paths: readonly string[]) => {
    const references = paths
      .filter((path) => existsSync(join(root, path, 'tsconfig.json')))
      .map((path) => ({ path }));
    return `${JSON.stringify({ files: [], references }, null, 2)}\n`;
  };
  return {
    'tsconfig.json': textOf(folders),
    'tsconfig.tests.json': textOf(folders.map((folder) => `${folder}/test`)),
  };
}
