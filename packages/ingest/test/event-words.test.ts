import { describe, expect, test } from '@jest/globals';
import { CatalogError, IgnoredKeys, parseCatalog } from '../src/index.ts';
import { parseEvent } from '../src/parse/event.ts';
import { Refusal } from '../src/parse/refusal.ts';
import { event, NOW } from './support/events.ts';

function reasonOf(raw: unknown): string {
  try {
    parseEvent(raw, NOW, new IgnoredKeys());
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
  return '';
}

async function problemsOf(raw: unknown): Promise<string[]> {
  try {
    await parseCatalog(raw);
  } catch (error) {
    if (error instanceof CatalogError) return error.problems;
    throw error;
  }
  return [];
}

const order = (more: object) => event({ type: 'order', element_id: 1000, ...more });

/** Values of every kind; none of them is valid everywhere. */
const ODD: unknown[] = [
  undefined,
  null,
  '',
  'x',
  '12',
  '\u0000',
  '\ud800',
  'x'.repeat(2_000),
  -1,
  0,
  1.5,
  1.005,
  1e20,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  true,
  [],
  [1],
  [{}],
  {},
  { a: [] },
];
const VALIDATOR = /invalid|expected|received|too (?:small|big)|unrecognized|>=|<=|guid/i;

const REFUSED: [unknown, string][] = [
  [5, 'event must be an object'],
  [[], 'event must be an object'],
  [event({ event_id: undefined }), 'event_id is missing'],
  [event({ event_id: 'x' }), 'event_id must be a UUID'],
  [event({ event_id: 7 }), 'event_id must be a UUID'],
  [event({ visitor_token: undefined }), 'visitor_token is missing'],
  [
    event({ type: 'click' }),
    'type must be one of view, conversion, completion, submission, subscribe, order',
  ],
  [event({ website_id: '1' }), 'website_id must be a whole number'],
  [event({ website_id: 1.5 }), 'website_id must be a whole number'],
  [event({ website_id: 0 }), 'website_id must be at least 1'],
  [event({ website_id: 2 ** 31 }), 'website_id must be at most 2147483647'],
  [event({ website_id: 2 ** 53 + 2 }), 'website_id is too large'],
  [
    event({ occurred_at: '2026-11-10T09:30:00' }),
    'occurred_at must be an ISO 8601 date-time with offset and seconds from 00 to 59, like 2026-11-14T09:30:00Z',
  ],
  [
    event({ occurred_at: 1_789_000_000 }),
    'occurred_at must be an ISO 8601 date-time with offset and seconds from 00 to 59, like 2026-11-14T09:30:00Z',
  ],
  [
    event({ occurred_at: '2016-12-31T23:59:60Z' }),
    'occurred_at must be an ISO 8601 date-time with offset and seconds from 00 to 59, like 2026-11-14T09:30:00Z',
  ],
  [event({ occurred_at: '2026-11-15T00:00:00Z' }), 'occurred_at is more than five minutes in the future'],
  [event({ revenue: 5 }), 'revenue is only for orders, not for type view'],
  [order({ revenue: '12' }), 'revenue must be a number'],
  [order({ revenue: 1.005 }), 'revenue must have at most 2 decimals'],
  [order({ revenue: 1e13 }), 'revenue must be at most 1000000000000'],
  [order({ currency: 'eur' }), 'currency must be three capital letters, like EUR'],
  [order({ currency: 978 }), 'currency must be three capital letters, like EUR'],
  [order({ products: {} }), 'products must be an array'],
  [order({ products: [{ orders: 1.5 }] }), 'products[0].orders must be a whole number'],
  [
    order({ products: [{}, { value: 'x'.repeat(201) }] }),
    'products[1].value must have at most 200 characters',
  ],
  [order({ fields: [{ field: '', field_type: 'radio' }] }), 'fields[0].field must not be empty'],
  [
    order({ fields: [{ field: 'a', field_type: 'radio', value: {} }] }),
    'fields[0].value must be a string, number or boolean, or an array of these',
  ],
  [
    order({ fields: [{ field: 'a', field_type: 'radio', value: [['b']] }] }),
    'fields[0].value must be a string, number or boolean, or an array of these',
  ],
  [event({ fields: [{ field: 'a', field_type: 'b' }] }), 'element_id is required for fields and products'],
];

describe('a refused event says in plain words', () => {
  test.each(REFUSED.map(([raw, reason]) => [reason, raw] as const))('%s', (reason, raw) => {
    expect(reasonOf(raw)).toBe(reason);
  });

  test('why a negative revenue does not count, and what to send', () => {
    for (const refund of [{ revenue: -12 }, { revenue: 3, products: [{ revenue: -3 }] }]) {
      const reason = reasonOf(order(refund));
      expect(reason).toMatch(
        /^(products\[0\]\.)?revenue must be at least 0: reports keep what orders were worth/,
      );
      expect(reason).toContain('Send no event for a refund, see docs/how-to/send-events.md#refunds');
      expect(reason.length).toBeLessThan(300);
    }
  });

  test('the first problems only, one of each value', () => {
    expect(reasonOf({})).toBe('event_id is missing; type is missing; website_id is missing; and 2 more');
    expect(reasonOf(order({ revenue: -1.005 }))).not.toContain('decimals');
  });

  test('never the words of the validator, whatever is wrong', () => {
    const row = { value: 'a', selections: 1, orders: 1, revenue: 1, field: 'a', field_type: 'b' };
    for (const odd of ODD) {
      expect(reasonOf(odd)).not.toMatch(VALIDATOR);
      for (const key of [
        ...Object.keys(order({})),
        'campaign_id',
        'revenue',
        'currency',
        'products',
        'fields',
      ])
        expect(reasonOf(order({ [key]: odd }))).not.toMatch(VALIDATOR);
      for (const key of Object.keys(row))
        for (const list of ['products', 'fields'])
          expect(reasonOf(order({ [list]: [{ ...row, [key]: odd }] }))).not.toMatch(VALIDATOR);
    }
  });
});

describe('revenue', () => {
  test.each([
    0,
    0.1,
    0.1 + 0.2,
    12.3,
    1_234_567.89,
    12_345_678_901.23,
    168_424_378_834.8,
    636_370_330_271.05,
    999_999_999_999.99,
  ])('of %d is counted to the cent', (revenue) => {
    const { revenueCents } = parseEvent(order({ revenue }), NOW, new IgnoredKeys());
    expect(revenueCents).toBe(BigInt(revenue.toFixed(2).replace('.', '')));
  });

  test.each([0.001, 1.005, 12.345, 1_234_567.891, 99_999_999.999])('of %d is refused', (revenue) => {
    expect(reasonOf(order({ revenue }))).toBe('revenue must have at most 2 decimals');
  });
});

describe('a refused catalog says in plain words', () => {
  test.each<[unknown, string]>([
    [[], 'document must be an object'],
    [{ websites: {} }, 'websites must be an array'],
    [{ websites: [{}] }, 'websites[0].id is missing'],
    [{ websites: [{ id: 'x' }] }, 'websites[0].id must be a whole number'],
    [{ websites: [{ id: 1, name: '' }] }, 'websites[0].name must not be empty'],
    [
      { websites: [{ id: 1, currency: 'eur' }] },
      'websites[0].currency must be three capital letters, like EUR',
    ],
    [{ websites: [{ id: 1, currency: 5 }] }, 'websites[0].currency must be three capital letters, like EUR'],
    [{ websites: [{ id: 1, api_key: 'short' }] }, 'websites[0].api_key must have at least 8 characters'],
    [{ websites: [{ id: 1, active: 'yes' }] }, 'websites[0].active must be true or false'],
    [
      { websites: [{ id: 1, data: { 'form-tracking': {} } }] },
      'websites[0].data.form-tracking must be a string, number, boolean or null',
    ],
    [
      { websites: [{ id: 1, created_at: 'yesterday' }] },
      'websites[0].created_at must be an ISO 8601 date-time with offset and seconds from 00 to 59, like 2026-11-14T09:30:00Z',
    ],
    [
      { campaigns: [{ id: 1, website_id: 1, published_at: 5 }] },
      'campaigns[0].published_at must be an ISO 8601 date-time with offset and seconds from 00 to 59, like 2026-11-14T09:30:00Z',
    ],
    [
      { campaigns: [{ id: 1, website_id: 1, cta_type: 'popup' }] },
      'campaigns[0].cta_type must be one of inline, overlay, hook, bar, page',
    ],
    [
      { campaigns: [{ id: 1, website_id: 1, variants: [{ id: 1, variation: 'AB' }] }] },
      'campaigns[0].variants[0].variation must be one lower-case letter, like a',
    ],
    [
      { campaigns: [{ id: 1, website_id: 1, variants: [{ id: 1, traffic_percentage: 101 }] }] },
      'campaigns[0].variants[0].traffic_percentage must be at most 100',
    ],
  ])('%j: %s', async (raw, problem) => {
    expect(await problemsOf(raw)).toEqual([problem]);
  });

  test('never the words of the validator, whatever is wrong', async () => {
    const records = {
      accounts: ['id', 'name'],
      websites: ['id', 'account_id', 'name', 'currency', 'api_key', 'active', 'brand', 'data', 'created_at'],
      areas: ['id', 'website_id', 'name', 'updated_at'],
      campaigns: ['id', 'website_id', 'cta_type', 'status', 'published_at', 'variants'],
    };
    for (const odd of ODD) {
      expect((await problemsOf(odd)).join()).not.toMatch(VALIDATOR);
      for (const [list, keys] of Object.entries(records)) {
        expect((await problemsOf({ [list]: odd })).join()).not.toMatch(VALIDATOR);
        for (const key of keys)
          expect((await problemsOf({ [list]: [{ id: 1, website_id: 1, [key]: odd }] })).join()).not.toMatch(
            VALIDATOR,
          );
      }
    }
  });
});
