import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { FILE_COLUMNS, writeTwoYearFiles } from '../src/ingest/two-year-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('both files have the same events, in order of time over two years', async () => {
  const { ndjson, csv } = await writeTwoYearFiles(folder, { events: 2_500, campaigns: 20, days: 730 });
  const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
  const events = linesOf(ndjson).map((line) => JSON.parse(line) as Record<string, string | number>);
  const [header, ...rows] = linesOf(csv);
  expect(header).toBe(FILE_COLUMNS.join(','));
  expect(rows).toEqual(events.map((event) => FILE_COLUMNS.map((name) => event[name] ?? '').join(',')));
  expect(events).toHaveLength(2_500);
  const times = events.map(({ occurred_at }) => String(occurred_at));
  expect(times.toSorted()).toEqual(times);
  expect(Date.parse(times.at(-1) ?? '') - Date.parse(times[0] ?? '')).toBeGreaterThan(729 * 86_400_000);
});
