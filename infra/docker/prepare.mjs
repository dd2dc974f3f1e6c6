/**
 * Writes each service with its production dependencies, and nothing else, into a folder of its own. `node
 * infra/docker/prepare.mjs FOLDER`; the Dockerfile runs it, and CI may run it outside and pass the result in.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const APPS = ['rest-api', 'mcp-server', 'authorization-server', 'insights-worker', 'event-intake', 'cli'];
/** What pnpm leaves in a deployed folder, and the service does not need. */
const LEFT_OVER = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'README.md'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.argv[2];
if (!target) throw new Error('Pass the folder to write to.');

// Installs and builds.
run(process.execPath, ['infra/local/bootstrap.mjs', 'help']);
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, '.local', packageManager.replace('@', '-'), 'node_modules', '.bin');
process.env.PATH = `${bin}${delimiter}${process.env.PATH}`;
mkdirSync(target, { recursive: true });
for (const app of APPS) {
  const folder = resolve(target, app);
  rmSync(folder, { recursive: true, force: true });
  run('pnpm', ['--filter', `@funnel/${app}`, 'deploy', '--prod', folder]);
  for (const name of LEFT_OVER) rmSync(join(folder, name), { force: true });
  copyFileSync(join(root, 'infra', 'docker', 'health.mjs'), join(folder, 'health.mjs'));
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
