import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readArguments } from '../../src/conformance/main.ts';
import { REVISIONS } from '../../src/conformance/official-tool.ts';

test.each(REVISIONS)('the baseline of %s lists single checks, each once and with a reason', (revision) => {
  const file = new URL(`../../baseline/${revision}.yml`, import.meta.url);
  const lines = readFileSync(file, 'utf8').split('\n');
  const entries = lines.filter((line) => !/^\s*(#.*)?$/.test(line) && line !== 'server:');
  const checks = entries.map((line) => /^ {2}- ([\w-]+:[\w-]+) # \S/.exec(line)?.[1]);
  expect(checks).toEqual(entries.map(() => expect.any(String)));
  expect(new Set(checks).size).toBe(checks.length);
  // Every response must follow the schema of the protocol.
  expect(checks.filter((check) => check?.endsWith(':wire-schema-valid'))).toEqual([]);
});

test('both revisions are checked, or the one that is named', () => {
  expect(readArguments([])).toEqual(REVISIONS);
  expect(readArguments(['--revision', '2026-07-28'])).toEqual(['2026-07-28']);
  expect(() => readArguments(['--revision', '2024-11-05'])).toThrow('There is no baseline for 2024-11-05.');
});
