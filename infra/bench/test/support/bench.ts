import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Runs `npm run -s bench`, with its files in `folder`. */
export function bench(folder: string, ...args: string[]) {
  const call = JSON.stringify({ command: 'bench', args, root: ROOT });
  const script = `const { main } = await import('./infra/bench/dist/main.js'); process.exitCode = await main(${call})`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FUNNEL_LOCAL_DIR: folder, INIT_CWD: folder },
  });
}
