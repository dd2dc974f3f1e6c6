import { expect, test } from '@jest/globals';
import { formatOf } from '../src/view/texts/format.ts';

test('money beside other currencies is never an ambiguous sign', () => {
  const { money } = formatOf('en');
  const written = ['USD', 'CAD', 'AUD', 'EUR', 'XYZ', 'points'].map((currency) => money(12, currency));
  expect(new Set(written).size).toBe(written.length);
  expect(written.slice(0, 2)).toEqual(['$12', 'CA$12']);
  expect(money(12)).toBe('12');
  expect(formatOf('en', 'CAD').money(12)).toBe('$12');
});
