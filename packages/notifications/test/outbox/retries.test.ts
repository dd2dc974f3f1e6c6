import { expect, test } from '@jest/globals';
import { retryAfter } from '../../src/outbox/retries.ts';

test('pauses grow, follow the wish of the receiver, and end', () => {
  expect(retryAfter(1, { random: 0 })).toEqual(5);
  expect(retryAfter(2, { random: 0, wishSeconds: 600 })).toEqual(600);
  expect(retryAfter(10, { random: 0 })).toEqual(undefined);
});
