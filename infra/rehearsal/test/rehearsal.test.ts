import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBuiltCommand } from '@funnel/testing';
import { afterAll, expect, test } from '@jest/globals';

const localDir = mkdtempSync(join(tmpdir(), 'funnel-rehearsal-'));
afterAll(() => rmSync(localDir, { recursive: true, force: true }));

const rehearse = (...args: string[]) =>
  runBuiltCommand({ name: 'rehearse', folder: 'rehearsal', localDir }, ...args);

test('a service whose instances are replaced one by one drops no request, and no number differs', () => {
  const output = rehearse('--services', 'rest-api', '--calm', '0.2');
  expect(output).toMatch(/^\| rest-api is replaced \| \d+\.\d s \| [1-9]\d* \| 0 \|/m);
  expect(output).toMatch(/^[1-9]\d* requests, 0 failed; [1-9]\d* events accepted, 0 differences$/m);
});
