import { expect, test } from '@jest/globals';
import { inStrokes } from '../src/view/series/partial-points.ts';

test('the line to and from a partial point is dashed, the rest is solid', () => {
  expect(inStrokes([1, 2, 3, 4, 5], [0, 4])).toEqual({
    solid: [null, 2, 3, 4, null],
    dashed: [1, 2, null, 4, 5],
  });
  expect(inStrokes([1, 2, 3], [])).toEqual({ solid: [1, 2, 3], dashed: [null, null, null] });
});
