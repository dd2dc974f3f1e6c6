import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { toCsv } from '../src/csv/to-csv.ts';
import fc from 'fast-check';

const inEuro = () => 'EUR';
const table = { path: ['rows'], columns: ['a', 'b'].map((name) => ({ name, isOptional: false })) };

test('writes text that an independent parser reads back unchanged', () => {
  const text = fc
    .string({ unit: 'grapheme' })
    .filter((value) => !/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value));
  fc.assert(
    fc.property(fc.array(fc.record({ a: text, b: fc.integer() }), { minLength: 1 }), (rows) => {
      const read: unknown = parse(toCsv(table, { rows }, inEuro), {
        columns: true,
        record_delimiter: '\r\n',
      });
      expect(read).toEqual(rows.map(({ a, b }) => ({ a, b: String(b), currency: 'EUR' })));
    }),
  );
});

test('escapes text that a spreadsheet would run as a formula, but not numbers', () => {
  const cellOf = (a: unknown) => toCsv(table, { rows: [{ a, b: null }] }, () => undefined).split('\r\n')[1];
  expect(cellOf('=1+1')).toBe("'=1+1,,");
  expect(cellOf('@SUM(A1)')).toBe("'@SUM(A1),,");
  expect(cellOf('-cmd, "x"')).toBe('"\'-cmd, ""x""",,');
  expect(cellOf('-12.5')).toBe('-12.5,,');
  expect(cellOf('+49')).toBe('+49,,');
  expect(cellOf(-12.5)).toBe('-12.5,,');
  expect(cellOf('plain')).toBe('plain,,');
  for (const formula of ['  =1+1', '\n=1+1', '\u00a0@A1', '\u200b=1', '＝1+1', '＋1', '－1', '＠A1', '\0=1'])
    expect(toCsv(table, { rows: [{ a: formula, b: null }] }, inEuro)).toContain(`'${formula}`);
});
