import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { FILE_COLUMNS, writeTwoYearFiles } from '../src/ingest/two-year-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('both files have the same events, in order of time over two years', async () => {
  const { ndjson, csv } = await writeTwoYearFiles(folder, 'one', { events: 2_500, campaigns: 20, days: 730 });
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

test('the events of many websites are of all of them, most of the first ones', async () => {
  const traffic = { events: 2_500, websites: 10, campaigns: 3, days: 730 };
  const { ndjson } = await writeTwoYearFiles(folder, 'many', traffic);
  const lines = readFileSync(ndjson, 'utf8').trimEnd().split('\n');
  const counts = new Map<number, number>();
  for (const line of lines) {
    const { website_id } = JSON.parse(line) as { website_id: number };
    counts.set(website_id, (counts.get(website_id) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(counts.get(1)).toBeGreaterThan(2 * (counts.get(10) ?? 0));
});
