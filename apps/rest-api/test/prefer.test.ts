import { expect, test } from '@jest/globals';
import { isStrict } from '../src/http/prefer.ts';

test.each([
  'handling=strict',
  'Handling=Strict',
  'handling="strict"',
  ' handling = strict ; wait=1',
  'respond-async, handling=strict',
  'note="a, \\"b", handling=strict',
  'handling=strict, handling=lenient',
])('%s asks for strict handling', (prefer) => {
  expect(isStrict(prefer)).toBe(true);
});

test.each([
  undefined,
  '',
  'handling',
  'handling=lenient',
  'handling=lenient, handling=strict',
  'handling=stricter',
  'x-handling=strict',
  'note="a, handling=strict"',
  'note="a\\", handling=strict"',
  `${'a'.repeat(2000)}, handling=strict`,
])('%s does not', (prefer) => {
  expect(isStrict(prefer)).toBe(false);
});
