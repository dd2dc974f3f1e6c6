import { expect, test } from '@jest/globals';
import { dayOf } from '@funnel/domain';
import { brokenCampaign } from '../../src/notes/broken.ts';
import { periodOf } from '../support/facts.ts';

const NOW = new Date('2026-11-17T10:00:00Z');
const LAST = dayOf(NOW) - 14;

/** What is said of a campaign that is not broken. */
const textOf = (needed: number | undefined, viewersSince: number, viewersPerDay = 10) => {
  const peopleSince = viewersSince < 20 ? undefined : viewersSince - 2;
  const watched = {
    viewersUntilNoticed: needed,
    viewersSince,
    peopleSince,
    lastConversion: LAST,
    viewersPerDay,
  };
  const state = { broken: undefined, watched };
  return brokenCampaign({ state, period: periodOf('2026-11-01', '2026-11-17'), now: NOW })[0]?.text;
};

test('a campaign that converts says how soon a break would show, without those who came since the last conversion', () => {
  expect(textOf(100, 0)).toBe(
    'No break found. If nobody converted any more, it would show here after about 100 more viewers, 10 days at this traffic.',
  );
  expect(textOf(100, 20)).toContain('after about 80 more viewers, 8 days');
});

test('one without a conversion for an unusual time says since when, not that nothing was found', () => {
  expect(textOf(100, 42)).toBe(
    'Nobody has converted since 4 November, of 40 viewers. After about 58 more it would be certain that something broke.',
  );
  expect(textOf(100, 130)).toBe('Nobody has converted since 4 November, of 128 viewers.');
  expect(textOf(undefined, 240)).toBe('Nobody has converted since 4 November, of 238 viewers.');
});

test('where too little is known, the note says so; where nobody comes, nothing', () => {
  expect(textOf(undefined, 5)).toBe('It has too few recent conversions to notice a break.');
  expect(textOf(1_000, 5)).toBe('It has too few viewers to notice a break soon.');
  expect(textOf(100, 0, 0)).toBeUndefined();
});
