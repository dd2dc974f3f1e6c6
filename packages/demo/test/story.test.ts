import { describe, expect, test } from '@jest/globals';
import { variantsOf } from '../src/definitions/specs.ts';
import { DEMO_WEBSITES } from '../src/definitions/websites.ts';
import { childId } from '../src/definitions/specs.ts';
import { type Funnel, eventsOfWeek, funnelOf, rateOf, zScore } from './last-week.ts';

const BROKEN = 201;
const WON = 103;

/** Every weekday, each in another month: the demo must not depend on the day when it is loaded. */
const NOWS = [
  '2026-11-15T12:00:00Z',
  '2026-12-14T00:00:01Z',
  '2027-01-05T23:59:59Z',
  '2027-03-03T08:00:00Z',
  '2027-04-22T12:00:00Z',
  '2027-07-16T12:00:00Z',
  '2027-08-21T12:00:00Z',
].map((text) => new Date(text));

const liveTests = DEMO_WEBSITES.flatMap((website) => website.campaigns).filter(
  (campaign) => variantsOf(campaign).length > 1 && campaign.until === undefined,
);

describe.each(NOWS)('the last full week before %p', (now) => {
  const week = eventsOfWeek(now, 1);
  const variants = (campaignId: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      funnelOf(week, (event) => event.variantId === childId(campaignId, index)),
    );

  test('has one broken campaign: it gets views but almost no conversions', () => {
    const [before, after] = [eventsOfWeek(now, 2), week].map((events) =>
      funnelOf(events, (event) => event.campaignId === BROKEN),
    ) as [Funnel, Funnel];
    expect(rateOf(before)).toBeGreaterThan(0.08);
    expect(rateOf(after)).toBeLessThan(0.01);
    expect(after.views).toBeGreaterThan(150);
  });

  test('has one variant that wins significantly', () => {
    const [a, b] = variants(WON, 2) as [Funnel, Funnel];
    expect(zScore(a, b)).toBeGreaterThan(3);
  });

  test('has no significant difference in the other experiments', () => {
    const ties = liveTests.filter((campaign) => campaign.id !== WON);
    expect(ties.map((campaign) => variantsOf(campaign).length)).toEqual([2, 3, 2]);
    for (const campaign of ties) {
      const [first, ...others] = variants(campaign.id, variantsOf(campaign).length) as [Funnel, ...Funnel[]];
      for (const other of others) expect(Math.abs(zScore(first, other))).toBeLessThan(1.96);
    }
  });
});
