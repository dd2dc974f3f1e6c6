/**
 * A relative import must stay in its package: what another package offers is imported by name. Reads every
 * TypeScript and JavaScript file, and the type imports and mocks in them too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** From a folder to a folder, and why there is no other way. */
const EXCEPTIONS = [
  // infra/testing depends on db and admin, so they cannot depend on it: turbo rejects the cycle.
  ['packages/db/test/', 'infra/testing/src/'],
  ['packages/admin/test/', 'infra/testing/src/'],
  // Runs before anything is installed, and then starts what was just built.
  ['infra/local/bootstrap.mjs', 'infra/'],
  // Plain scripts of the root package.
  ['infra/checks/', 'infra/local/dist/'],
];
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bmockModule\s*\(\s*)(['"`])(\.[^'"`]*)\1/g;

const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs'], {
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((file) => file && existsSync(file));

const faults = files.flatMap((file) => {
  const folder = packageOf(file);
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(IMPORT)]
    .map(([, , specifier]) => join(dirname(file), specifier))
    .filter((target) => relative(folder, target).startsWith('..'))
    .filter((target) => !EXCEPTIONS.some(([from, to]) => file.startsWith(from) && target.startsWith(to)))
    .map((target) => `${file}: imports ${target} by path; import its package by name instead`);
});

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${files.length} files import other packages by name`);

/** The folder of the nearest package.json; infra/checks belongs to the root. */
function packageOf(file) {
  let folder = dirname(file);
  while (folder !== '.' && !existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder === '.' ? dirname(file) : folder;
}
