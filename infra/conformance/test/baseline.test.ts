import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseBaseline } from '../src/baseline.ts';
import { REVISIONS } from '../src/revisions.ts';

test.each(REVISIONS)('the baseline of %s excuses single checks, each with its reason', (revision) => {
  const file = new URL(`../baseline/${revision}.yml`, import.meta.url);
  const reasons = parseBaseline(readFileSync(file, 'utf8'));
  expect(reasons.size).toBeGreaterThan(0);
  // Whatever is asked for, the answer must have the protocol's form.
  expect([...reasons.keys()].filter((check) => check.endsWith(':wire-schema-valid'))).toEqual([]);
});

test.each([
  ['no reason', '  - ping:ping'],
  ['an empty reason', '  - ping:ping # '],
  ['a whole scenario', '  - ping # too coarse'],
  ['a mapping', '  - ping: ping # a space too much'],
  ['another section', 'client:'],
  ['the same check twice', '  - ping:ping # one\n  - ping:ping # two'],
])('a baseline with %s is refused', (_what, lines) => {
  expect(() => parseBaseline(`server:\n${lines}\n`)).toThrow(/^Line [23] of the baseline/);
});
