import type { ToolOperation } from '@funnel/operations';
import { COUNT_TYPES, GRAINS, TIMEFRAMES } from '@funnel/domain';

/** One value of a parameter: as JSON in a tool call, and as none, one or several values in a query. */
export interface Given {
  json: unknown;
  query: readonly string[];
}

interface Values {
  valid: readonly Given[];
  invalid: readonly Given[];
}

const same = (json: unknown): Given => ({ json, query: [String(json)] });
const both = (value: number): Given[] => [same(value), same(String(value))];
const twice = (one: string, other: string): Given => ({ json: [one, other], query: [one, other] });
const notText: Given = { json: { a: 1 }, query: ['{"a":1}'] };

/** Counts as missing: null, "" and [] in a call, no value or an empty one in a query. */
export const ABSENT: readonly Given[] = [
  { json: null, query: [] },
  { json: '', query: [''] },
  { json: [], query: [] },
  { json: undefined, query: [] },
];

const NOT_IN_A_LIST = [same('x'), same(7), same('CUSTOM'), same('a,b'), twice('x', 'x'), notText];
const NOT_POSITIVE_INTEGERS = [0, -1, 1.5, 'x', '01', '+1', '1e3', ' 1', true].map(same);
const NOT_IDS = [...NOT_POSITIVE_INTEGERS, same(2_147_483_648), twice('11', '12'), notText];
const counts = (...numbers: number[]): Values => ({
  valid: numbers.flatMap(both),
  invalid: [...NOT_POSITIVE_INTEGERS, twice('1', '1'), notText],
});
const words = (values: readonly string[]): Values => ({
  valid: values.map(same),
  invalid: [...NOT_IN_A_LIST, twice(values[0] ?? '', values[1] ?? '')],
});
const dates = (...days: string[]): Values => ({
  valid: days.map(same),
  invalid: [
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '01.11.2026',
    '2026-11-01T00:00:00Z',
    '1969-12-31',
    20_261_101,
  ]
    .map(same)
    .concat(twice('2026-11-01', '2026-11-02'), notText),
});

/** Values of every parameter except `id`, which depends on the report. Foreign and unknown ids are invalid. */
export const VALUES: Readonly<Record<string, Values>> = {
  website_id: {
    valid: [...both(11), ...both(11), ...both(12)],
    invalid: [...NOT_IDS, same(21), same('31'), same(99_999)],
  },
  website_ids: {
    valid: [
      { json: [11], query: ['11'] },
      { json: [11, 12], query: ['11', '12'] },
      { json: ['12', 11], query: ['12,11'] },
      { json: '11,12', query: ['11,12'] },
      { json: [11, 11, null], query: ['11', '11', ''] },
    ],
    invalid: [
      { json: [11, 21], query: ['11', '21'] },
      { json: [0], query: ['0'] },
      { json: [12, 'x'], query: ['12', 'x'] },
      { json: '11;12', query: ['11;12'] },
      { json: [21, 1.5], query: ['21,1.5'] },
    ],
  },
  // A third of them are custom, because only custom uses the dates.
  timeframe: words([...TIMEFRAMES, ...Array.from({ length: TIMEFRAMES.length / 2 }, () => 'custom')]),
  range_start: dates('2026-11-01', '2026-11-05', '2026-08-14', '2026-08-15', '2025-01-01', '1970-01-01'),
  range_end: dates('2026-11-14', '2026-11-14', '2026-11-05', '2026-12-31', '9999-12-31', '2024-02-29'),
  count_type: words(COUNT_TYPES),
  previous_period: {
    valid: [true, false, 'true', 'FALSE', 1, 0, '1'].map(same),
    invalid: [same('yes'), same(2), same('null'), twice('true', 'true'), notText],
  },
  group_by: words(GRAINS),
  page: counts(1, 2, 100),
  per_page: counts(1, 2, 50, 500),
  limit: counts(1, 25, 500),
  sort: words(['created_at', 'published_at', 'views', 'conversion_rate', 'completions', 'revenue', 'aov']),
  cta_type: {
    valid: ['bar', 'inline', 'none', 'a&b=c d', 'Ü\u0000'].map(same),
    invalid: [twice('bar', 'page')],
  },
  status: words(['live', 'archived']),
  unknown: { valid: [same('ignored'), twice('a', 'b')], invalid: [same('')] },
};

/**
 * The ids for a report about a subject. The id of its example and the id two higher belong to website 11, the id three
 * higher to website 12, and the id one higher to a website that no token here covers.
 */
export function idsOf({ example }: ToolOperation): Values | undefined {
  const { id } = example.parameters;
  if (typeof id !== 'number') return undefined;
  return {
    valid: [id, id, id + 2, id + 3].flatMap(both),
    // A path can hold neither two ids nor an object.
    invalid: [...NOT_POSITIVE_INTEGERS, same(id + 1), same(999_999), same(2_147_483_648)],
  };
}
