import { describe, expect, test } from '@jest/globals';
import { ServiceError, toProblem } from '@funnel/domain';
import { boundWebsites, resolveWebsite, resolveWebsites, websiteNotFound } from '../src/index.ts';
import fc from 'fast-check';

const bound = (...websiteIds: number[]) => ({ websiteIds });

/** The id or ids that come out, or the code and parameter of the refusal. */
function outcome(resolve: () => unknown): unknown {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.parameter === undefined ? error.code : `${error.code} ${error.parameter}`;
  }
}

const MALFORMED = [
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2_147_483_648,
  '0',
  '01',
  '+1',
  '-1',
  '1.0',
  '1e1',
  '0x1',
  ' 1',
  '1 ',
  '1\n',
  '١',
  '2147483648',
  '99999999999999999999',
  'abc',
  'null',
  true,
  {},
  { id: 1 },
];

describe('resolveWebsite', () => {
  test.each([
    ['the named website of several', [1, 2], 2, 2],
    ['digits as a number', [1, 2], '2', 2],
    ['the largest id', [2_147_483_647], '2147483647', 2_147_483_647],
    ['the only website, named', [7], 7, 7],
    ['the only website, omitted', [7], undefined, 7],
    ['null as absent', [7], null, 7],
    ['an empty text as absent', [7], '', 7],
    ['an empty list as absent', [7], [], 7],
    ['nothing omitted where there are several', [1, 2], undefined, 'website_id_required website_id'],
    ['nothing omitted where there is none', [], undefined, 'not_found'],
    ['nothing outside the binding', [1, 2], 3, 'not_found'],
    ['nothing outside the only one', [1], 2, 'not_found'],
    ['nothing for an empty binding', [], 1, 'not_found'],
    ['no list of one', [1], [1], 'invalid_website_id website_id'],
    ['no list joined by commas', [1, 2], '1,2', 'invalid_website_id website_id'],
  ])('gives %s', (_what, websiteIds, websiteId, expected) => {
    expect(outcome(() => resolveWebsite(bound(...websiteIds), websiteId))).toBe(expected);
  });

  test.each(MALFORMED)('refuses %p as malformed, also where it would be the only website', (value) => {
    expect(outcome(() => resolveWebsite(bound(1), value))).toBe('invalid_website_id website_id');
    expect(outcome(() => resolveWebsite(bound(), value))).toBe('invalid_website_id website_id');
  });

  test('answers an unbound website with the very body of an unknown one', () => {
    const bodies = [
      () => resolveWebsite(bound(1), 2),
      () => resolveWebsite(bound(), undefined),
      () => resolveWebsites(bound(1), { website_ids: [2] }),
      () => {
        throw websiteNotFound();
      },
    ].map((resolve) => {
      try {
        return resolve();
      } catch (error) {
        return JSON.stringify(toProblem(error, 'request-1'));
      }
    });
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('"status":404');
  });

  test('says the way out where a website must be named', () => {
    expect.assertions(1);
    try {
      resolveWebsite(bound(12, 11), undefined);
    } catch (error) {
      expect(toProblem(error, 'request-1')).toMatchObject({
        status: 400,
        code: 'website_id_required',
        parameter: 'website_id',
        allowed: ['11', '12'],
        detail: expect.stringMatching(/2 websites.*website_id.*list_websites/),
      });
    }
  });
});

