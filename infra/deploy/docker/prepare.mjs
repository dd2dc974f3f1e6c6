/**
 * `node infra/deploy/docker/prepare.mjs FOLDER`: writes each service with its production dependencies, and nothing else, into a
 * folder of its own. The Dockerfile runs it; CI may run it outside and pass the result in.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICES } from '../secrets/secret.mjs';

const APPS = [...SERVICES, 'cli'];
/** What pnpm leaves in a deployed folder, and a service does not need. */
const LEFT_OVER = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'README.md'];
/** Files of packages that are for people and compilers. Our own source maps stay: they give errors their lines. */
const UNUSED = /\.d\.[cm]?ts(\.map)?$|\.tsbuildinfo$|^(readme|changelog|history)(\.md)?$/i;
const FOREIGN_SOURCE = /\.map$|\.tsx?$/;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [target] = process.argv.slice(2);
if (!target) throw new Error('Usage: node infra/deploy/docker/prepare.mjs FOLDER');

run(process.execPath, ['infra/local/bootstrap.mjs', 'build']);
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, '.local', packageManager.replace('@', '-'), 'node_modules', '.bin');
process.env.PATH = `${bin}${delimiter}${process.env.PATH}`;
mkdirSync(target, { recursive: true });
for (const app of APPS) {
  const folder = resolve(target, app);
  rmSync(folder, { recursive: true, force: true });
  // The install has checked the age of every release; asking the registry again takes half a minute.
  run('pnpm', ['--filter', `@funnel/${app}`, '--config.minimumReleaseAge=0', 'deploy', '--prod', folder]);
  for (const name of LEFT_OVER) rmSync(join(folder, name), { force: true });
  removeUnused(folder);
  copyFileSync(join(root, 'infra', 'deploy', 'docker', 'health.mjs'), join(folder, 'health.mjs'));
}

function removeUnused(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const isForeign = path.includes('/node_modules/') && !path.includes('/node_modules/@funnel/');
    if (UNUSED.test(entry.name) || (isForeign && FOREIGN_SOURCE.test(entry.name))) rmSync(path);
  }
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
