import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { GRAINS, TIMEFRAMES } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { fieldsOf, TOOL_OPERATIONS, type ToolName } from '../src/index.ts';
import { ask, codeOf, type Query, refused } from './support/ask.ts';
import { importAll } from './support/catalog.ts';
import { expectedOf } from './support/expected.ts';
import { insertSnapshot } from './support/snapshots.ts';

const SORTS =
  'created_at, published_at, views, conversions, completions, conversion_rate, completion_rate, revenue, aov';
const namesOf = (tool: ToolName) => {
  const operation = TOOL_OPERATIONS.find(({ name }) => name === tool);
  return fieldsOf(operation?.parameters ?? {}).map(([name]) => name);
};
const ALL = TOOL_OPERATIONS.map(({ name }) => name);
const withParameter = (name: string) => ALL.filter((tool) => namesOf(tool).includes(name));

/** An id of website 1 for a report that needs one. */
const subjectOf = (tool: ToolName): { id?: number } => {
  const [id] = expectedOf(tool).ids?.(1) ?? [];
  return id === undefined ? {} : { id };
};

let testDatabase: TestDatabase;
let database: Database;
let bound: { database: Database; websiteIds: number[] };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  bound = { database, websiteIds: [1] };
  await importAll(database);
  await insertSnapshot(database, { websiteId: 1, week: '2026-11-02' });
});
afterAll(() => testDatabase.drop());

const answerOf = (tool: ToolName, raw: Query = {}) => ask(bound, tool, { ...subjectOf(tool), ...raw });
const code = (tool: ToolName, raw: Query = {}) => codeOf(bound, tool, { ...subjectOf(tool), ...raw });
const refusal = (tool: ToolName, raw: Query = {}) => refused(bound, tool, { ...subjectOf(tool), ...raw });

/** Values that no list contains, as strings and as JSON. */
const NOT_IN_A_LIST = ['nonsense', 'TODAY ', 7, true, { a: 1 }, ['today', 'today'], ['today']];

describe('rejects an unknown value with its code, and lists the valid values', () => {
  test.each([
    ['timeframe', 'invalid_timeframe', TIMEFRAMES.join(', ')],
    ['count_type', 'invalid_count_type', 'distinct, total'],
    ['group_by', 'invalid_group_by', GRAINS.join(', ')],
    ['sort', 'invalid_sort', SORTS],
    ['status', 'invalid_status', 'live, archived'],
  ])('%s', async (name, expected, words) => {
    for (const tool of withParameter(name)) {
      for (const value of NOT_IN_A_LIST) {
        const answer = await refusal(tool, { [name]: value });
        expect({ tool, value, ...answer }).toMatchObject({
          status: 422,
          code: expected,
          parameter: name,
          allowed: words.split(', '),
        });
        expect(answer.detail).toContain(words);
      }
    }
  });

  test('covers at least one report per parameter', () => {
    for (const name of ['timeframe', 'count_type', 'group_by', 'sort', 'status'])
      expect({ name, reports: withParameter(name) }).not.toEqual({ name, reports: [] });
  });

  test.each([
    'yes',
    'no',
    '2',
    2,
    -1,
    'tru',
    ' true',
    { a: 1 },
    { toString: 1 } as object,
    ['true', 'false'],
  ])('previous_period %j', async (value) => {
    for (const tool of withParameter('previous_period')) {
      expect(await refusal(tool, { previous_period: value })).toMatchObject({
        status: 422,
        code: 'invalid_previous_period',
        allowed: expect.arrayContaining(['true', 'false']),
        detail: expect.stringMatching(/true.*false/),
      });
    }
  });
});

test.each([
  [['true', 'TRUE', 'True', '1', 1, true], true],
  [['false', 'FALSE', 'fAlse', '0', 0, false, '', null, [], undefined], false],
])('previous_period accepts %j', async (values, compares) => {
  for (const previous_period of values) {
    const { timeframe, data } = await answerOf('get_website_report', { previous_period });
    expect('previous' in data.metrics).toBe(compares);
    expect('changes' in data.metrics).toBe(compares);
    expect('previous_range_start' in timeframe && 'previous_range_end' in timeframe).toBe(compares);
  }
});

