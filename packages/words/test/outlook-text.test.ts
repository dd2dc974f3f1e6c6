import { expect, test } from '@jest/globals';
import { outlookText, settledText } from '../src/experiments/outlook-text.ts';

const [a, b, c] = [{ letter: 'A' }, { letter: 'B' }, { letter: 'C' }];

test('advises to end what would take more than a year', () => {
  const text = outlookText(
    { advice: 'end', weeklyViewers: 1_200, points: 0.5 },
    { variants: [a, b], settled: [] },
  );
  expect(text).toBe(
    'End it and keep either: at 1,200 viewers a week it would take more than a year to be sure even of 0.5 points, the most that these numbers allow.',
  );
});

test('says which pairs of variants are settled, and which are open', () => {
  const settled = [
    { better: b, worse: a },
    { better: c, worse: a },
  ];
  expect(settledText({ variants: [b, c, a], settled })).toBe('B and C beat A; between B and C it is open');
});
