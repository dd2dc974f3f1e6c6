import { describe, expect, test } from '@jest/globals';
import { pageWith, replacePart } from '../src/performance/report/docs.ts';
import { spreadOf } from '../src/performance/measure/statistics.ts';
import type { Results } from '../src/performance/report/results.ts';
import { QUICK } from '../src/performance/settings.ts';

const results: Results = {
  measuredOn: '2026-11-14',
  machine: {
    cores: 2,
    processor: 'A & B <C>',
    memoryGb: 8,
    platform: 'linux x64',
    node: 'Node 20',
    postgres: 'PostgreSQL 18',
    duckdb: 'DuckDB 1',
    loadBefore: 0.5,
  },
  settings: QUICK,
  sections: {
    reports: [
      {
        what: 'kept',
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

describe('the page', () => {
  const page = ['machine', 'targets', 'information']
    .map((name) => `Before.\n\n<!-- measured: ${name} -->\nold\n<!-- end of ${name} -->\n`)
    .join('\n');

  test('gets the machine, the rows with a target and the others', () => {
    const updated = pageWith(page, results);
    expect(updated).not.toContain('old');
    expect(updated).toMatch(/with 400,000 events: 2 cores/);
    expect(updated).toMatch(/measured: targets -->\n\n\| what[^<]*\| kept[^<]*\| ok /);
    expect(updated).toMatch(/measured: information -->\n\n\| what[^<]*\| only shown/);
    expect(pageWith(updated, results)).toBe(updated);
  });

  test('says so if other work kept the machine busy', () => {
    const busy = { ...results, machine: { ...results.machine, loadBefore: 7 } };
    expect(pageWith(page, busy)).toContain('(load 7): do not trust these figures');
    expect(pageWith(page, results)).not.toContain('do not trust');
  });

  test('without markers is an error', () => {
    expect(() => replacePart('no markers', 'targets', '')).toThrow(
      'docs/explanation/performance.md has no markers for targets',
    );
  });
});
