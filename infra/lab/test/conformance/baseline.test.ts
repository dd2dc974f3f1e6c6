import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readArguments } from '../../src/conformance/main.ts';
import { parseBaseline, REVISIONS } from '../../src/conformance/official-tool.ts';

test.each(REVISIONS)('the baseline of %s lists single checks, each with a reason', (revision) => {
  const file = new URL(`../../baseline/${revision}.yml`, import.meta.url);
  const reasons = parseBaseline(readFileSync(file, 'utf8'));
  expect(reasons.size).toBeGreaterThan(0);
  // Every response must follow the schema of the protocol.
  expect([...reasons.keys()].filter((check) => check.endsWith(':wire-schema-valid'))).toEqual([]);
});

test.each([
  ['no reason', '  - ping:ping'],
  ['an empty reason', '  - ping:ping # '],
  ['a whole scenario', '  - ping # too coarse'],
  ['a mapping', '  - ping: ping # one space too many'],
  ['another section', 'client:'],
  ['the same check twice', '  - ping:ping # one\n  - ping:ping # two'],
])('rejects a baseline with %s', (_what, lines) => {
  expect(() => parseBaseline(`server:\n${lines}\n`)).toThrow(/^Line [23] of the baseline/);
});

test('both revisions are checked, or the one that is named', () => {
  expect(readArguments([])).toEqual(REVISIONS);
  expect(readArguments(['--revision', '2026-07-28'])).toEqual(['2026-07-28']);
  expect(() => readArguments(['--revision', '2024-11-05'])).toThrow('There is no baseline for 2024-11-05.');
});
