import { describe, expect, test } from '@jest/globals';
import { changeText, comparedText } from '../src/view/texts/compared-text.ts';
import type { Changed, Comparison } from '../src/view/answers/extras.ts';
import { formatOf } from '../src/view/texts/format.ts';

const FORMAT = formatOf('en', 'USD');
const TEXT = '8 to 13 November against 1 to 6 November';
const DAYS: Comparison = {
  text: TEXT,
  base_text: '1 to 6 November',
  base: { start: '2026-11-01', end: '2026-11-06' },
};
const same: Changed = { changes: {}, beyond_chance: {} };
const fresh: Changed = { ...same, new_since: '2026-11-05' };
const said = (comparison: Comparison, listed?: string) => comparedText(comparison, FORMAT, listed);

describe('which days are compared', () => {
  test('a list says among how many of its entries grey could be chance: those that are not new', () => {
    const parts = { 1: same, 2: same, 3: fresh, 4: same };
    expect(said({ ...DAYS, parts }, 'websites')).toBe(
      `Changes: ${TEXT}. Grey could be chance among 3 websites.`,
    );
    expect(said({ ...DAYS, parts: { 1: same } }, 'websites')).toBe(`Changes: ${TEXT}. Grey could be chance.`);
    expect(said({ ...DAYS, parts })).toBe(`Changes: ${TEXT}. Grey could be chance.`);
  });

  test('a break is no chance', () => {
    expect(said({ ...DAYS, apart_from_break: true })).toBe(
      `Changes: ${TEXT}. Grey could be chance, apart from the break.`,
    );
    expect(said({ ...DAYS, apart_from_break: true, parts: { 1: same, 2: same } }, 'campaigns')).toBe(
      `Changes: ${TEXT}. Grey could be chance among 2 campaigns, apart from the break.`,
    );
  });

  test('where nothing is compared, it says why', () => {
    expect(said({ text: 'Nothing comes before these days.' }, 'campaigns')).toBe(
      'Nothing comes before these days.',
    );
    expect(said({ ...DAYS, ...fresh })).toBe('Not compared with 1 to 6 November: new since Nov 5, 2026.');
    expect(said({ ...DAYS, parts: { 1: fresh, 2: fresh } }, 'campaigns')).toBe(
      'Not compared with 1 to 6 November: all campaigns are new.',
    );
  });
});

describe('a change', () => {
  const changed: Changed = {
    changes: { views: -12.4, orders: 500, revenue: 1143, completions: null, subscribes: null },
    beyond_chance: {},
    values: {
      orders: { current: 6, base: 1 },
      revenue: { current: 1824, base: 147 },
      completions: { current: 624, base: 0 },
    },
  };
  const textOf = (metric: string, beside?: string) => {
    const write = metric === 'revenue' ? FORMAT.money : FORMAT.count;
    return changeText(changed, { metric, format: FORMAT, write, ...(beside !== undefined && { beside }) });
  };

  test('is a percentage, but of few orders and from nothing its values', () => {
    expect(textOf('views')).toBe(FORMAT.change(-12.4));
    expect(textOf('orders', '6')).toBe('after 1');
    expect(textOf('revenue', '$1,824')).toBe('after $147');
    expect(textOf('revenue')).toBe('$1,824 after $147');
    expect(textOf('completions', '624')).toBe('after 0');
  });

  test('of other days than the number beside it names both values', () => {
    expect(textOf('orders', '7')).toBe('(6 after 1)');
  });

  test('of nothing, and of what is new, is not said', () => {
    expect(textOf('subscribes', '0')).toBeUndefined();
    const write = FORMAT.count;
    expect(
      changeText({ ...changed, new_since: '2026-11-05' }, { metric: 'orders', format: FORMAT, write }),
    ).toBeUndefined();
  });
});
