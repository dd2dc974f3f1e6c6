import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `pnpm faults`, with its files in `folder`. */
function faults(...args: string[]): string {
  const call = JSON.stringify({ command: 'faults', args, root: ROOT });
  const script = `const { main } = await import('./infra/faults/dist/main.js'); process.exitCode = await main(${call})`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FUNNEL_LOCAL_DIR: folder, INIT_CWD: folder },
  });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return run.stdout;
}

test('callers get 503 while a part is gone, and what was answered with 200 is counted once', () => {
  const names = ['kills', 'postgres-restart', 'postgres-pause', 'authorization-server-gone'];
  const [kills = '', ...table] = faults(...names, '--kills', '4', '--quick').split('\n');
  const result = JSON.parse(kills) as Record<string, unknown>;
  expect(result).toMatchObject({ differences: 0, crashes: 0 });
  expect(result['events']).toBeGreaterThan(0);
  expect(result['read_back']).toBeGreaterThan(0);

  expect(table.join('\n')).toMatch(/\d+ events accepted, 0 differences, 0 crashes/);
  const rows = table.filter((line) => /\| (events|report|tool call) \|/.test(line));
  expect(rows).toHaveLength(9);
  for (const row of rows) expect(row).toMatch(/\| (none|503 \(\d+\)) \|/);
  for (const row of rows.slice(6)) expect(row).toMatch(/503/);
});
