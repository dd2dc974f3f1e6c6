import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBuiltCommand } from '@funnel/testing';
import { afterAll, expect, test } from '@jest/globals';

const localDir = mkdtempSync(join(tmpdir(), 'funnel-fuzz-'));
afterAll(() => rmSync(localDir, { recursive: true, force: true }));

test('a few hundred requests to all services find nothing', () => {
  const command = { name: 'fuzz', folder: 'trials/dist/fuzz', localDir };
  const output = runBuiltCommand(command, '--requests', '400', '--seed', '15');
  expect(output).toContain('400 requests');
  expect(output).toContain('No failures');
  // Requests that are all refused would find nothing.
  for (const service of ['rest', 'intake', 'mcp', 'authorization', 'dashboard'])
    expect(output).toMatch(new RegExp(`^${service} .*\\n +200: [1-9]`, 'm'));
});
