import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of all workspaces, as pnpm-workspace.yaml lists them: `apps/cli`, `infra/test/support` and so on. */
export function workspaceFolders(root) {
  const text = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const [list = ''] = /^packages:\n(?: {2}- .*\n)+/m.exec(text) ?? [];
  return [...list.matchAll(/- (.+)\/\*$/gm)]
    .flatMap(([, parent]) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort();
}
