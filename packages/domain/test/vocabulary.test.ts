import { expect, test } from '@jest/globals';
import { CHOICE_FIELD_TYPES, MULTI_CHOICE_FIELD_TYPES, SCOPES } from '../src/index.ts';

test('the scopes are the seven of spec section 5.5', () => {
  expect(SCOPES.join(', ')).toBe(
    'reports, contacts:read, contacts:write, ctas:read, ctas:write, areas:read, websites:read',
  );
});

test('a field with several answers is a choice field, so it may be kept by value', () => {
  expect(CHOICE_FIELD_TYPES).toEqual(expect.arrayContaining([...MULTI_CHOICE_FIELD_TYPES]));
});
