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

test('a moment names its time zone', () => {
  const moment = '2026-11-18T22:37:00Z';
  const parts = new Intl.DateTimeFormat('en', { timeStyle: 'long' }).formatToParts(new Date(moment));
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value;
  expect(formatOf('en').time(moment)).toMatch(/^Nov 1[89], 2026, \d+:\d\d [AP]M /);
  expect(formatOf('en').time(moment).endsWith(` ${zone}`)).toBe(true);
});
