import { expect, test } from '@jest/globals';
import type { Extras } from '../src/view/answers/extras.ts';
import { formatOf } from '../src/view/texts/format.ts';
import { recordedText } from '../src/view/parts/first-steps.ts';

const said = (activity: NonNullable<Extras['activity']>) =>
  recordedText(Object.values(activity), formatOf('en-GB'));
const none = { first_day: null, last_day: null, last_event_at: null };

test('days without events lead to the days that have some, from the first to the last of all websites', () => {
  const one = { ...none, first_day: '2024-11-19', last_day: '2025-03-01' };
  const other = { ...none, first_day: '2025-01-02', last_day: '2026-11-19' };
  expect(said({ 1: one, 2: other, 3: none })).toBe('Events were recorded from 19 Nov 2024 to 19 Nov 2026.');
  expect(said({ 1: { ...one, last_day: one.first_day } })).toBe('Events were recorded on 19 Nov 2024.');
  expect(said({ 1: { ...none, first_day: '2024-11-19' } })).toBe('Events begin on 19 Nov 2024.');
  expect(said({ 3: none })).toBeUndefined();
});
