import { expect, test } from '@jest/globals';
import type { Answer } from '../src/view/answers/answer.ts';
import type { Body } from '../src/view/answers/bodies.ts';
import { sortedNotes } from '../src/view/answers/sorted-notes.ts';

const note = (code: string) => ({ code, text: code });
const answer = (report: string, ...codes: string[]): Answer => ({
  body: { report } as Body,
  notes: codes.map(note),
  extras: {},
});

test('the overview has a total of each currency, so that it says nothing about a sum of several', () => {
  const { beside } = sortedNotes(answer('account_performance', 'mixed_currencies', 'orders_change'));
  expect(beside).toEqual([note('orders_change')]);
});

test('what must be acted on is above; what is compared is below the numbers already', () => {
  const found = sortedNotes({
    ...answer('website', 'comparison', 'broken', 'clipped_bucket'),
    extras: { comparison: { text: '8 against 1 November' } },
  });
  expect(found).toEqual({ alarms: [note('broken')], beside: [note('clipped_bucket')] });
  expect(sortedNotes(answer('website', 'comparison')).beside).toEqual([note('comparison')]);
});
