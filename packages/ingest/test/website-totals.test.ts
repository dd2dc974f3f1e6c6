import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  bucketStart,
  countedSubject,
  type Day,
  EVENT_TYPES,
  type EventType,
  GRAINS,
  LEVELS,
  encodeSorted,
  Sketch,
  SKETCHED_METRICS,
  trustedWebsiteId,
  visitorKey,
} from '@funnel/domain';
import { newVisitorToken } from '@funnel/testing';
import { type CountedEvent, EventBlock } from '../src/parse/event-block.ts';
import type { Cell } from '../src/rollups/level-events.ts';
import { numbersBelow } from '../src/shared/counting-sort.ts';
import { WebsiteTotals } from '../src/rollups/website-totals.ts';

const VISITORS = Array.from({ length: 12 }, () => visitorKey(newVisitorToken()));
const NO_ID = { campaignId: undefined, variantId: undefined, stepId: undefined, elementId: undefined };
const base = { websiteId: 9, ...NO_ID, products: [], fields: [] };

const ids = fc.integer({ min: 0, max: 4 }).chain((depth) =>
  fc.tuple(...Array.from({ length: depth }, () => fc.integer({ min: 1, max: 3 }))).map((given) => ({
    campaignId: given[0],
    variantId: given[1],
    stepId: given[2],
    elementId: given[3],
  })),
);
const someEvent: fc.Arbitrary<CountedEvent> = fc
  .record({
    type: fc.constantFrom<EventType>(...EVENT_TYPES),
    visitor: fc.constantFrom(...VISITORS),
    day: fc.constantFrom<Day>(0, 1, 3, 10_957, 20_453, 20_454, 20_455, 20_500),
    cents: fc.integer({ min: 0, max: 1e14 }),
    ids,
  })
  .map(({ type, visitor, day, cents, ids: given }) => ({
    ...base,
    ...given,
    type,
    visitor,
    day,
    revenueCents: type === 'order' ? BigInt(cents) : 0n,
  }));

async function cellsOf(events: readonly CountedEvent[]): Promise<Cell[]> {
  const block = new EventBlock();
  for (const each of events) block.push(each);
  const totals = new WebsiteTotals(trustedWebsiteId(9), block, numbersBelow(block.length));
  const cells: Cell[] = [];
  for await (const some of totals.rows(() => true)) cells.push(...some);
  return cells;
}

/** One event after the other, in objects. */
function addUpSlowly(events: readonly CountedEvent[]) {
  const SUBJECT = {
    website: 'websiteId',
    campaign: 'campaignId',
    variant: 'variantId',
    step: 'stepId',
    element: 'elementId',
  } as const;
  const sums = new Map<
    string,
    { key: unknown[]; counts: number[]; revenueCents: bigint; visitors: number[][] }
  >();
  for (const each of events)
    for (const level of LEVELS)
      for (const grain of GRAINS) {
        const subject = countedSubject(level, each.type, each[SUBJECT[level]]);
        if (subject === undefined) continue;
        const key = [level, grain, bucketStart(each.day, grain), subject];
        const sum = sums.get(String(key)) ?? {
          key,
          counts: [0, 0, 0, 0, 0, 0],
          revenueCents: 0n,
          visitors: [[], [], [], [], []],
        };
        const type = EVENT_TYPES.indexOf(each.type);
        sum.counts[type] = (sum.counts[type] ?? 0) + 1;
        sum.revenueCents += each.revenueCents;
        sum.visitors[type]?.push(each.visitor);
        sums.set(String(key), sum);
      }
  const order = (key: unknown[]) => [
    LEVELS.indexOf(key[0] as never),
    GRAINS.indexOf(key[1] as never),
    key[2] as number,
    key[3] as number,
  ];
  return [...sums.values()]
    .sort((one, other) => {
      const [a, b] = [order(one.key), order(other.key)];
      return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
    })
    .map(({ key, visitors, ...sum }) => ({
      key,
      ...sum,
      visitors: visitors.map((keys) => keys.sort((a, b) => a - b)),
    }));
}

test('any events are added up as one after the other would be, in the order of the key of the table', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someEvent, { maxLength: 60 }), async (events) => {
      const cells = (await cellsOf(events)).map(({ level, grain, bucket, subjectId, ...cell }) => {
        let { from } = cell;
        const visitors = SKETCHED_METRICS.map((_, column) => {
          const start = from;
          from += cell.counts[column] ?? 0;
          return [...cell.visitors.subarray(start, from)];
        });
        return {
          key: [level, grain, bucket, subjectId],
          counts: cell.counts,
          revenueCents: cell.revenueCents,
          visitors,
        };
      });
      expect(cells).toEqual(addUpSlowly(events));
    }),
    { numRuns: 300 },
  );
});

test('adds up any revenue exactly, also more than 64 bits', async () => {
  const order: CountedEvent = {
    ...base,
    type: 'order',
    visitor: VISITORS[0] ?? 0,
    day: 20_000,
    revenueCents: 10n ** 14n - 1n,
  };
  const orders = 200_000;
  const [cell] = await cellsOf(Array.from({ length: orders }, () => order));
  expect(cell?.revenueCents).toBe(BigInt(orders) * (10n ** 14n - 1n));
});

test('only wanted buckets are given', async () => {
  const block = new EventBlock();
  for (const day of [20_453, 20_454])
    block.push({ ...base, type: 'view', visitor: VISITORS[0] ?? 0, day, revenueCents: 0n });
  const totals = new WebsiteTotals(trustedWebsiteId(9), block, numbersBelow(2));
  const buckets: unknown[] = [];
  for await (const some of totals.rows((grain, bucket) => grain === 'day' && bucket > 20_453))
    for (const { grain, bucket } of some) buckets.push([grain, bucket]);
  expect(buckets).toEqual([['day', 20_454]]);
});

test('a sketch of visitors in order is that of visitors in any order, sparse and dense', () => {
  for (const count of [1, 2, 4_096, 4_097, 30_000]) {
    const keys = Int32Array.from({ length: count }, () => visitorKey(newVisitorToken()));
    const twice = Int32Array.from([...keys, ...keys.subarray(0, count / 2)]).sort();
    const framed = Int32Array.of(0, ...twice, 0);
    const sketch = Sketch.of(keys);
    expect(encodeSorted(framed, 1, framed.length - 1)).toEqual({
      text: sketch.toBase64(),
      visitors: sketch.estimate(),
    });
  }
  expect(() => encodeSorted(Int32Array.of(3 * 64, 64), 0, 2)).toThrow(RangeError);
});
