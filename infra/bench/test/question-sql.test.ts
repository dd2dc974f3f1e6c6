import { expect, test } from '@jest/globals';
import { pathOf } from '../src/performance/contenders/product-over-http.ts';
import { DISTINCT, questionSql } from '../src/performance/question-sql.ts';
import { QUESTION_NAMES, questionOf } from '../src/performance/questions.ts';
import { TOOL_OPERATIONS } from '@funnel/operations';

/** Reports whose SQL is written. A new report may come later, but none of these may be lost. */
const ASKED = 10;

test('reports are asked for, as many as ever', () => {
  const asked = new Set<string>(QUESTION_NAMES.map((name) => questionOf(name).operation));
  const existing = TOOL_OPERATIONS.filter(({ name }) => asked.has(name));
  expect(existing.length).toBeGreaterThanOrEqual(ASKED);
  expect(existing).toHaveLength(asked.size);
});

test('a window ends with today, and the previous period just before it', () => {
  const sql = questionSql({ days: 90, previous: true, byDay: true }, DISTINCT.exact);
  const windows = [...sql.matchAll(/occurred_at >= '([^']+)' and occurred_at < '([^']+)'/g)];
  expect(windows.map(([, from, to]) => `${from} ${to}`)).toEqual([
    '2026-08-17 2026-11-15',
    '2026-05-19 2026-08-17',
    '2026-08-17 2026-11-15',
  ]);
});

test('every question is about one website', () => {
  for (const name of QUESTION_NAMES) {
    const { events } = questionOf(name);
    const parts = events ? questionSql(events, DISTINCT.exact).split('from events').slice(1) : [];
    for (const part of parts) expect(part).toMatch(/^ where website_id = 1\b/);
  }
});

test('the path has the id, and the query the other parameters', () => {
  expect(pathOf(questionOf('campaign_30'))).toBe('/reports/campaigns/1?timeframe=last_30_days');
  expect(pathOf(questionOf('websites'))).toBe('/reports/websites');
});
