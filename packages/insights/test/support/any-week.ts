import fc from 'fast-check';
import type {
  CampaignWeek,
  FindingsInput,
  StepWeek,
  SubjectWeek,
  VariantWeek,
} from '../../src/findings/input.ts';
import { type BrokenCampaign, type Counts, MAX_ID, shareOf } from '@funnel/domain';
import { LAST_DAY } from './weeks.ts';

/** Zero, few, typical and extreme counts. */
const count = fc.oneof(
  fc.constant(0),
  fc.nat(30),
  fc.nat(5_000),
  fc.nat(1_000_000),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);

/** There may be more conversions than views. */
const anyCounts: fc.Arbitrary<Counts> = fc.record({
  views: count,
  conversions: count,
  completions: count,
  submissions: count,
  subscribes: count,
  orders: count,
  revenueCents: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 22n })),
});

const weeks: fc.Arbitrary<SubjectWeek> = fc
  .tuple(anyCounts, anyCounts, fc.boolean())
  .map(([week, other, isSame]) => ({ week, previous: isSame ? week : other }));

const anyName = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 200, unit: 'binary' }),
  fc.constant('  “10 %\n\u202eoff”\u0000 '),
);

const unique = <T extends { id: number }>(items: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(items, { selector: ({ id }) => id, maxLength });
const id = fc.integer({ min: 1, max: MAX_ID });

const step: fc.Arbitrary<StepWeek> = fc
  .tuple(weeks, fc.record({ id, name: fc.option(anyName), position: fc.integer({ min: 1, max: 100_000 }) }))
  .map(([subject, rest]) => ({ ...subject, ...rest }));

const variant: fc.Arbitrary<VariantWeek> = fc
  .tuple(
    weeks,
    fc.record({
      id,
      name: fc.option(anyName),
      variation: fc.oneof(fc.constantFrom('a', 'b', 'c'), anyName),
      trafficPercentage: fc.integer({ min: 0, max: 100 }),
      earnings: fc.constant(null),
      life: fc.tuple(count, count).map(([converted, viewers]) => shareOf(converted, viewers)),
      steps: unique(step, 3),
    }),
  )
  .map(([subject, rest]) => ({ ...subject, ...rest }));

const anyBreak: fc.Arbitrary<BrokenCampaign> = fc
  .record({
    what: fc.constantFrom('conversions', 'submissions', 'completions', 'views'),
    day: fc.integer({ min: LAST_DAY - 27, max: LAST_DAY }),
    since: fc.record({ count: fc.nat(30), of: count }),
    expected: fc.float({ min: 9, max: 100_000, noNaN: true }),
    viewersPerDay: fc.float({ min: 1, max: 100_000, noNaN: true }),
    also: fc.record({
      submissions: fc.boolean(),
      steps: fc.array(fc.record({ position: fc.integer({ min: 2, max: 9 }), name: fc.option(anyName) }), {
        maxLength: 2,
      }),
      variants: fc.constantFrom([], ['A']),
    }),
  })
  .map((broken) => broken as unknown as BrokenCampaign);

const anyBeginning = fc.option(fc.integer({ min: LAST_DAY - 12, max: LAST_DAY }));

const anyCampaign: fc.Arbitrary<CampaignWeek> = fc
  .tuple(
    weeks,
    fc.record({
      id,
      name: anyName,
      ctaType: fc.constant('page'),
      status: fc.constantFrom('live' as const, 'live' as const, 'archived' as const),
      broken: fc.option(anyBreak),
      comparedSince: fc.option(fc.integer({ min: LAST_DAY - 700, max: LAST_DAY })),
      newSince: anyBeginning,
      weeklyViewers: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
      variants: unique(variant, 4),
    }),
  )
  .map(([subject, rest]) => ({ ...subject, ...rest }));

export const anyWeek: fc.Arbitrary<FindingsInput> = fc.record({
  lastDay: fc.constant(LAST_DAY),
  broken: fc.option(anyBreak, { freq: 9 }),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
  website: fc.tuple(weeks, anyBeginning).map(([week, newSince]) => ({ ...week, newSince })),
  campaigns: unique(anyCampaign, 6),
});
