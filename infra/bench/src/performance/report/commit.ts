import { spawnSync } from 'node:child_process';

/** The commit that is measured, and whether it was changed; undefined without git. */
export function commitOf(root: string): string | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=8', 'HEAD');
  if (status !== 0) return undefined;
  const isChanged = git('status', '--porcelain').stdout.trim() !== '';
  return `${stdout.trim()}${isChanged ? ' with changes' : ''}`;
}