describe('resolveWebsites', () => {
  test.each([
    ['every bound website, ascending, where nothing is named', {}, [1, 2, 5]],
    ['the one that is named', { website_id: 2 }, [2]],
    ['those that are listed', { website_ids: [5, 1] }, [1, 5]],
    ['the union of both', { website_id: 5, website_ids: [1] }, [1, 5]],
    ['each once', { website_id: 1, website_ids: [1, '1', 2, 2] }, [1, 2]],
    ['ids joined by commas', { website_ids: '5,1' }, [1, 5]],
    ['repeated and joined ones', { website_ids: ['5,1', '2'] }, [1, 2, 5]],
    ['a single one', { website_ids: 5 }, [5]],
    ['those beside empty entries', { website_ids: ['', 2, null, ',,'] }, [2]],
    ['all, where every entry is empty', { website_ids: ['', ','] }, [1, 2, 5]],
    ['all, for null, empty text and empty list', { website_id: null, website_ids: [] }, [1, 2, 5]],
    ['all, for empty texts', { website_id: '', website_ids: '' }, [1, 2, 5]],
    ['nothing outside the binding', { website_id: 3 }, 'not_found'],
    ['nothing where one entry is outside', { website_ids: [1, 3] }, 'not_found'],
    ['nothing where the listed one is outside', { website_id: 1, website_ids: [3] }, 'not_found'],
    ['malformed before unbound', { website_id: 3, website_ids: ['x'] }, 'invalid_website_id website_ids'],
    ['malformed before unbound, in a list', { website_ids: [3, 0] }, 'invalid_website_id website_ids'],
    ['website_id first', { website_id: 'x', website_ids: ['y'] }, 'invalid_website_id website_id'],
    ['no list as website_id', { website_id: [1] }, 'invalid_website_id website_id'],
    ['no list in a list', { website_ids: [[1]] }, 'invalid_website_id website_ids'],
    ['no spaces', { website_ids: '1, 2' }, 'invalid_website_id website_ids'],
    ['no object', { website_ids: { 0: 1 } }, 'invalid_website_id website_ids'],
  ])('gives %s', (_what, parameters, expected) => {
    expect(outcome(() => resolveWebsites(bound(5, 1, 2), parameters))).toEqual(expected);
  });

  test('refuses an empty binding, whatever is asked', () => {
    expect(outcome(() => resolveWebsites(bound(), {}))).toBe('not_found');
    expect(outcome(() => resolveWebsites(bound(), { website_ids: [1] }))).toBe('not_found');
  });

  test.each(MALFORMED)('refuses %p as an entry', (value) => {
    expect(outcome(() => resolveWebsites(bound(1), { website_ids: [1, value] }))).toBe(
      'invalid_website_id website_ids',
    );
  });
});

describe('whatever is sent', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
  const anyId = fc.oneof(
    fc.integer({ min: -1, max: 7 }),
    fc.integer({ min: 1, max: 7 }).map(String),
    fc.constantFrom(undefined, null, '', '1,2', []),
    fc.anything(),
  );
  const anyList = fc.oneof(anyId, fc.array(anyId, { maxLength: 4 }));

  test('no website outside the binding comes out, nor any error but a ServiceError', () => {
    fc.assert(
      fc.property(ids, anyId, anyList, (websiteIds, website_id, website_ids) => {
        const single = outcome(() => resolveWebsite({ websiteIds }, website_id));
        const several = outcome(() => resolveWebsites({ websiteIds }, { website_id, website_ids }));
        if (typeof single === 'number') expect(websiteIds).toContain(single);
        if (Array.isArray(several)) {
          expect(several.length).toBeGreaterThan(0);
          expect(
            several.every((id, at) => websiteIds.includes(id) && (at === 0 || id > several[at - 1])),
          ).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('exactly the named websites come out, when all are bound', () => {
    fc.assert(
      fc.property(ids, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), (websiteIds, asked) => {
        const expected = asked.every((id) => websiteIds.includes(id))
          ? [...new Set(asked)].sort((a, b) => a - b)
          : 'not_found';
        expect(outcome(() => resolveWebsites({ websiteIds }, { website_ids: asked.map(String) }))).toEqual(
          expected,
        );
      }),
    );
  });
});

test('boundWebsites gives the binding, ascending and without repeats, and nothing for an empty one', () => {
  expect(boundWebsites(bound(3, 1, 3))).toEqual([1, 3]);
  expect(boundWebsites(bound())).toEqual([]);
});
