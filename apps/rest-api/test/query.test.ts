import { expect, test } from '@jest/globals';
import { decodeQuery } from '../src/http/query.ts';
import fc from 'fast-check';

test('decodes one value to a string, several to a list, and website_ids always to a list', () => {
  expect(decodeQuery('/x?a=1&b=2&b=3&c=&d')).toEqual({ a: '1', b: ['2', '3'], c: '', d: '' });
  expect(decodeQuery('/x?website_ids=1&website_ids[]=2,3&website_ids%5B%5D=4')).toEqual({
    website_ids: ['1', '2,3', '4'],
  });
  expect(decodeQuery('/x')).toEqual({});
});

test('treats names of the prototype like any other name', () => {
  const raw = decodeQuery('/x?__proto__=1&constructor=2');
  expect(Object.keys(raw)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(raw)).toBe(Object.prototype);
});

test('never throws, whatever the query contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (query) => {
      expect(typeof decodeQuery(`/x?${query}`)).toBe('object');
    }),
  );
  expect(decodeQuery('/x?a=%ZZ&%E0%A4%A=1')).toMatchObject({ a: '%ZZ' });
});
