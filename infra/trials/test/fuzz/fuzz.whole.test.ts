import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'funnel-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a few hundred requests to all services find nothing', () => {
  const run = fuzz('--requests', '400', '--seed', '15');
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  expect(run.stdout).toContain('400 requests');
  expect(run.stdout).toContain('No failures');
  // Requests that are all refused would find nothing.
  for (const service of ['rest', 'intake', 'mcp', 'authorization'])
    expect(run.stdout).toMatch(new RegExp(`^${service} .*\\n +200: [1-9]`, 'm'));
});

function fuzz(...args: string[]) {
  const call = JSON.stringify({ command: 'fuzz', args, root: ROOT });
  const script = `const { main } = await import('./infra/trials/dist/fuzz/main.js'); process.exitCode = await main(${call})`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FUNNEL_LOCAL_DIR: folder },
  });
}
