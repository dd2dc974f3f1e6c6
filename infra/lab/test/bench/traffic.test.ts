import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  type BenchEvent,
  benchEvents,
  CAMPAIGNS,
  COLUMNS,
  DAYS,
  NOW,
  seededUuid,
  writeEventFile,
} from '../../src/bench/data/traffic.ts';

const events = [...benchEvents({ events: 5_000 })];
const countBy = (key: (event: BenchEvent) => string | number, some: readonly BenchEvent[] = events) => {
  const counts = new Map<string | number, number>();
  for (const event of some) counts.set(key(event), (counts.get(key(event)) ?? 0) + 1);
  return [...counts.values()].sort((one, other) => other - one);
};

test('the events are the same in every run', () => {
  expect([...benchEvents({ events: 5_000 })]).toEqual(events);
});

test('the events cover two years in order and end now', () => {
  const times = events.map(({ occurred_at }) => occurred_at);
  expect(times.toSorted()).toEqual(times);
  expect(times.at(-1)).toBe(NOW.toISOString());
  expect(Date.parse(times[0] ?? '')).toBeLessThan(NOW.getTime() - (DAYS - 1) * 86_400_000);
});

test('every event has an id of its own', () => {
  expect(countBy(({ event_id }) => event_id)).toHaveLength(events.length);
  expect(seededUuid(1, 'event')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('a few of the campaigns get most of the traffic, and all get some', () => {
  const byCampaign = countBy(({ element_id }) => Math.floor(element_id / 1_000));
  expect(byCampaign).toHaveLength(CAMPAIGNS);
  const top = byCampaign.slice(0, 25).reduce((sum, count) => sum + count, 0);
  expect(top / events.length).toBeGreaterThan(0.45);
});

test('visitors return', () => {
  const visitors = countBy(({ visitor_token }) => visitor_token).length;
  expect(visitors).toBeGreaterThan(events.length / 10);
  expect(visitors).toBeLessThan(events.length / 3);
});

test('both formats of a file have the same events', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  try {
    const [csv, ndjson] = [join(folder, 'a.csv'), join(folder, 'a.ndjson')];
    for (const file of [csv, ndjson]) await writeEventFile(file, { events: 2_500 });
    const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
    const written = linesOf(ndjson).map((line) => JSON.parse(line) as BenchEvent);
    const [header, ...rows] = linesOf(csv);
    expect(header).toBe(COLUMNS.join(','));
    expect(rows).toEqual(written.map((event) => COLUMNS.map((name) => event[name] ?? '').join(',')));
    expect(written).toHaveLength(2_500);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
