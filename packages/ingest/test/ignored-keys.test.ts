import { describe, expect, test } from '@jest/globals';
import { IgnoredKeys } from '../src/index.ts';
import { parseEvent } from '../src/parse/event.ts';
import { Refusal } from '../src/parse/refusal.ts';
import { event, NOW } from './support/events.ts';

function ignoredOf(...events: unknown[]) {
  const ignored = new IgnoredKeys();
  for (const raw of events) {
    try {
      parseEvent(raw, NOW, ignored);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return ignored.summary();
}

const order = (more: object) => event({ type: 'order', element_id: 1000, ...more });

describe('keys that no event has', () => {
  test('are counted by name, also those in rows', () => {
    const typo = order({
      revnue: 12,
      products: [
        { value: 'Mug', revnue: 3 },
        { value: 'Hat', revnue: 4 },
      ],
      fields: [{ field: 'Size', field_type: 'radio', vlaue: 'M' }],
    });
    expect(ignoredOf(event(), typo, order({ revnue: 5, Currency: 'EUR' }))).toEqual({
      ignored_keys: { revnue: 2, 'products[].revnue': 2, 'fields[].vlaue': 1, Currency: 1 },
    });
  });

  test('are counted for a refused event too: a misspelt key is why another one is missing', () => {
    const { website_id: _website, ...rest } = event({ websiteId: 1 });
    expect(ignoredOf(rest)).toEqual({ ignored_keys: { websiteId: 1 } });
  });

  test('leave no trace if there are none', () => {
    const full = order({
      campaign_id: 1,
      variant_id: 10,
      step_id: 100,
      revenue: 5,
      currency: 'EUR',
      products: [{ value: 'Mug', selections: 1, orders: 1, revenue: 5 }],
      fields: [{ field: 'Size', field_type: 'radio', value: 'M' }],
    });
    expect(
      ignoredOf(full, event(), 5, null, 'text', [1, 2, 3], { products: 'x', fields: [5, null] }),
    ).toEqual({});
  });

  test('are listed up to twenty, the rest as a number', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`key${n}`, n]));
    const { ignored_keys: listed, ignored_keys_omitted: omitted } = ignoredOf(event(many), event(many));
    expect(Object.keys(listed ?? {})).toHaveLength(20);
    expect(omitted).toBe(10);
  });

  test('have names that are short and safe to show', () => {
    const raw = JSON.parse(
      `{"__proto__": 1, "": 2, "line\\nbreak\\u001b[31m": 3, "\\ud800": 4, "${'x'.repeat(200_000)}": 5}`,
    ) as object;
    const { ignored_keys: listed = {} } = ignoredOf(raw);
    expect(Object.keys(listed)).toEqual([
      '__proto__',
      '(empty)',
      'line break [31m',
      '\ufffd',
      `${'x'.repeat(59)}…`,
    ]);
  });

  test('add up over several counters within the same bounds', () => {
    const sum = new IgnoredKeys();
    for (const from of [0, 15]) {
      const part = new IgnoredKeys();
      for (let n = from; n < from + 15; n += 1) part.add(`key${n}`);
      sum.addAll(part);
    }
    const { ignored_keys: listed, ignored_keys_omitted: omitted } = sum.summary();
    expect([Object.keys(listed ?? {}).length, omitted]).toEqual([20, 10]);
  });
});
