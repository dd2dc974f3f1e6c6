import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseEvent } from '../src/parse/event.ts';
import { EventBlock } from '../src/parse/event-block.ts';
import { IgnoredKeys } from '../src/parse/ignored-keys.ts';
import { PlainEvents } from '../src/files/plain-event.ts';
import { event, NOW } from './support/events.ts';

const uuid = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
);
const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
/** Many are no dates: the 31st of February, 24:61, and so on. */
const time = fc
  .tuple(
    fc.constantFrom('1969', '1970', '2024', '2026', '2027', '9999', '0000'),
    two(13),
    two(32),
    two(25),
    two(61),
    two(61),
    fc.constantFrom('', '.000', '.123', ',5', '.1234', '.9'),
    fc.constantFrom('Z', 'z', '+00:00', '-23:59', '+02', ''),
  )
  .map(
    ([year, month, day, hour, minute, second, part, zone]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${part}${zone}`,
  );
const near = fc
  .integer({ min: -600, max: 600 })
  .map((seconds) => new Date(NOW.getTime() + seconds * 1000).toISOString());
const odd = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  'x',
  '1',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  Number.NaN,
  true,
  [],
  {},
  [1],
);
const id = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 2 ** 31 - 1 }) },
  { weight: 1, arbitrary: odd },
);
const values = {
  event_id: fc.oneof(uuid, odd),
  type: fc.constantFrom<unknown>('view', 'conversion', 'subscribe', 'order', 'View', '', 7),
  website_id: id,
  campaign_id: id,
  variant_id: id,
  step_id: id,
  element_id: id,
  visitor_token: fc.oneof(uuid, odd),
  occurred_at: fc.oneof(time, near, odd),
  revenue: fc.oneof(
    odd,
    fc.integer({ min: 0, max: 1e14 }).map((cents) => cents / 100),
    fc.double(),
  ),
  currency: fc.constantFrom<unknown>('EUR', 'eur', null),
  fields: fc.constantFrom<unknown>(null, [], [{ field: 'a', field_type: 'text' }]),
  revnue: fc.constant<unknown>(1),
};
/** A valid event of which up to three values are replaced. */
const raw = fc
  .tuple(
    fc.constantFrom('view', 'order'),
    fc.subarray(Object.keys(values) as (keyof typeof values)[], { maxLength: 3 }),
  )
  .chain(([type, keys]) =>
    fc
      .record(Object.fromEntries(keys.map((key) => [key, values[key]])))
      .map((changes) => event({ type, ...changes })),
  );

test('an event that is read the short way is valid, and read as the schema reads it', () => {
  let short = 0;
  fc.assert(
    fc.property(raw, (value) => {
      const block = new EventBlock();
      if (!new PlainEvents().add(block, value, NOW.getTime(), 7)) return expect(block.length).toBe(0);
      short += 1;
      const expected = parseEvent(value, NOW, new IgnoredKeys());
      return expect(block.at(0)).toEqual({ ...expected, line: 7 });
    }),
    { numRuns: 3_000 },
  );
  expect(short).toBeGreaterThan(500);
});

test.each([
  ['a view', {}],
  ['ids of all levels', { campaign_id: 1, variant_id: 1, step_id: 1, element_id: 1 }],
  ['null for no id', { campaign_id: null }],
  ['an order', { type: 'order', revenue: 0.1 + 0.2 }],
  ['milliseconds', { occurred_at: '2026-11-10T09:30:00.123Z' }],
])('the usual event is read the short way: %s', (_what, changes) => {
  const block = new EventBlock();
  expect(new PlainEvents().add(block, event(changes), NOW.getTime(), 1)).toBe(true);
});

test('events of one reader may be of any days', () => {
  const [plain, block] = [new PlainEvents(), new EventBlock()];
  const days = ['2026-11-10', '2026-11-09', '2026-11-10', '2025-01-01', '2026-11-10'];
  for (const day of days) plain.add(block, event({ occurred_at: `${day}T23:59:59Z` }), NOW.getTime(), 1);
  expect(
    days.map((_day, index) =>
      new Date((block.columns.days[index] ?? 0) * 86_400_000).toISOString().slice(0, 10),
    ),
  ).toEqual(days);
});
