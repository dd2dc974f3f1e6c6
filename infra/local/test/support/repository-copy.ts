import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workspaceFolders } from '../../workspaces.mjs';

/** A copy of the repository that can be changed, built and checked. */
export interface RepositoryCopy {
  root: string;
  /** Runs a Node script in the copy. */
  node(...args: string[]): { status: number; output: string };
  /** Removes a new file, or restores a changed one. */
  undo(file: string): void;
  remove(): void;
}

/** Copies what git knows, with the build and links to the installed dependencies, as one commit on main. */
export function copyRepository(original: string): RepositoryCopy {
  const root = mkdtempSync(join(tmpdir(), 'funnel-copy-'));
  const files = run('git', ['ls-files', '-co', '--exclude-standard'], original).output.split('\n');
  for (const file of files.filter((name) => name && existsSync(join(original, name)))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(original, file), join(root, file), { preserveTimestamps: true });
  }
  for (const folder of workspaceFolders(original)) {
    for (const part of ['dist', 'node_modules']) {
      const from = join(original, folder, part);
      const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
      if (existsSync(from)) cpSync(from, join(root, folder, part), options);
    }
  }
  // The root's own folder of links: tools write caches into it.
  mkdirSync(join(root, 'node_modules'));
  for (const entry of readdirSync(join(original, 'node_modules')))
    if (entry !== '.cache')
      symlinkSync(join(original, 'node_modules', entry), join(root, 'node_modules', entry));

  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=test', '-c', 'user.email=test', ...args], root);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'copy');
  return {
    root,
    node: (...args) => run(process.execPath, args, root),
    undo(file) {
      if (git('checkout', '-q', '--', file).status !== 0) rmSync(join(root, file));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function run(program: string, args: string[], cwd: string): { status: number; output: string } {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const result = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return { status: result.status ?? 1, output: `${result.stdout}${result.stderr}` };
}
