import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICES } from '@funnel/local';
import { LocalError } from '@funnel/servers';
import { say } from '../../trial.ts';

export interface Version {
  /** In messages. */
  name: string;
  root: string;
  migrations: readonly string[];
}

/** Written last: a folder without it is not complete. */
const MARKER = '.complete';
const MIGRATIONS = join('packages', 'db', 'drizzle');

/** The built code in a folder; by default that of this clone, as it is. */
export function versionIn(root: string, name = 'this version'): Version {
  const journal = join(root, MIGRATIONS, 'meta', '_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  return { name, root, migrations: entries.map(({ tag }) => tag) };
}

/** Unpacks, installs and builds an earlier commit in a folder below `localDir`, unless it is there already. */
export async function earlierVersion(root: string, localDir: string, ref: string): Promise<Version> {
  const commit = commitOf(root, ref);
  const name = commit.slice(0, 12);
  const folder = join(localDir, 'versions', name);
  if (!existsSync(join(folder, MARKER))) {
    say(`building ${name}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const archive = join(folder, 'source.tar');
    run('git', ['archive', `--output=${archive}`, commit], root);
    run('tar', ['-xf', archive], folder);
    await rm(archive);
    build(folder);
    await writeFile(join(folder, MARKER), '');
  }
  return versionIn(folder, name);
}

/** The commit of a ref. A clone without tags still knows a version: the commit that wrote it into package.json. */
export function commitOf(root: string, ref: string): string {
  const known = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (known.status === 0) return known.stdout.trim();
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(ref) ?? [];
  const wrote = version
    ? run('git', ['log', '--format=%H', '-1', `-S"version": "${version}"`, '--', 'package.json'], root).trim()
    : '';
  if (wrote === '') throw new LocalError(`There is no commit ${ref} in this clone.`);
  return hasVersion(root, wrote, version ?? '') ? wrote : `${wrote}^`;
}

/** Git also names the commit that replaced a version by the next one. */
function hasVersion(root: string, commit: string, version: string): boolean {
  return run('git', ['show', `${commit}:package.json`], root).includes(`"version": "${version}"`);
}

/** Only the services and the operator's commands. */
function build(folder: string): void {
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent'], folder);
  // An older version may lack a service.
  const apps = [...SERVICES.map(({ app }) => app), 'cli']
    .map((app) => join('apps', app))
    .filter((path) => existsSync(join(folder, path)));
  run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', ...apps], folder);
  // It was called chat-view up to version 1.1.
  const views = ['report-view', 'chat-view'].map((name) => join('packages', name, 'build.mjs'));
  const view = views.find((path) => existsSync(join(folder, path)));
  if (view !== undefined) run(process.execPath, [view], folder);
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new LocalError(
      `${program} ${args.join(' ')} failed in ${cwd}.\n${error?.message ?? stdout + stderr}`,
    );
  return stdout;
}
