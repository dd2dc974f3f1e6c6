import { expect, test } from '@jest/globals';
import type { Body } from '../src/view/answers/bodies.ts';
import { csvOf } from '../src/view/tables/csv.ts';
import type { Series } from '../src/view/series/series.ts';
import { hasFile, shownTable } from '../src/view/tables/shown-table.ts';

const website = { report: 'website', data: { metrics: { views: 3, revenue: 1.5 } } } as unknown as Body;
const series = {
  groupBy: 'day',
  points: [
    { date: '2026-11-01', views: 2, conversions: 1 },
    { date: '2026-11-02', views: 1, conversions: 0 },
  ],
} as unknown as Series;

function csv(body: Body, points?: Series): string {
  const { head, rows } = shownTable(body, points);
  return csvOf(head, rows);
}

test('a report without rows is its points, or its numbers where it has no points', () => {
  expect(hasFile(website)).toBe(false);
  expect(csv(website, series)).toBe('date,views,conversions\r\n2026-11-01,2,1\r\n2026-11-02,1,0');
  expect(csv(website)).toBe('name,value\r\nmetrics.views,3\r\nmetrics.revenue,1.5');
});

test('insights are their sentences, which no spreadsheet runs', () => {
  const insights = {
    report: 'website_insights',
    data: { week: '2026-11-09', ai_recommendations: { items: ['Look at “A, B”.', '=1+1'] } },
  } as unknown as Body;
  expect(csv(insights)).toBe('week,recommendation\r\n2026-11-09,"Look at “A, B”."\r\n2026-11-09,\'=1+1');
});

test('lists are files of the REST API', () => {
  expect(hasFile({ report: 'campaigns' } as unknown as Body)).toBe(true);
});
