import { expect, test } from '@jest/globals';
import { mentions, spaced } from '../src/view/texts/mentions.ts';

const CAMPAIGNS = [
  { id: 1, name: 'Spring offer' },
  { id: 2, name: 'Twin' },
  { id: 3, name: 'Twin' },
  { id: 4, name: 'A very  long name of a campaign' },
];

test('names of campaigns are found, also where they are cut', () => {
  expect(mentions('“Spring offer” beats “A very long name…” by 3.', CAMPAIGNS)).toEqual([
    { id: 1, text: '“Spring offer”' },
    ' beats ',
    { id: 4, text: '“A very long name…”' },
    ' by 3.',
  ]);
});

test('a name of two campaigns, and one of none, stay text', () => {
  const text = '“Twin” and “Unknown” and Spring offer.';
  expect(mentions(text, CAMPAIGNS)).toEqual([text]);
});

test('a percentage has a space before its sign; a name in quotes stays as it is', () => {
  const text = spaced('Rate of “Welcome: 10% off…” fell by 12%.');
  expect(text).toBe('Rate of “Welcome: 10% off…” fell by 12\u00a0%.');
  expect(mentions(text, [{ id: 5, name: 'Welcome: 10% off your first order' }])).toContainEqual({
    id: 5,
    text: '“Welcome: 10% off…”',
  });
});
