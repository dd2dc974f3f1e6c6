import { expect, test } from '@jest/globals';
import { CHOICE_FIELD_TYPES, MULTI_CHOICE_FIELD_TYPES, SCOPES } from '../src/index.ts';

test('there are thirteen scopes: seven of the contract, and what is beyond it', () => {
  expect(SCOPES.join(', ')).toBe(
    'reports, contacts:read, contacts:write, ctas:read, ctas:write, areas:read, websites:read, reports:embed, notifications, embedding, sharing, events:write, catalog:write',
  );
});

test('every multi-choice field type is a choice field type', () => {
  expect(CHOICE_FIELD_TYPES).toEqual(expect.arrayContaining([...MULTI_CHOICE_FIELD_TYPES]));
});
