import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs a root command (`npm run -s NAME`) from its build in `infra/FOLDER`, such as `trials/dist/faults`, with its files in `localDir`. Returns what it prints;
 * throws if it fails.
 */
export function runBuiltCommand(
  command: { name: string; folder: string; localDir: string },
  ...args: string[]
): string {
  const call = JSON.stringify({ command: command.name, args, root: ROOT });
  const script = `const { main } = await import('./infra/${command.folder}/main.js'); process.exitCode = await main(${call})`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FUNNEL_LOCAL_DIR: command.localDir, INIT_CWD: command.localDir },
  });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return run.stdout;
}
