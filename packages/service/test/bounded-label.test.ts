import { expect, test } from '@jest/globals';
import { boundedLabel } from '../src/index.ts';

test('the first values keep their names, all later ones share one', () => {
  const label = boundedLabel(2);
  expect(['a', 'b', 'c', 'a', 'd'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other']);
});
