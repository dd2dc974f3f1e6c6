import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The files of the repository, also new ones, without those that git ignores. */
export function repositoryFiles(...patterns) {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\n').filter((file) => file && existsSync(file));
}
