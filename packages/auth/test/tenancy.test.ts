import { describe, expect, test } from '@jest/globals';
import { ServiceError, toProblem, trustedWebsiteId } from '@funnel/domain';
import { boundWebsites, resolveWebsite, resolveWebsites, WebsiteNotFoundError } from '../src/index.ts';
import fc from 'fast-check';

const bound = (...websiteIds: number[]) => ({ websiteIds: websiteIds.map(trustedWebsiteId) });

/** The resolved id or ids, or the code and parameter of the error. */
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
    ['a named website: its id', [1, 2], 2, 2],
    ['digits in a string: the id', [1, 2], '2', 2],
    ['the largest id: that id', [2_147_483_647], '2147483647', 2_147_483_647],
    ['the only website by name: its id', [7], 7, 7],
    ['nothing, with one website: its id', [7], undefined, 7],
    ['null: as if omitted', [7], null, 7],
    ['an empty string: as if omitted', [7], '', 7],
    ['an empty list: as if omitted', [7], [], 7],
    ['nothing, with several websites: an error', [1, 2], undefined, 'website_id_required website_id'],
    ['nothing, with an empty binding: an error', [], undefined, 'not_found'],
    ['a website outside the binding: an error', [1, 2], 3, 'not_found'],
    ['a website other than the only one: an error', [1], 2, 'not_found'],
    ['a website, with an empty binding: an error', [], 1, 'not_found'],
    ['a list of one: an error', [1], [1], 'invalid_website_id website_id'],
    ['ids joined by commas: an error', [1, 2], '1,2', 'invalid_website_id website_id'],
  ])('resolves %s', (_what, websiteIds, websiteId, expected) => {
    expect(outcome(() => resolveWebsite(bound(...websiteIds), websiteId))).toBe(expected);
  });

  test.each(MALFORMED)('rejects %p as malformed, even with a single website', (value) => {
    expect(outcome(() => resolveWebsite(bound(1), value))).toBe('invalid_website_id website_id');
    expect(outcome(() => resolveWebsite(bound(), value))).toBe('invalid_website_id website_id');
  });

  test('returns the same body for an unbound and an unknown website', () => {
    const bodies = [
      () => resolveWebsite(bound(1), 2),
      () => resolveWebsite(bound(), undefined),
      () => resolveWebsites(bound(1), { website_ids: [2] }),
      () => {
        throw new WebsiteNotFoundError();
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

  test('lists the websites when one must be named', () => {
    expect.assertions(1);
    try {
      resolveWebsite(bound(12, 11), undefined);
    } catch (error) {
      expect(toProblem(error, 'request-1')).toMatchObject({
        status: 400,
        code: 'website_id_required',
        parameter: 'website_id',
        allowed: ['11', '12'],
        detail: expect.stringMatching(/several websites: pass website_id/),
      });
    }
  });
});

describe('resolveWebsites', () => {
  test.each([
    ['nothing: every bound website, ascending', {}, [1, 2, 5]],
    ['website_id: that website', { website_id: 2 }, [2]],
    ['website_ids: those websites', { website_ids: [5, 1] }, [1, 5]],
    ['both: their union', { website_id: 5, website_ids: [1] }, [1, 5]],
    ['duplicates: each once', { website_id: 1, website_ids: [1, '1', 2, 2] }, [1, 2]],
    ['ids joined by commas: those websites', { website_ids: '5,1' }, [1, 5]],
    ['a list with joined ids: those websites', { website_ids: ['5,1', '2'] }, [1, 2, 5]],
    ['a single number in website_ids: that website', { website_ids: 5 }, [5]],
    ['empty entries: skipped', { website_ids: ['', 2, null, ',,'] }, [2]],
    ['only empty entries: every website', { website_ids: ['', ','] }, [1, 2, 5]],
    ['null and an empty list: every website', { website_id: null, website_ids: [] }, [1, 2, 5]],
    ['empty strings: every website', { website_id: '', website_ids: '' }, [1, 2, 5]],
    ['a website outside the binding: an error', { website_id: 3 }, 'not_found'],
    ['a list with one website outside: an error', { website_ids: [1, 3] }, 'not_found'],
    [
      'a bound website_id beside an unbound entry: an error',
      { website_id: 1, website_ids: [3] },
      'not_found',
    ],
    [
      'an unbound and a malformed id: the malformed one first',
      { website_id: 3, website_ids: ['x'] },
      'invalid_website_id website_ids',
    ],
    [
      'an unbound and a malformed entry: the malformed one first',
      { website_ids: [3, 0] },
      'invalid_website_id website_ids',
    ],
    [
      'two malformed ids: website_id first',
      { website_id: 'x', website_ids: ['y'] },
      'invalid_website_id website_id',
    ],
    ['a list as website_id: an error', { website_id: [1] }, 'invalid_website_id website_id'],
    ['a list in a list: an error', { website_ids: [[1]] }, 'invalid_website_id website_ids'],
    ['spaces: an error', { website_ids: '1, 2' }, 'invalid_website_id website_ids'],
    ['an object: an error', { website_ids: { 0: 1 } }, 'invalid_website_id website_ids'],
  ])('resolves %s', (_what, parameters, expected) => {
    expect(outcome(() => resolveWebsites(bound(5, 1, 2), parameters))).toEqual(expected);
  });

  test('rejects every request of an empty binding', () => {
    expect(outcome(() => resolveWebsites(bound(), {}))).toBe('not_found');
    expect(outcome(() => resolveWebsites(bound(), { website_ids: [1] }))).toBe('not_found');
  });

  test.each(MALFORMED)('rejects %p as an entry', (value) => {
    expect(outcome(() => resolveWebsites(bound(1), { website_ids: [1, value] }))).toBe(
      'invalid_website_id website_ids',
    );
  });
});

describe('for random input', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
  const anyId = fc.oneof(
    fc.integer({ min: -1, max: 7 }),
    fc.integer({ min: 1, max: 7 }).map(String),
    fc.constantFrom(undefined, null, '', '1,2', []),
    fc.anything(),
  );
  const anyList = fc.oneof(anyId, fc.array(anyId, { maxLength: 4 }));

  test('only bound websites are resolved, and only ServiceErrors are thrown', () => {
    fc.assert(
      fc.property(ids, anyId, anyList, (websiteIds, website_id, website_ids) => {
        const single = outcome(() => resolveWebsite(bound(...websiteIds), website_id));
        const several = outcome(() => resolveWebsites(bound(...websiteIds), { website_id, website_ids }));
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

  test('exactly the named websites are resolved when all are bound', () => {
    fc.assert(
      fc.property(ids, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), (websiteIds, asked) => {
        const expected = asked.every((id) => websiteIds.includes(id))
          ? [...new Set(asked)].sort((a, b) => a - b)
          : 'not_found';
        expect(
          outcome(() => resolveWebsites(bound(...websiteIds), { website_ids: asked.map(String) })),
        ).toEqual(expected);
      }),
    );
  });
});

test('boundWebsites returns the binding, ascending and without duplicates', () => {
  expect(boundWebsites(bound(3, 1, 3))).toEqual([1, 3]);
  expect(boundWebsites(bound())).toEqual([]);
});
