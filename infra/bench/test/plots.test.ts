import { describe, expect, test } from '@jest/globals';
import { pageWith, plotsOf, replacePart } from '../src/performance/report/docs.ts';
import type { Results } from '../src/performance/report/results.ts';
import { single } from '../src/performance/report/row.ts';
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
    reports: {
      rows: [
        {
          what: 'kept',
          against: '',
          unit: 'times',
          target: { atMost: 1 },
          measured: single(0.5),
          detail: '',
        },
        { what: 'only shown', against: '', unit: 'ms', measured: single(3), detail: '' },
      ],
      times: [{ title: 'website & "more" <30 days>', product: 0.4, duckdb: 40, postgres: 4_000 }],
    },
    http: { rows: [], times: [{ title: 'website & "more" <30 days>', http: 4 }] },
    concurrency: {
      rows: [],
      concurrency: [
        { connections: 1, busyCore: false, perSecond: 100, p50Ms: 5, p99Ms: 20, statuses: { 200: 100 } },
        { connections: 400, busyCore: true, perSecond: 0, p50Ms: 900, p99Ms: 2_000, statuses: {} },
      ],
    },
    growth: {
      rows: [],
      growth: (['product', 'duckdb'] as const).map((contender) => ({
        title: 'website',
        contender,
        points: [
          { events: 1_000_000, ms: 5 },
          { events: 10_000_000, ms: contender === 'product' ? 5.5 : 50 },
        ],
      })),
    },
  },
};

describe('plots', () => {
  const plots = plotsOf(results);

  test('one for each section', () => {
    expect(Object.keys(plots)).toEqual(['reports', 'concurrency', 'growth']);
    expect(plotsOf({ ...results, sections: {} })).toEqual({});
  });

  test.each(Object.entries(plots))('%s is well-formed and has only numbers as coordinates', (_name, svg) => {
    expect(faultsOf(svg)).toEqual([]);
    for (const [, name, value] of svg.matchAll(/ (x|y|x1|x2|y1|y2|width|height)="([^"]*)"/g)) {
      expect([name, Number(value)]).toEqual([name, expect.any(Number)]);
      expect(Number(value)).toBeGreaterThanOrEqual(0);
    }
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test.each(Object.entries(plots))('%s is readable on a light and on a dark page', (_name, svg) => {
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
  });

  test('the times of a question in process and over HTTP are in one group', () => {
    expect(plots['reports']?.match(/<rect [^>]*height="9"/g)).toHaveLength(4);
  });
});

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

/** Tags that are not closed, or closed in the wrong order. Enough for what this project generates. */
function faultsOf(svg: string): string[] {
  const open: string[] = [];
  const withoutTags = svg.replaceAll(
    /<(\/?)(\w+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g,
    (_tag, end, name, _attributes, isEmpty) => {
      if (end && open.pop() !== name) open.push(`unexpected </${name}>`);
      if (!end && !isEmpty) open.push(name);
      return '';
    },
  );
  const stray = withoutTags.match(/<|&(?!amp;|lt;|gt;|quot;)/g) ?? [];
  return [...open, ...stray];
}
