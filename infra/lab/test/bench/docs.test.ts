import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { pageWith, replacePart } from '../../src/bench/report/docs.ts';
import { spreadOf } from '../../src/bench/measure/statistics.ts';
import { isGood, type Results } from '../../src/bench/report/results.ts';
import { SECTION_NAMES } from '../../src/bench/settings.ts';

const results: Results = {
  measuredOn: '2026-11-14',
  commit: 'abcdef12',
  machine: '2 cores (A & B <C>)',
  size: 'full',
  sections: {
    reports: [
      {
        what: 'a report',
        against: '',
        unit: 'times',
        target: { atMost: 1 },
        measured: spreadOf([0.5]),
        detail: '',
      },
      { what: 'only shown', against: '', unit: 'ms', measured: spreadOf([3]), detail: '' },
    ],
  },
};
const partOf = (name: string) =>
  `Before.\n\n<!-- measured: ${name} -->\nold ${name}\n<!-- end of ${name} -->\n`;

test('a section of the page gets its rows, the commit and the machine; the others keep theirs', () => {
  const updated = pageWith(partOf('reports') + partOf('floors'), results);
  expect(updated).toMatch(
    /measured: reports -->\n\n\| what[^<]*\| a report[^<]*\| ok [^<]*only shown[^<]*Measured on 2026-11-14 at commit abcdef12: 2 cores \(A & B <C>\)/,
  );
  expect(updated).not.toContain('old reports');
  expect(updated).toContain(partOf('floors'));
  expect(pageWith(updated, results)).toBe(updated);
});

test('a run of another size says so and cannot fail', () => {
  const [row] = results.sections.reports ?? [];
  const slow: Results = {
    ...results,
    sections: row ? { reports: [{ ...row, measured: spreadOf([2]) }] } : {},
  };
  const quick: Results = { ...slow, size: 'quick' };
  expect(pageWith(partOf('reports'), quick)).toContain('with `--quick`');
  expect([isGood(results), isGood(slow), isGood(quick)]).toEqual([true, false, true]);
});

test('the page has a place for every section', () => {
  const page = readFileSync(new URL('../../../../docs/reference/benchmarks.md', import.meta.url), 'utf8');
  for (const name of SECTION_NAMES) expect(replacePart(page, name, 'new figures')).toContain('new figures');
  expect(() => replacePart('no markers', 'floors', '')).toThrow('benchmarks.md has no markers for floors');
});
