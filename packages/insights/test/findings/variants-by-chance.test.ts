import { describe, expect, test } from '@jest/globals';
import { findFindings } from '../../src/findings/find-findings.ts';
import type { Finding } from '@funnel/words';
import type { CampaignWeek, SubjectWeek } from '../../src/findings/input.ts';
import { shareOf, Sketch, visitorKey, zOfDifference } from '@funnel/domain';
import { Chance } from '@funnel/testing';
import { experiment, input, subject } from '../support/weeks.ts';

const names = ({ kind }: Finding) => kind === 'variant_wins' || kind === 'variant_loses';

/** The week before is the same, so that only the variants differ. */
const drawn = (chance: Chance, viewers: number, rate: number): SubjectWeek =>
  subject(chance.sketched(viewers), chance.sketched(chance.binomial(viewers, rate)));

/** Variants with the same rate, any amount of traffic, evenly split or not. */
function tie(chance: Chance, id: number): CampaignWeek {
  const rate = chance.logUniform(0.003, 0.7);
  const viewers = chance.logUniform(60, 150_000);
  const isEven = chance.unit() < 0.5;
  const variants = Array.from({ length: chance.whole(2, 4) }, () =>
    drawn(chance, Math.round(viewers * (isEven ? 1 : chance.logUniform(0.05, 1))), rate),
  );
  return experiment(id, ...variants);
}

describe('on random data without differences', () => {
  test('at most 1 % of 2,000 weeks with one to six experiments report a variant', () => {
    const chance = new Chance(20_261);
    const weeks = 2_000;
    let named = 0;
    for (let week = 0; week < weeks; week++) {
      const ties = Array.from({ length: chance.whole(1, 6) }, (_, index) => tie(chance, index + 1));
      if (findFindings(input(...ties)).some(names)) named += 1;
    }
    expect(named / weeks).toBeLessThanOrEqual(0.01);
  });

  test('the error of the sketches is taken into account where it is larger than the sampling error', () => {
    const [pairs, viewers, converting] = [50, 12_000, 0.85];
    const estimate = (seed: number, count: number) => Sketch.of(visitorKeys(seed, count)).estimate();
    const chance = new Chance(7);
    const distances = Array.from({ length: pairs }, (_, pair) => {
      const [a, b] = [2 * pair, 2 * pair + 1].map((seed) => ({
        viewers: estimate(seed, viewers),
        converted: estimate(seed, chance.binomial(viewers, converting)),
      })) as [Estimates, Estimates];
      const z = zOfDifference(shareOf(a.converted, a.viewers), shareOf(b.converted, b.viewers));
      const blind = Math.sqrt((2 * converting * (1 - converting)) / viewers);
      return { z, blind: (a.converted / a.viewers - b.converted / b.viewers) / blind };
    });
    const worst = (of: 'z' | 'blind') => Math.max(...distances.map((distance) => Math.abs(distance[of])));
    expect(worst('z')).toBeLessThan(2);
    // A test that ignores the error of the sketches would report winners here.
    expect(worst('blind')).toBeGreaterThan(2.81);
  });
});

/** Keys of distinct visitors; every seed gives another population. */
function visitorKeys(seed: number, count: number): Int32Array {
  const hex = (word: number) => word.toString(16).padStart(8, '0');
  return Int32Array.from({ length: count }, (_, visitor) =>
    visitorKey(`${hex(seed)}-0000-0000-0000-5eed${hex(visitor)}`),
  );
}

interface Estimates {
  viewers: number;
  converted: number;
}

test('a difference as large as in the demo data is found after two weeks in 95 % of the experiments', () => {
  const chance = new Chance(99);
  const weeks = 1_000;
  let found = 0;
  for (let week = 0; week < weeks; week++) {
    const lifted = experiment(1, drawn(chance, 2_700, 0.1), drawn(chance, 2_660, 0.163));
    const ties = experiment(2, drawn(chance, 500, 0.065), drawn(chance, 500, 0.065));
    const finding = findFindings(input(lifted, ties)).find(names);
    if (finding?.kind === 'variant_wins' && finding.variant.variation === 'b') found += 1;
  }
  expect(found / weeks).toBeGreaterThanOrEqual(0.95);
});
