import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Results } from '../../src/bench/report/results.ts';
import { SECTION_NAMES } from '../../src/bench/settings.ts';
import { runLab } from '../support/run-lab.ts';

const folder = mkdtempSync(join(tmpdir(), 'funnel-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('npm run -s bench measures every section on real services', () => {
  const file = join(folder, 'results.json');
  const stdout = runLab('bench', '--tiny', '--json', file);
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
  expect(Object.keys(results.sections)).toEqual(SECTION_NAMES);
  for (const rows of Object.values(results.sections)) {
    for (const { what, measured } of rows) {
      expect(stdout).toContain(what);
      expect([what, measured?.median ?? 0]).toEqual([what, expect.any(Number)]);
    }
  }
  expect(results.machine).toContain(process.arch);
  const others = results.sections.concurrency?.find(({ what }) => what.includes('neither'));
  expect(others?.measured?.median).toBe(0);
});
