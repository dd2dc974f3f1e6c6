import { describe, expect, test } from '@jest/globals';
import { findFindings } from '../../src/findings/find-findings.ts';
import type { Finding } from '@funnel/words';
import {
  type CampaignWeek,
  type ComparedWeek,
  type FindingsInput,
  liveCampaigns,
} from '../../src/findings/input.ts';
import { weekChanges } from '../../src/findings/kinds/week-changes.ts';
import { recommendationsOf } from '../../src/findings/recommendations.ts';
import { compareWeeks } from '../../src/findings/statistics/compare-weeks.ts';
import { anyWeek } from '../support/any-week.ts';
import fc from 'fast-check';
import {
  broken as brokenTo,
  campaign,
  counts,
  experiment,
  funnel,
  input,
  LAST_DAY,
  subject,
  variants,
} from '../support/weeks.ts';

const kindsOf = (of: FindingsInput) => findFindings(of).map(({ kind }) => kind);
const findingsOf = (id: number, of: FindingsInput) =>
  findFindings(of).filter(({ campaign: c }) => c?.id === id);

function only<K extends Finding['kind']>(kind: K, of: FindingsInput): Extract<Finding, { kind: K }> {
  const found = findFindings(of).filter((finding) => finding.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Extract<Finding, { kind: K }>;
}

/** Another campaign, with a normal conversion rate. */
const usual = campaign(9, subject(2_000, 200));

describe('variants', () => {
  const [weak, strong] = [subject(1_000, 100), subject(1_000, 170)];

  test('the better of two variants wins, with the expected gain', () => {
    const finding = only('variant_wins', input(experiment(1, weak, strong)));
    expect(finding.variant).toMatchObject({ variation: 'b', share: { count: 170, of: 1_000, rate: 17 } });
    // The plain difference is 70.
    expect(finding.gain.low).toBeGreaterThan(30);
    expect(finding.gain.high).toBeLessThan(110);
    expect(finding.effect).toBe(finding.gain.low);
  });

  test('the best of three variants must beat each of the others', () => {
    expect(kindsOf(input(experiment(1, weak, strong, weak)))).toEqual(['variant_wins']);
    expect(kindsOf(input(experiment(1, weak, strong, subject(1_000, 165))))).toEqual(['variant_loses']);
    expect(kindsOf(input(experiment(1, weak, strong, subject(1_000, 135))))).toEqual([]);
  });

  test('a variant with few viewers is left out', () => {
    const finding = only('variant_wins', input(experiment(1, weak, strong, subject(60, 30))));
    expect(finding.variant.variation).toBe('b');
    expect(finding.others).toHaveLength(1);
  });

  test('only variants with traffic, of live campaigns, are compared', () => {
    const off = variants(1, weak, strong).map((variant) => ({ ...variant, trafficPercentage: 0 }));
    expect(kindsOf(input({ ...experiment(1, weak, strong), variants: off }))).toEqual([]);
    expect(kindsOf(input({ ...experiment(1, weak, strong), status: 'archived' }))).toEqual([]);
  });

  test('more experiments need stronger evidence', () => {
    const close = experiment(1, subject(1_000, 100), subject(1_000, 168));
    const ties = Array.from({ length: 40 }, (_, index) => experiment(index + 10, weak, weak));
    expect(kindsOf(input(close))).toEqual(['variant_wins']);
    expect(kindsOf(input(close, ...ties))).toEqual([]);
  });
});

describe('a campaign that broke', () => {
  const steps = [
    subject(500, 2, { views: 500, conversions: 60 }),
    subject(2, 1, { views: 55, conversions: 30 }),
  ];
  const broken = {
    ...funnel(1, subject(500, 2, { views: 500, conversions: 60, completions: 25 }), ...steps),
    broken: brokenTo(2, 450, 54),
  };

  test('is reported once, as broken', () => {
    expect(findingsOf(1, input(broken, usual)).map(({ kind }) => kind)).toEqual(['campaign_broke']);
  });

  test('is not reported again as a change of the website', () => {
    const small = campaign(9, subject(100, 10));
    expect(kindsOf(input(broken, small))).toEqual(['campaign_broke']);
  });

  test('comes before possible improvements, however large they are', () => {
    const better = experiment(2, subject(40_000, 3_000), subject(40_000, 7_500));
    expect(kindsOf(input(better, broken, usual))[0]).toBe('campaign_broke');
  });
});

describe('changes against the week before', () => {
  test('a rate that changes by more than chance and normal variation is reported with its direction', () => {
    const fell = only(
      'conversion_rate_change',
      input(campaign(1, subject(3_000, 150, { views: 3_000, conversions: 300 })), usual),
    );
    expect(fell).toMatchObject({
      direction: 'down',
      campaign: { id: 1 },
      week: { rate: 5 },
      previous: { rate: 10 },
    });
    const rose = only(
      'conversion_rate_change',
      input(campaign(1, subject(3_000, 450, { views: 3_000, conversions: 225 })), usual),
    );
    expect(rose.direction).toBe('up');
    expect(rose.effect).toBeLessThan(fell.effect);
  });

  test('a small change of a large campaign is not reported, although it is significant', () => {
    const swing = campaign(1, subject(1_000_000, 92_000, { views: 1_000_000, conversions: 100_000 }));
    expect(kindsOf(input(swing))).toEqual([]);
  });

  test('a loss of a quarter of the views is not reported, a loss of two thirds is', () => {
    const views = (now: number) => campaign(1, subject(now, now / 10, { views: 3_000, conversions: 300 }));
    expect(kindsOf(input(views(2_250), usual))).toEqual([]);
    expect(findingsOf(1, input(views(1_000), campaign(9, subject(9_000, 900))))).toMatchObject([
      { kind: 'views_change', direction: 'down', week: 1_000, previous: 3_000, percent: 66.67 },
    ]);
  });

  test('when all campaigns lose views, the website is reported instead of each campaign', () => {
    const fallen = [1, 2, 3].map((id) => campaign(id, subject(500, 50, { views: 1_500, conversions: 150 })));
    const finding = only('views_change', input(...fallen));
    expect(finding).toMatchObject({ campaign: null, driver: null });
  });

  test('when one campaign loses its views, the change of the website names it, unless it was archived', () => {
    const gone = (status: CampaignWeek['status']) =>
      campaign(1, subject(0, 0, { views: 5_000, conversions: 500 }), { status });
    expect(only('views_change', input(gone('live'), usual)).driver).toMatchObject({ id: 1, week: 0 });
    expect(kindsOf(input(gone('archived'), usual))).toEqual([]);
  });

  test('when all campaigns convert worse, the website is reported instead of each campaign', () => {
    const worse = [1, 2, 3].map((id) =>
      campaign(id, subject(3_000, 150, { views: 3_000, conversions: 300 })),
    );
    expect(only('conversion_rate_change', input(...worse))).toMatchObject({
      campaign: null,
      direction: 'down',
    });
  });

  test('a new campaign that converts less is not a change of the website', () => {
    const began = { newSince: LAST_DAY - 3 };
    expect(kindsOf(input(usual, campaign(1, subject(6_000, 120, {}), began)))).toEqual([]);
  });

  test('a campaign that began within the week before is new, and its website has not changed by it', () => {
    const began = { newSince: LAST_DAY - 8 };
    const young = campaign(1, subject(6_000, 120, { views: 1_000, conversions: 100 }), began);
    expect(kindsOf(input(usual, young))).toEqual([]);
    expect(kindsOf(input(usual, { ...young, newSince: null }))).toContain('views_change');
  });

  test('nothing is said to have changed beyond what the fair comparison says', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        const live = liveCampaigns(week);
        const changes = compareWeeks<ComparedWeek>(week, [...live, week.website]);
        for (const finding of weekChanges(week)) {
          const changed = live.find(({ id }) => id === finding.campaign?.id) ?? week.website;
          const metric = finding.kind === 'views_change' ? 'views' : 'conversion_rate';
          expect(changes.get(changed)?.beyondChance.has(metric)).toBe(true);
          expect(changed.newSince).toBeNull();
        }
      }),
    );
  });

  test('a broken variant is reported once, by the comparison of the variants', () => {
    const before = { views: 1_000, conversions: 100 };
    const broke = input(experiment(1, subject(1_000, 98, before), subject(1_000, 5, before)), usual);
    expect(kindsOf(broke)).toEqual(['variant_wins']);
    expect(only('variant_wins', broke).others).toMatchObject([{ variation: 'b', before: { rate: 10 } }]);
  });

  test('a new campaign is not reported as a change', () => {
    expect(findingsOf(1, input(campaign(1, subject(1_000, 100, {})), usual))).toEqual([]);
  });
});

