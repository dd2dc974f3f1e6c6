import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Runs a command of the lab from its build, with its files in a folder that is then deleted. Returns what it prints; throws if it fails. */
export function runLab(command: string, ...args: string[]): string {
  const localDir = mkdtempSync(join(tmpdir(), `funnel-${command}-`));
  const call = JSON.stringify({ command, args, root: ROOT });
  const script = `const { main } = await import('./infra/lab/dist/main.js'); process.exitCode = await main(${call})`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FUNNEL_LOCAL_DIR: localDir },
  });
  rmSync(localDir, { recursive: true, force: true });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return run.stdout;
}
