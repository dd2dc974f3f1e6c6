import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { pageWith, replacePart } from '../src/performance/report/docs.ts';
import { spreadOf } from '../src/performance/measure/statistics.ts';
import { parseResults, type Results } from '../src/performance/report/results.ts';
import { QUICK } from '../src/performance/settings.ts';

const results: Results = {
  measuredOn: '2026-11-14',
  commit: 'abcdef12',
  machine: {
    cores: 2,
    processor: 'A & B <C>',
    memoryGb: 8,
    platform: 'linux',
    architecture: 'arm64',
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
  seconds: { reports: 30, growth: 300 },
};

describe('the page', () => {
  const partsOf = (architecture: string) =>
    ['machine', 'targets', 'information']
      .map((name) => `${name} ${architecture}`)
      .map((name) => `Before.\n\n<!-- measured: ${name} -->\nold ${name}\n<!-- end of ${name} -->\n`)
      .join('\n');
  const page = partsOf('arm64');

  test('gets the machine, the rows with a target and the others', () => {
    const updated = pageWith(page, results);
    expect(updated).not.toContain('old');
    expect(updated).toMatch(/on 2026-11-14 at commit abcdef12 with 400,000 events: 2 cores/);
    expect(updated).toContain('It took 6 min: reports 30 s, growth 5 min.');
    expect(updated).toMatch(/measured: targets arm64 -->\n\n\| what[^<]*\| kept[^<]*\| ok /);
    expect(updated).toMatch(/measured: information arm64 -->\n\n\| what[^<]*\| only shown/);
    expect(pageWith(updated, results)).toBe(updated);
  });

  test('keeps what was measured on another architecture', () => {
    const others = partsOf('x64');
    const updated = pageWith(`${others}\n${page}`, results);
    expect(updated.startsWith(others)).toBe(true);
    expect(updated).not.toContain('old machine arm64');
  });

  test('has no place for an architecture that nobody has written about', () => {
    const machine = { ...results.machine, architecture: 'riscv64' };
    expect(() => pageWith(page, { ...results, machine })).toThrow('no markers for machine riscv64');
  });

  test('has places for both architectures that the services are built for', () => {
    const real = readFileSync(new URL('../../../docs/explanation/performance.md', import.meta.url), 'utf8');
    for (const architecture of ['x64', 'arm64']) {
      const machine = { ...results.machine, architecture };
      expect(pageWith(real, { ...results, machine })).toContain('only shown');
    }
  });

  test('says so if other work kept the machine busy', () => {
    const busy = { ...results, machine: { ...results.machine, loadBefore: 7 } };
    expect(pageWith(page, busy)).toContain('(load 7): do not trust these figures');
    expect(pageWith(page, results)).not.toContain('do not trust');
  });

  test('results that do not say their architecture are rejected', () => {
    const { architecture: _, ...machine } = results.machine;
    expect(() => parseResults(JSON.stringify({ ...results, machine }))).toThrow('measure again');
    expect(parseResults(JSON.stringify(results))).toEqual(results);
  });

  test('without markers is an error', () => {
    expect(() => replacePart('no markers', 'targets', '')).toThrow(
      'docs/explanation/performance.md has no markers for targets',
    );
  });
});
