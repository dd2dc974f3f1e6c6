import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The files of the repository, also new ones, without those that git ignores. */
export function repositoryFiles(...patterns) {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', ...patterns],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`git ls-files ended with ${status}: ${stderr}`);
  return stdout.split('\n').filter((file) => file && existsSync(file));
}
