import type {
  CampaignWeek,
  FindingsInput,
  StepWeek,
  SubjectWeek,
  VariantWeek,
} from '../../src/findings/input.ts';
import { type BrokenCampaign, type Counts, parseDay, shareOf, ZERO_COUNTS } from '@funnel/domain';

/** A Sunday. */
export const LAST_DAY = parseDay('2026-11-15') ?? 0;

export const counts = (some: Partial<Counts> = {}): Counts => ({ ...ZERO_COUNTS, ...some });

/** Views and conversions of the week and of the week before, which are the same by default. */
export function subject(
  views: number,
  conversions: number,
  previous: Partial<Counts> = { views, conversions },
): SubjectWeek {
  return { week: counts({ views, conversions }), previous: counts(previous) };
}

export const campaign = (
  id: number,
  weeks: SubjectWeek,
  more: Partial<Omit<CampaignWeek, 'id'>> = {},
): CampaignWeek => ({
  id,
  name: `Offer ${id}`,
  ctaType: 'page',
  status: 'live',
  broken: null,
  newSince: null,
  comparedSince: null,
  weeklyViewers: 1_000,
  variants: [],
  ...weeks,
  ...more,
});

/** Since Tuesday, of as many viewers as these. */
export const broken = (count: number, of: number, expected: number): BrokenCampaign => ({
  what: 'conversions',
  day: LAST_DAY - 5,
  since: { count, of },
  expected,
  silentSince: undefined,
  also: { submissions: true, steps: [{ position: 2, name: 'Your details' }], variants: [] },
});

/** Variants a, b, c ... with equal traffic, whose experiment began with the week. */
export const variants = (campaignId: number, ...weeks: SubjectWeek[]): VariantWeek[] =>
  weeks.map((week, index) => ({
    id: campaignId * 10 + index + 1,
    name: `Idea ${'ABCDEFG'.charAt(index)}`,
    variation: 'abcdefg'.charAt(index),
    trafficPercentage: Math.floor(100 / weeks.length),
    steps: [],
    earnings: null,
    life: shareOf(week.week.conversions, week.week.views),
    ...week,
  }));

/** A campaign whose counts are the sum of its variants. */
export const experiment = (id: number, ...weeks: SubjectWeek[]): CampaignWeek =>
  campaign(id, sumOf(weeks), { comparedSince: LAST_DAY - 6, variants: variants(id, ...weeks) });

/** A campaign with one variant and these steps. */
export const funnel = (id: number, weeks: SubjectWeek, ...steps: SubjectWeek[]): CampaignWeek =>
  campaign(id, weeks, {
    variants: variants(id, weeks).map((variant) => ({
      ...variant,
      steps: steps.map(
        (step, index): StepWeek => ({ id: id * 100 + index + 1, name: null, position: index + 1, ...step }),
      ),
    })),
  });

export const input = (...campaigns: CampaignWeek[]): FindingsInput => ({
  lastDay: LAST_DAY,
  currency: 'EUR',
  broken: null,
  website: { ...sumOf(campaigns), newSince: null },
  campaigns,
});

function sumOf(weeks: readonly SubjectWeek[]): SubjectWeek {
  const sum = (when: keyof SubjectWeek): Counts =>
    weeks.reduce((total, each) => add(total, each[when]), counts());
  return { week: sum('week'), previous: sum('previous') };
}

const add = (a: Counts, b: Counts): Counts => ({
  views: a.views + b.views,
  conversions: a.conversions + b.conversions,
  completions: a.completions + b.completions,
  submissions: a.submissions + b.submissions,
  subscribes: a.subscribes + b.subscribes,
  orders: a.orders + b.orders,
  revenueCents: a.revenueCents + b.revenueCents,
});