describe('funnels', () => {
  test('traffic without conversions is reported if the other campaigns convert', () => {
    const idle = campaign(1, subject(400, 1));
    expect(only('traffic_without_conversions', input(idle, usual))).toMatchObject({
      campaign: { id: 1 },
      week: { count: 1, of: 400 },
      others: { rate: 10 },
    });
    expect(kindsOf(input(idle, campaign(9, subject(2_000, 2))))).toEqual([]);
  });

  test('conversions without completions are compared with the week before or the other campaigns', () => {
    const completing = (completions: number, before: number) => {
      const weeks = subject(1_000, 100);
      return { week: { ...weeks.week, completions }, previous: { ...weeks.previous, completions: before } };
    };
    const other = campaign(2, completing(60, 60));
    const against = (now: number, before: number) =>
      findFindings(input(campaign(1, completing(now, before)), other)).map((finding) =>
        finding.kind === 'conversions_without_completions' ? finding.comparedWith : finding.kind,
      );
    expect(against(1, 50)).toEqual(['week_before']);
    expect(against(1, 1)).toEqual(['other_campaigns']);
    expect(against(40, 50)).toEqual([]);
    expect(kindsOf(input(campaign(1, completing(0, 0)), campaign(2, completing(0, 0))))).toEqual([]);
  });

  test('only the drop-off that loses the most visitors is reported', () => {
    const small = funnel(1, subject(500, 60), subject(500, 60), subject(55, 20));
    const large = funnel(2, subject(900, 300), subject(900, 300), subject(290, 200), subject(195, 100));
    expect(only('step_drop_off', input(small, large))).toMatchObject({
      campaign: { id: 2 },
      from: { position: 1 },
      to: { position: 2 },
      reached: { count: 290, of: 900, rate: 32.22 },
      lost: 610,
    });
  });

  test('the biggest drop-off names the broken campaign that loses more', () => {
    const small = funnel(1, subject(500, 60), subject(500, 60), subject(55, 20));
    const broken = {
      ...funnel(2, subject(900, 4), subject(900, 4), subject(4, 2)),
      name: 'Book a demo',
      broken: brokenTo(4, 850, 90),
    };
    const week = input(small, broken, usual);
    expect(only('step_drop_off', week)).toMatchObject({ campaign: { id: 1 }, lost: 445 });
    expect(recommendationsOf(week).texts).toContainEqual(
      expect.stringMatching(
        /^Apart from “Book a demo”, which is broken, the biggest drop-off is in “Offer 1”: of 500 visitors/,
      ),
    );
  });

  test('visitors who acted on a step but did not see the next one are reported', () => {
    const stuck = funnel(1, subject(500, 200), subject(500, 200), subject(60, 30));
    const finding = only('next_step_missed', input(stuck, usual));
    expect(finding).toMatchObject({ reached: { count: 60, of: 200 }, lost: 140 });
    expect(findingsOf(1, input(stuck, usual))).toEqual([finding]);
  });

  test('the campaign that earns the most per view is found among those with orders', () => {
    const selling = (id: number, orders: number, revenueCents: bigint) =>
      campaign(id, {
        week: counts({ views: 1_000, conversions: 100, orders, revenueCents }),
        previous: counts({ views: 1_000, conversions: 100, orders, revenueCents }),
      });
    const week = input(selling(1, 60, 600_000n), selling(2, 50, 100_000n), selling(3, 0, 0n));
    expect(only('best_revenue_per_view', week)).toMatchObject({
      campaign: { id: 1 },
      week: { perViewCents: 600n },
      others: { views: 1_000, perViewCents: 100n },
    });
    expect(kindsOf(input(selling(1, 60, 600_000n), selling(2, 50, 500_000n)))).toEqual([]);
    expect(kindsOf(input(selling(1, 3, 600_000n), selling(2, 3, 100_000n)))).toEqual([]);
  });
});

test('a campaign has at most two findings', () => {
  const busy = experiment(1, subject(2_000, 100, { views: 6_000, conversions: 900 }), subject(2_000, 260));
  const week = input({ ...busy, ...subject(4_000, 360, { views: 12_000, conversions: 1_800 }) }, usual);
  expect(findingsOf(1, week).length).toBeLessThanOrEqual(2);
});
