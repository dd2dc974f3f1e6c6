import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import type { Results } from '../src/performance/report/results.ts';
import { SECTION_NAMES } from '../src/performance/sections/section-names.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function bench(...args: string[]) {
  const call = JSON.stringify({ command: 'bench', args, root: ROOT });
  const script = `const { main } = await import('./infra/bench/dist/main.js'); process.exitCode = await main(${call})`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FUNNEL_LOCAL_DIR: folder, INIT_CWD: folder },
  });
}

test('pnpm bench measures every section on real services, and prints the results of an earlier run again', () => {
  const run = bench('--tiny', '--json', 'results.json');
  expect({ status: run.status, stderr: run.status === 0 ? '' : run.stderr }).toEqual({
    status: 0,
    stderr: '',
  });
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
  expect(Object.keys(results.sections)).toEqual(SECTION_NAMES);
  for (const section of Object.values(results.sections)) {
    for (const { what, measured } of section.rows) {
      expect(run.stdout).toContain(what);
      expect([what, measured?.median ?? 0]).toEqual([what, expect.any(Number)]);
    }
  }
  const answered = results.sections.concurrency?.rows[0];
  expect([answered?.what, answered?.measured?.median]).toEqual([expect.stringMatching(/at once/), 10]);

  const again = bench('--from', 'results.json');
  expect(again.stdout).toBe(run.stdout);
  expect(again.status).toBe(0);
});
