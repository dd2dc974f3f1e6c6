import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFolders } from '../../local/workspaces.mjs';
import type { GeneratedFiles } from './generate-files.ts';

/** Its own commands compile it. */
const LAB = 'infra/lab';

/** What the compiler builds and what it only checks: every package with sources, and every folder of tests. */
export function projectLists(root: string): GeneratedFiles {
  const folders = workspaceFolders(root).filter((folder) => folder !== LAB);
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
