import { expect, test } from '@jest/globals';
import { findFindings } from '../../src/findings/find-findings.ts';
import type { CampaignWeek } from '../../src/findings/input.ts';
import type { Counts } from '@funnel/domain';
import { Chance } from '@funnel/testing';
import { campaign, counts, input } from '../support/weeks.ts';

const CHANGES = new Set(['campaign_broke', 'conversion_rate_change', 'views_change']);

/** The variation of real traffic: each day separately, and the week as a whole a little. */
const DAILY_VIEWS_SPREAD = 0.2;
const DAILY_RATE_SPREAD = 0.12;
const WEEKLY_VIEWS_SPREAD = 0.04;

function drawnWeek(chance: Chance, views: number, rate: number, weekFactor: number): Counts {
  let [viewers, converted] = [0, 0];
  for (let day = 0; day < 7; day++) {
    const expected = (views / 7) * weekFactor * Math.max(0.1, 1 + DAILY_VIEWS_SPREAD * chance.normal());
    const seen = Math.max(0, Math.round(expected + Math.sqrt(expected) * chance.normal()));
    viewers += seen;
    converted += chance.binomial(seen, rate * Math.max(0, 1 + DAILY_RATE_SPREAD * chance.normal()));
  }
  return counts({ views: chance.sketched(viewers), conversions: chance.sketched(converted) });
}

function unchanged(chance: Chance, id: number, factors: readonly [number, number]): CampaignWeek {
  const views = chance.logUniform(60, 20_000);
  const rate = chance.logUniform(0.005, 0.4);
  const [week, previous] = factors.map((factor) => drawnWeek(chance, views, rate, factor));
  if (!week || !previous) throw new Error('two weeks');
  return campaign(id, { week, previous });
}

test('at most 1 % of 400 weeks report a change although nothing has changed', () => {
  const chance = new Chance(4_711);
  const weeks = 400;
  let claimed = 0;
  for (let week = 0; week < weeks; week++) {
    const factor = () => 1 + WEEKLY_VIEWS_SPREAD * chance.normal();
    const factors = [factor(), factor()] as const;
    const campaigns = Array.from({ length: chance.whole(1, 10) }, (_, index) =>
      unchanged(chance, index + 1, factors),
    );
    if (findFindings(input(...campaigns)).some(({ kind }) => CHANGES.has(kind))) claimed += 1;
  }
  expect(claimed / weeks).toBeLessThanOrEqual(0.01);
});
