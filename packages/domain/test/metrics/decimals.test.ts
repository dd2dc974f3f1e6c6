import { expect, test } from '@jest/globals';
import { moneyToNumber, parseMoneyCents } from '../../src/index.ts';
import { hundredthsOfText } from '../support/decimals.ts';
import fc from 'fast-check';

test.each([
  ['12', 1_200n],
  ['12.5', 1_250n],
  ['12.50', 1_250n],
  ['-3.10', -310n],
  ['0', 0n],
  ['0.00', 0n],
  ['-0.01', -1n],
  ['0.07', 7n],
  ['123456789012345678901.99', 12_345_678_901_234_567_890_199n],
])('parseMoneyCents reads %s as %d cents', (text, cents) => {
  expect(parseMoneyCents(text)).toBe(cents);
});

test.each(['', '12.345', '12.', '.5', '1e3', ' 12', '12 ', '12,50', '+1', '--1', 'NaN', '12.50\n', '0x10'])(
  'parseMoneyCents rejects "%s"',
  (text) => {
    expect(() => parseMoneyCents(text)).toThrow(RangeError);
  },
);

test('moneyToNumber is exact to the cent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (cents) => {
      expect(hundredthsOfText(moneyToNumber(cents))).toBe(cents);
    }),
  );
});

test('sums of cents have no floating-point error', () => {
  const cents = Array.from({ length: 1_000 }, () => parseMoneyCents('0.10')).reduce(
    (sum, part) => sum + part,
    0n,
  );
  expect(moneyToNumber(cents)).toBe(100);
});

test('moneyToNumber returns the nearest number beyond 2^53 cents', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (cents) => {
      const text = cents.toString();
      expect(moneyToNumber(cents)).toBe(Number.parseFloat(`${text.slice(0, -2)}.${text.slice(-2)}`));
    }),
  );
});