describe('page, per_page and limit', () => {
  const WRONG = [
    '0',
    0,
    '-1',
    -1,
    '1.5',
    1.5,
    '1.0',
    'one',
    '01',
    '+1',
    ' 1',
    '1e1',
    '0x1',
    true,
    {},
    ['1', '2'],
  ];
  test.each([
    ['page', 'list_campaigns'],
    ['per_page', 'list_campaigns'],
    ['limit', 'list_experiments'],
  ] as const)('rejects a %s that is not a positive integer', async (name, tool) => {
    for (const value of WRONG)
      expect({ value, ...(await refusal(tool, { [name]: value })) }).toMatchObject({
        status: 422,
        code: `invalid_${name}`,
        parameter: name,
      });
  });

  test('caps per_page and limit at the maximum', async () => {
    for (const per_page of ['51', 51, 1_000_000, '2147483648', '9007199254740993', '9'.repeat(30), 1e30]) {
      const { data } = await answerOf('list_campaigns', { per_page });
      expect({ value: per_page, per_page: data.pagination.per_page }).toEqual({
        value: per_page,
        per_page: 50,
      });
      expect((await answerOf('list_experiments', { limit: per_page })).data.experiments).toHaveLength(2);
    }
  });

  test('defaults to page 1 with 25 entries', async () => {
    const { data } = await answerOf('list_campaigns');
    expect(data.pagination).toEqual({ page: 1, per_page: 25, total_entries: 4, total_pages: 1 });
  });

  test('splits the whole list into pages; a page past the end is empty with the same totals', async () => {
    const all = (await answerOf('list_campaigns')).data.campaigns;
    const pages = await Promise.all(
      [1, '2', 3].map((page) => answerOf('list_campaigns', { page, per_page: '3' })),
    );
    expect(pages.flatMap(({ data }) => data.campaigns)).toEqual(all);
    expect(pages.map(({ data }) => data.campaigns.length)).toEqual([3, 1, 0]);
    expect(pages.map(({ data }) => data.pagination)).toEqual(
      [1, 2, 3].map((page) => ({ page, per_page: 3, total_entries: 4, total_pages: 2 })),
    );
    const far = await answerOf('list_campaigns', { page: 9_007_199_254_740_991 });
    expect(far.data.campaigns).toEqual([]);
  });

  test('limit keeps the newest experiments', async () => {
    const { data } = await answerOf('list_experiments', { limit: '1' });
    expect(data.experiments.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([1]);
  });
});

describe('filters', () => {
  const ids = async (raw: Query) =>
    (await answerOf('list_campaigns', raw)).data.campaigns.map(({ id }: { id: number }) => id);

  test('lists live and archived campaigns unless status is given', async () => {
    expect(await ids({})).toEqual([7, 1, 10, 4]);
    expect(await ids({ status: 'live' })).toEqual([1, 10, 4]);
    expect(await ids({ status: 'archived' })).toEqual([7]);
  });

  test('accepts any cta_type; one that no campaign has gives an empty list without pages', async () => {
    expect(await ids({ cta_type: 'bar' })).toEqual([10]);
    expect(await ids({ cta_type: 'page', status: 'archived' })).toEqual([7]);
    for (const cta_type of ['nonsense', 'BAR', "' or true --", '%', '\u0000', '\ud800', '🙂']) {
      const { data } = await answerOf('list_campaigns', { cta_type });
      expect(data).toEqual({
        campaigns: [],
        pagination: { page: 1, per_page: 25, total_entries: 0, total_pages: 0 },
      });
    }
    expect(await code('list_campaigns', { cta_type: ['bar', 'page'] })).toBe('invalid_cta_type');
  });
});

describe('ids in a path', () => {
  const WRONG = [
    undefined,
    null,
    '',
    '0',
    0,
    -1,
    '-1',
    'abc',
    '1.5',
    1.5,
    '01',
    '+1',
    '2147483648',
    2_147_483_648,
    true,
    [1],
    [1, 2],
    {},
    '1e1',
    NaN,
  ];
  test.each(withParameter('id'))('%s rejects an id that is not a positive integer', async (tool) => {
    for (const id of WRONG)
      expect({ id, ...(await refused(bound, tool, { id })) }).toMatchObject({
        status: 422,
        code: 'invalid_id',
      });
    for (const id of [2_147_483_647, '2147483647', 999])
      expect(await codeOf(bound, tool, { id })).toBe('not_found');
  });

  test.each(withParameter('id'))('%s accepts an id as a string or a number', async (tool) => {
    const { id } = subjectOf(tool);
    expect(await ask(bound, tool, { id: String(id) })).toEqual(await ask(bound, tool, { id }));
  });
});

describe('website_id', () => {
  const aboutOne = TOOL_OPERATIONS.filter(({ websiteRule }) => websiteRule === 'one').map(({ name }) => name);
  const WRONG = [
    '0',
    0,
    '-1',
    -1,
    'abc',
    '1.5',
    1.5,
    '01',
    '+1',
    ' 1',
    '2147483648',
    2_147_483_648,
    true,
    {},
    ['1', '1'],
    [1],
  ];

  test('returns 422 for a malformed website_id, before any other error', async () => {
    for (const tool of [...aboutOne, 'get_account_performance' as const])
      for (const website_id of WRONG)
        expect({
          tool,
          website_id,
          ...(await refusal(tool, { website_id, timeframe: 'x', id: 'x' })),
        }).toMatchObject({
          status: 422,
          code: 'invalid_website_id',
          parameter: 'website_id',
        });
  });

  test('returns 400 for a missing website_id with several websites, before other parameters; null, "" and [] are missing', async () => {
    const several = { database, websiteIds: [1, 2] };
    for (const tool of aboutOne)
      for (const website_id of [undefined, null, '', []])
        expect(await refused(several, tool, { website_id, timeframe: 'x', id: 'x' })).toMatchObject({
          status: 400,
          code: 'website_id_required',
        });
    for (const website_id of ['2', 2])
      expect((await ask(several, 'get_website_report', { website_id })).website.id).toBe(2);
    expect((await ask(several, 'get_account_performance')).data.aggregate.website_count).toBe(2);
    expect((await ask(several, 'list_websites', { website_id: 'x' })).websites).toHaveLength(2);
  });

  test('returns 404 for an unbound website, before other parameters', async () => {
    for (const tool of [...aboutOne, 'get_account_performance' as const])
      expect(await code(tool, { website_id: 2, timeframe: 'x', id: 'x', count_type: 'x' })).toBe('not_found');
  });
});

describe('website_ids', () => {
  const asking = () => ({ database, websiteIds: [1, 2, 3] });
  const idsOf = async (raw: Query) =>
    (await ask(asking(), 'get_account_performance', raw)).data.websites.map(({ id }: { id: number }) => id);

  test.each([
    [{ website_ids: ['1', '3'] }, [1, 3]],
    [{ website_ids: [1, 3] }, [1, 3]],
    [{ website_ids: '1,3' }, [1, 3]],
    [{ website_ids: ['1,3', '2'] }, [1, 2, 3]],
    [{ website_ids: 3 }, [3]],
    [{ website_ids: '3' }, [3]],
    [{ website_ids: [3, 3, '3'] }, [3]],
    [{ website_ids: '1,,3,' }, [1, 3]],
    [{ website_ids: [1], website_id: 3 }, [1, 3]],
    [{ website_ids: '1', website_id: '1' }, [1]],
    [{ website_id: 2 }, [2]],
    [{ website_ids: [], website_id: '' }, [1, 2, 3]],
    [{ website_ids: '', website_id: null }, [1, 2, 3]],
    [{ website_ids: null }, [1, 2, 3]],
    [{}, [1, 2, 3]],
  ])('%j selects the websites %j', async (raw, expected) => {
    expect(await idsOf(raw)).toEqual(expected);
  });

  test('returns 422 for a malformed entry, even beside an unbound one, and 404 for an unbound entry', async () => {
    const few = { database, websiteIds: [1, 3] };
    for (const website_ids of [['x'], [2, 'x'], '2,0', [1, -1], [1.5], '1;3', [[1]], [{}]])
      expect(await codeOf(few, 'get_account_performance', { website_ids })).toBe('invalid_website_id');
    expect(await codeOf(few, 'get_account_performance', { website_id: 2, website_ids: ['x'] })).toBe(
      'invalid_website_id',
    );
    for (const raw of [{ website_ids: [1, 2] }, { website_ids: '99' }, { website_id: 1, website_ids: [2] }])
      expect(await codeOf(few, 'get_account_performance', { ...raw, timeframe: 'x' })).toBe('not_found');
  });
});

describe('a custom range', () => {
  const custom = (range_start: unknown, range_end: unknown): Query => ({
    timeframe: 'custom',
    range_start,
    range_end,
  });
  const GOOD = '2026-11-01';

  test.each([
    undefined,
    null,
    '',
    [],
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20261101',
    '2026-11-01T00:00:00Z',
    ' 2026-11-01',
    'yesterday',
    '1969-12-31',
    '0001-01-01',
    '10000-01-01',
    '+010000-01-01',
    20_261_101,
    true,
    {},
    ['2026-11-01', '2026-11-01'],
  ])('rejects the date %j', async (date) => {
    for (const tool of withParameter('range_start')) {
      expect(await refusal(tool, custom(date, GOOD))).toMatchObject({
        status: 422,
        code: 'invalid_range',
        parameter: 'range_start',
      });
      expect(await refusal(tool, custom(GOOD, date))).toMatchObject({
        code: 'invalid_range',
        parameter: 'range_end',
      });
    }
  });

  test('rejects a reversed range and never swaps it', async () => {
    for (const tool of withParameter('range_start'))
      expect(await code(tool, custom('2026-11-02', '2026-11-01'))).toBe('invalid_range');
  });

  test('accepts one day, the first and last years, the future and a leap day', async () => {
    for (const tool of withParameter('range_start'))
      for (const [from, to] of [
        [GOOD, GOOD],
        ['1970-01-01', '1970-01-01'],
        ['9999-12-31', '9999-12-31'],
        ['1970-01-01', '9999-12-31'],
        ['2024-02-29', '2024-02-29'],
        ['2100-01-01', '2100-02-28'],
      ]) {
        const { timeframe } = await answerOf(tool, { ...custom(from, to), previous_period: true });
        expect(timeframe).toMatchObject({ range_start: `${from}T00:00:00Z`, range_end: `${to}T23:59:59Z` });
      }
  });

  test('the dates mean a custom range if the timeframe is missing, so half a range is invalid', async () => {
    const [range_start, range_end] = ['2026-10-01', '2026-10-31'];
    for (const tool of withParameter('range_start')) {
      const dated = await answerOf(tool, { timeframe: '', range_start, range_end });
      expect(dated).toEqual(await answerOf(tool, custom(range_start, range_end)));
      expect(dated.timeframe.selected).toBe('custom');
      expect(await refusal(tool, { range_start })).toMatchObject({
        code: 'invalid_range',
        parameter: 'range_end',
      });
      expect(await refusal(tool, { range_end })).toMatchObject({
        code: 'invalid_range',
        parameter: 'range_start',
      });
      expect((await answerOf(tool, { range_start: '', range_end: null })).timeframe.selected).toBe(
        'last_30_days',
      );
    }
  });

  test('ignores the dates for every other timeframe, even if they are invalid', async () => {
    for (const timeframe of TIMEFRAMES.filter((one) => one !== 'custom')) {
      const plain = await answerOf('get_website_report', { timeframe });
      const wrong = { range_start: '2026-02-30', range_end: ['x', 'y'] };
      expect(await answerOf('get_website_report', { timeframe, ...wrong })).toEqual(plain);
    }
  });
});

describe('the limits of a series', () => {
  const custom = (range_start: string, range_end: string) => ({
    timeframe: 'custom',
    range_start,
    range_end,
  });

  test('the website report accepts 92 days, for every grouping', async () => {
    for (const group_by of GRAINS) {
      const fits = await answerOf('get_website_report', { ...custom('2026-07-01', '2026-09-30'), group_by });
      expect(fits.data.timeseries.group_by).toBe(group_by);
      expect(await code('get_website_report', { ...custom('2026-06-30', '2026-09-30'), group_by })).toBe(
        'range_too_wide',
      );
      for (const timeframe of ['last_365_days', 'this_year', 'all_time'])
        expect(await refusal('get_website_report', { timeframe, group_by })).toMatchObject({
          status: 422,
          code: 'range_too_wide',
        });
    }
    expect(
      (await answerOf('get_website_report', { timeframe: 'last_365_days' })).data.timeseries,
    ).toBeUndefined();
  });

  test.each(withParameter('id'))('%s accepts 400 points of any grouping', async (tool) => {
    const points = async (raw: Query) => (await answerOf(tool, raw)).data.timeseries.points.length;
    expect(await points({ ...custom('2025-01-01', '2026-02-04'), group_by: 'day' })).toBe(400);
    expect(await code(tool, { ...custom('2025-01-01', '2026-02-05'), group_by: 'day' })).toBe(
      'range_too_wide',
    );
    // 2018-01-01 is a Monday; 400 weeks later it is 2025-09-01.
    expect(await points({ ...custom('2018-01-07', '2025-08-25'), group_by: 'week' })).toBe(400);
    expect(await code(tool, { ...custom('2018-01-07', '2025-09-01'), group_by: 'week' })).toBe(
      'range_too_wide',
    );
    expect(await points({ ...custom('2000-01-31', '2033-04-01'), group_by: 'month' })).toBe(400);
    expect(await code(tool, { ...custom('2000-01-31', '2033-05-01'), group_by: 'month' })).toBe(
      'range_too_wide',
    );
    expect(await points({ ...custom('1970-03-31', '2069-12-01'), group_by: 'quarter' })).toBe(400);
    expect(await code(tool, { ...custom('1970-03-31', '2070-01-01'), group_by: 'quarter' })).toBe(
      'range_too_wide',
    );
    expect(await points({ ...custom('1970-12-31', '2369-01-01'), group_by: 'year' })).toBe(400);
    expect(await code(tool, { ...custom('1970-12-31', '2370-01-01'), group_by: 'year' })).toBe(
      'range_too_wide',
    );
  });

  test.each(withParameter('id'))('%s rejects the range before it looks up the subject', async (tool) => {
    const wide = { ...custom('2020-01-01', '2026-01-01'), group_by: 'day' };
    expect(await code(tool, { ...wide, id: 999_999 })).toBe('range_too_wide');
    expect(await code(tool, { ...custom('2026-01-02', '2026-01-01'), id: 999_999 })).toBe('invalid_range');
  });

  test('ignores group_by for a list', async () => {
    expect(await answerOf('list_campaigns', { group_by: 'x' })).toEqual(await answerOf('list_campaigns'));
  });
});

describe('reports the first of several errors, in validation order', () => {
  const FAULTS: [string, Query, string][] = [
    ['id', { id: 'x' }, 'invalid_id'],
    ['timeframe', { timeframe: 'x' }, 'invalid_timeframe'],
    ['count_type', { count_type: 'x' }, 'invalid_count_type'],
    ['previous_period', { previous_period: 'x' }, 'invalid_previous_period'],
    ['group_by', { group_by: 'x' }, 'invalid_group_by'],
    ['page', { page: 'x' }, 'invalid_page'],
    ['per_page', { per_page: 'x' }, 'invalid_per_page'],
    ['sort', { sort: 'x' }, 'invalid_sort'],
    ['cta_type', { cta_type: ['x', 'y'] }, 'invalid_cta_type'],
    ['status', { status: 'x' }, 'invalid_status'],
    ['limit', { limit: 'x' }, 'invalid_limit'],
  ];

  test.each(ALL)('%s', async (tool) => {
    const own = FAULTS.filter(([name]) => withParameter(name).includes(tool));
    for (const [at, [, , expected]] of own.entries()) {
      const raw = Object.assign({}, ...own.slice(at).map(([, fault]) => fault)) as Query;
      expect(await code(tool, raw)).toBe(expected);
    }
  });

  test.each(withParameter('range_start'))(
    '%s reports an invalid range before later parameters',
    async (tool) => {
      const own = FAULTS.filter(([name]) => withParameter(name).includes(tool)).filter(
        ([name]) => name !== 'timeframe' && name !== 'id',
      );
      for (const [, fault] of own) {
        const raw = { timeframe: 'custom', range_start: '2026-02-30', range_end: '2026-03-01', ...fault };
        expect({ fault, code: await code(tool, raw) }).toEqual({ fault, code: 'invalid_range' });
      }
    },
  );
});

describe('parameters without effect', () => {
  test('a valid count_type or previous_period with insights_week, and previous_period with all_time', async () => {
    for (const tool of withParameter('count_type')) {
      const frozen = await answerOf(tool, { timeframe: 'insights_week' });
      for (const raw of [{ count_type: 'total' }, { count_type: 'distinct' }, { previous_period: 'true' }])
        expect(await answerOf(tool, { timeframe: 'insights_week', ...raw })).toEqual(frozen);
      expect(await answerOf(tool, { timeframe: 'all_time', previous_period: true })).toEqual(
        await answerOf(tool, { timeframe: 'all_time' }),
      );
    }
  });

  test('an invalid value is still 422, before the 404 for a missing snapshot', async () => {
    for (const tool of withParameter('count_type')) {
      for (const timeframe of ['insights_week', 'all_time']) {
        expect(await code(tool, { timeframe, count_type: 'x' })).toBe('invalid_count_type');
        expect(await code(tool, { timeframe, previous_period: 'x' })).toBe('invalid_previous_period');
      }
      const without = { database, websiteIds: [2] };
      const raw = { ...subjectOf(tool), timeframe: 'insights_week' };
      expect(await codeOf(without, tool, { ...raw, previous_period: 'x' })).toBe('invalid_previous_period');
      expect(await refused(without, tool, raw)).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test('unknown parameters and those of other reports, with any value', async () => {
    const unknown = { foo: 'bar', Timeframe: 'x', limit_: [1, 2], constructor: 'x', toString: 'x' };
    const ofAll = new Set(ALL.flatMap(namesOf));
    for (const tool of ALL) {
      const own = namesOf(tool);
      const foreign = [...ofAll].filter((name) => !own.includes(name) && !name.startsWith('website_id'));
      const raw = { ...unknown, ...Object.fromEntries(foreign.map((name) => [name, ['x', 'y']])) };
      expect(await answerOf(tool, raw)).toEqual(await answerOf(tool));
    }
  });

  test('null, "" and [], for every parameter except a required id', async () => {
    for (const tool of ALL) {
      const plain = await answerOf(tool);
      for (const nothing of [null, '', [], undefined])
        for (const name of namesOf(tool).filter((one) => one !== 'id'))
          expect(await answerOf(tool, { [name]: nothing })).toEqual(plain);
    }
  });
});

test('the default timeframe is last_30_days and the default count_type distinct', async () => {
  const { timeframe } = await answerOf('get_website_report');
  expect(timeframe).toEqual({
    selected: 'last_30_days',
    range_start: '2026-10-16T00:00:00Z',
    range_end: '2026-11-14T23:59:59Z',
    timezone: 'UTC',
  });
});
