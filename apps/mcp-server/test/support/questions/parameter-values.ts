import type { ToolOperation } from '@funnel/operations';
import { COUNT_TYPES, GRAINS, TIMEFRAMES } from '@funnel/domain';

/** One value of a parameter, as a tool call carries it and as a query writes it: once, repeated, or not at all. */
export interface Given {
  json: unknown;
  query: readonly string[];
}

interface Values {
  sound: readonly Given[];
  faulty: readonly Given[];
}

const same = (json: unknown): Given => ({ json, query: [String(json)] });
const both = (value: number): Given[] => [same(value), same(String(value))];
const twice = (one: string, other: string): Given => ({ json: [one, other], query: [one, other] });
const noText: Given = { json: { a: 1 }, query: ['{"a":1}'] };

/** As if absent: null, "" and [] in a call, nothing or an empty value in a query. */
export const ABSENT: readonly Given[] = [
  { json: null, query: [] },
  { json: '', query: [''] },
  { json: [], query: [] },
  { json: undefined, query: [] },
];

const WORDLESS = [same('x'), same(7), same('CUSTOM'), same('a,b'), twice('x', 'x'), noText];
const NO_COUNTS = [0, -1, 1.5, 'x', '01', '+1', '1e3', ' 1', true].map(same);
const NO_IDS = [...NO_COUNTS, same(2_147_483_648), twice('11', '12'), noText];
const counts = (...numbers: number[]): Values => ({
  sound: numbers.flatMap(both),
  faulty: [...NO_COUNTS, twice('1', '1'), noText],
});
const words = (values: readonly string[]): Values => ({
  sound: values.map(same),
  faulty: [...WORDLESS, twice(values[0] ?? '', values[1] ?? '')],
});
const dates = (...days: string[]): Values => ({
  sound: days.map(same),
  faulty: [
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '01.11.2026',
    '2026-11-01T00:00:00Z',
    '1969-12-31',
    20_261_101,
  ]
    .map(same)
    .concat(twice('2026-11-01', '2026-11-02'), noText),
});

/** Of every parameter of every report; `id` aside, which depends on the report. Foreign and unknown ids are faulty. */
export const VALUES: Readonly<Record<string, Values>> = {
  website_id: {
    sound: [...both(11), ...both(11), ...both(12)],
    faulty: [...NO_IDS, same(21), same('31'), same(99_999)],
  },
  website_ids: {
    sound: [
      { json: [11], query: ['11'] },
      { json: [11, 12], query: ['11', '12'] },
      { json: ['12', 11], query: ['12,11'] },
      { json: '11,12', query: ['11,12'] },
      { json: [11, 11, null], query: ['11', '11', ''] },
    ],
    faulty: [
      { json: [11, 21], query: ['11', '21'] },
      { json: [0], query: ['0'] },
      { json: [12, 'x'], query: ['12', 'x'] },
      { json: '11;12', query: ['11;12'] },
      { json: [21, 1.5], query: ['21,1.5'] },
    ],
  },
  // Custom as often as all the others together: there the dates matter.
  timeframe: words(TIMEFRAMES.flatMap((timeframe) => [timeframe, 'custom'])),
  range_start: dates('2026-11-01', '2026-11-05', '2026-08-14', '2026-08-15', '2025-01-01', '1970-01-01'),
  range_end: dates('2026-11-14', '2026-11-14', '2026-11-05', '2026-12-31', '9999-12-31', '2024-02-29'),
  count_type: words(COUNT_TYPES),
  previous_period: {
    sound: [true, false, 'true', 'FALSE', 1, 0, '1'].map(same),
    faulty: [same('yes'), same(2), same('null'), twice('true', 'true'), noText],
  },
  group_by: words(GRAINS),
  page: counts(1, 2, 100),
  per_page: counts(1, 2, 50, 500),
  limit: counts(1, 25, 500),
  sort: words(['created_at', 'published_at', 'views', 'conversion_rate', 'completions', 'revenue', 'aov']),
  cta_type: {
    sound: ['bar', 'inline', 'none', 'a&b=c d', 'Ü\u0000'].map(same),
    faulty: [twice('bar', 'page')],
  },
  status: words(['live', 'archived']),
  unknown: { sound: [same('ignored'), twice('a', 'b')], faulty: [same('')] },
};

/**
 * The ids of a report about a subject: its example is of website 11 of the shop; the next but one is of website 11 too,
 * the third after it of website 12, and the next one of a website that no token here covers.
 */
export function idsOf({ example }: ToolOperation): Values | undefined {
  const { id } = example.parameters;
  if (typeof id !== 'number') return undefined;
  return {
    sound: [id, id, id + 2, id + 3].flatMap(both),
    // A path can hold neither two ids nor an object.
    faulty: [...NO_COUNTS, same(id + 1), same(999_999), same(2_147_483_648)],
  };
}
