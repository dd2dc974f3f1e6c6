import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';
import type { Version } from './version.ts';

/** Runs an operator's command of a version. Returns its standard output. */
export function operate(
  version: Version,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  input?: string,
): string {
  const main = join(version.root, 'apps', 'cli', 'dist', 'main.js');
  const done = spawnSync(process.execPath, [main, ...args], {
    env,
    encoding: 'utf8',
    ...(input !== undefined && { input }),
  });
  if (done.status !== 0) throw new LocalError(`${args[0]} of ${version.name} failed.\n${done.stderr}`);
  return done.stdout;
}
