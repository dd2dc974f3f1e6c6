import { expect, test } from '@jest/globals';
import { recordTimestamp } from '../../src/index.ts';
import fc from 'fast-check';

test('recordTimestamp agrees with Date.toISOString', () => {
  const any = fc.date({ min: new Date('1900-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(any, (date) => {
      expect(recordTimestamp(date.getTime())).toBe(date.toISOString());
    }),
    { numRuns: 2_000 },
  );
});
