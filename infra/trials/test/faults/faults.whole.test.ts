import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBuiltCommand } from '@funnel/testing';
import { afterAll, expect, test } from '@jest/globals';

const localDir = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
afterAll(() => rmSync(localDir, { recursive: true, force: true }));

const faults = (...args: string[]) =>
  runBuiltCommand({ name: 'faults', folder: 'trials/dist/faults', localDir }, ...args);

test('callers get 503 while a part is gone, and what was answered with 200 is counted once', () => {
  const names = ['kills', 'postgres-restart', 'postgres-pause', 'backends-stop', 'authorization-server-gone'];
  const [kills = '', ...table] = faults(...names, '--kills', '4', '--quick').split('\n');
  const result = JSON.parse(kills) as Record<string, unknown>;
  expect(result).toMatchObject({ differences: 0, crashes: 0 });
  expect(result['events']).toBeGreaterThan(0);
  for (const name of ['read_back', 'files', 'packed_ids', 'packed_rollups'])
    expect(result[name]).toBeGreaterThan(0);

  expect(table.join('\n')).toMatch(/\d+ events accepted, 0 differences, 0 crashes/);
  const rows = table.filter((line) => /\| (events|report|tool call) \|/.test(line));
  expect(rows).toHaveLength(12);
  for (const row of rows) expect(row).toMatch(/\| (none|503 \(\d+\)) \|/);
  for (const row of rows.slice(9)) expect(row).toMatch(/503/);
});
