import { expect, test } from '@jest/globals';
import { type Look, lookIn, lookParameters, opened, PLAIN, toggled } from '../src/view/context/look.ts';
import type { MetricKey } from '../src/view/texts/metrics.ts';

const broken = (text: string) => [{ code: 'broken', text }];

test.each([
  ['Broken since 3 November: of 812 viewers nobody converted.', ['conversions'], true],
  ['“Quiz” has been broken since 3 November: of 812 viewers 2 completed it.', ['completions'], true],
  ['Broken since 3 November: nobody submitted the form.', ['submissions'], true],
  ['Broken since 3 November: of 9 viewers nobody converted. Also down: submissions.', ['conversions'], true],
  ['Nobody has viewed “Quiz” since 3 November.', ['views'], false],
])('a report of something broken opens with what broke: %s', (text, metrics, isRate) => {
  expect(opened(PLAIN, broken(text))).toEqual({ ...PLAIN, metrics, isRate });
});

test('other reports open with the viewers, and a choice stays', () => {
  expect(opened(PLAIN, []).metrics).toEqual(['views']);
  const chosen: Look = { ...PLAIN, metrics: ['orders'] };
  expect(opened(chosen, broken('Nobody converts.'))).toBe(chosen);
});

test('up to three lines; the fourth replaces the oldest, and one always stays', () => {
  const keys: MetricKey[] = ['views', 'orders', 'revenue'];
  let three = PLAIN;
  for (const key of keys) three = toggled(three, key);
  expect(three.metrics).toEqual(keys);
  expect(toggled(three, 'subscribes').metrics).toEqual(['orders', 'revenue', 'subscribes']);
  expect(toggled(three, 'orders').metrics).toEqual(['views', 'revenue']);
  expect(toggled(toggled(PLAIN, 'views'), 'views').metrics).toEqual(['views']);
});

test('a look is written into an address and read again; what is unknown is left out', () => {
  const look: Look = { metrics: ['orders', 'revenue'], isRate: true, byVariant: true };
  expect(lookIn(new URLSearchParams(lookParameters(look)))).toEqual(look);
  expect(lookParameters(PLAIN)).toEqual({});
  const odd = new URLSearchParams('metric=aov,views,views,__proto__,orders,revenue,subscribes&as=x&by=y');
  expect(lookIn(odd)).toEqual({ metrics: ['views', 'orders', 'revenue'], isRate: false, byVariant: false });
});
