import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fileWith } from '../../src/bench/report/docs.ts';
import { spreadOf } from '../../src/bench/measure/statistics.ts';
import { isGood, type Results } from '../../src/bench/report/results.ts';
import { SECTION_NAMES } from '../../src/bench/settings.ts';

const HEADER =
  'section,what,against,target,measured,half of the rounds,verdict,figures,measured on,commit,machine';
const OLD = `${HEADER}\nfloors,old floor,,,,,,,,,\nreports,old report,,,,,,,,,\n`;

const results: Results = {
  measuredOn: '2026-11-14',
  commit: 'abcdef12',
  machine: '2 cores, A & B "C"',
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

test('a section of the file gets its rows, the commit and the machine; the others keep theirs', () => {
  const about = '2026-11-14,abcdef12,"2 cores, A & B ""C"""';
  const updated = fileWith(OLD, results);
  expect(updated).toBe(
    `${HEADER}\nfloors,old floor,,,,,,,,,\n` +
      `reports,a report,,at most 1.00,0.50,,ok,,${about}\nreports,only shown,,,3.00 ms,,,,${about}\n`,
  );
  expect(fileWith(updated, results)).toBe(updated);
});

test('a run of another size says so and cannot fail', () => {
  const [row] = results.sections.reports ?? [];
  const slow: Results = {
    ...results,
    sections: row ? { reports: [{ ...row, measured: spreadOf([2]) }] } : {},
  };
  const quick: Results = { ...slow, size: 'quick' };
  expect(fileWith(OLD, quick)).toContain('run with --quick');
  expect([isGood(results), isGood(slow), isGood(quick)]).toEqual([true, false, true]);
});

test('the file has figures of every section, in the form in which they are written', () => {
  const file = readFileSync(new URL('../../../../docs/explanation/performance.csv', import.meta.url), 'utf8');
  for (const name of SECTION_NAMES) expect(file).toContain(`\n${name},`);
  expect(fileWith(file, { ...results, sections: {} })).toBe(file);
});
