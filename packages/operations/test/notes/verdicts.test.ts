import { describe, expect, test } from '@jest/globals';
import {
  type BrokenCampaign,
  compareVariants,
  type CountType,
  dayOf,
  FAMILY_ALPHA,
  type Share,
  shareOf,
  twoSidedP,
  viewersNeeded,
  zOfDifference,
} from '@funnel/domain';
import { Chance } from '@funnel/testing';
import type { VariantLife } from '@funnel/metrics';
import type { Note } from '../../src/notes/note.ts';
import { type ExperimentFacts, experimentsIn, type ShownVariant } from '../../src/findings/experiments.ts';
import { splitMismatch } from '../../src/notes/split-mismatch.ts';
import { variantVerdicts } from '../../src/notes/variant-verdicts.ts';
import { standings } from '../../src/extras/standings.ts';
import { factsOf, periodOf } from '../support/facts.ts';

/** 400 by default; the command in docs/reference/notes.md asks for more. */
const ANSWERS = Number(process.env['VERDICT_ANSWERS'] ?? 400);

const NOW = new Date('2026-11-14T12:00:00Z');
const DAYS = { start: dayOf(new Date('2026-10-03T00:00:00Z')), end: dayOf(NOW) };

let ids = 0;
const variant = (index: number, views: number, conversions: number, traffic = 50): ShownVariant => ({
  id: (ids += 1),
  variation: 'abcdefgh'.charAt(index),
  traffic_percentage: traffic,
  metrics: { views, conversions },
});

function asked(experiments: ShownVariant[][], countType: CountType = 'distinct'): ExperimentFacts {
  const campaigns = experiments.map((variants, index) => ({
    id: index + 1,
    name: `Offer ${index + 1}`,
    variants,
  }));
  const lives = new Map(experiments.map((variants) => [firstOf(variants), lifeOf(variants)]));
  // The window of the answer is the whole life of its experiments.
  const period = { ...periodOf('2026-10-03', '2026-11-14', countType), window: DAYS };
  return { ...factsOf({ period, now: NOW }), experiments: experimentsIn(campaigns), lives };
}

const firstOf = (variants: ShownVariant[]) => variants.find((each) => each.traffic_percentage > 0)?.id ?? 0;

function lifeOf(variants: ShownVariant[], weeklyViewers = 1_000) {
  const counts = variants.map(({ id, metrics: { views, conversions } }) => {
    return [
      id,
      { viewers: views, converted: conversions, orders: 1, revenueCents: 100n, earnings: undefined },
    ] as const;
  });
  return { days: DAYS, splitChangedOn: undefined, variants: new Map(counts), weeklyViewers };
}

const codes = (notes: Note[]) => notes.map(({ code }) => code);
const DECIDED = new Set(['variant_wins', 'variant_loses']);
const isDecided = ({ code, text }: Note) => DECIDED.has(code) || /\d decided|Beyond chance:/.test(text);

describe(`in ${ANSWERS} answers of pure noise`, () => {
  /** An answer has one to 25 experiments of variants with the same rate, split as configured. */
  function noise(chance: Chance): ShownVariant[][] {
    return Array.from({ length: chance.whole(1, 25) }, () => {
      const rate = chance.logUniform(0.003, 0.7);
      const viewers = Math.round(chance.logUniform(100, 300_000));
      const count = chance.whole(2, 4);
      const traffic = Math.floor(100 / count);
      let left = viewers;
      return Array.from({ length: count }, (_, index) => {
        const seen = index === count - 1 ? left : chance.binomial(left, 1 / (count - index));
        left -= seen;
        const converted = Math.min(seen, chance.binomial(seen, rate));
        return variant(index, chance.sketched(seen), chance.sketched(converted), traffic);
      });
    });
  }

  test('at most 1 % name a winner, and at most 1 % a split that is not as configured', () => {
    const chance = new Chance(18_018);
    let [named, mismatched] = [0, 0];
    for (let answer = 0; answer < ANSWERS; answer++) {
      const experiments = asked(noise(chance));
      if (variantVerdicts(experiments).some(isDecided)) named += 1;
      if (splitMismatch(experiments).length > 0) mismatched += 1;
    }
    expect({ named: named / ANSWERS <= 0.01, mismatched: mismatched / ANSWERS <= 0.01 }).toEqual({
      named: true,
      mismatched: true,
    });
  });
});

/** Reads an experiment every day; returns the day of the first verdict, or infinity. */
function firstVerdict(
  chance: Chance,
  { rates, viewers, days, valid = 'always' }: Daily & { valid?: 'always' | 'once' },
): number {
  const seen = rates.map((_, id) => ({ id, count: 0, of: 0 }));
  for (let day = 1; day <= days; day++) {
    for (const [index, one] of seen.entries()) {
      one.of += viewers;
      one.count += chance.binomial(viewers, rates[index] ?? 0);
    }
    const shares = seen.map(({ id, count, of }) => ({ id, share: shareOf(count, of) }));
    if (valid === 'always' ? isJudged(shares) : isJudgedOnce(shares)) return day;
  }
  return Number.POSITIVE_INFINITY;
}

function isJudged(shares: { id: number; share: Share }[]): boolean {
  const outcome = compareVariants([shares])[0]?.outcome;
  return outcome !== undefined && outcome !== 'undecided' && outcome !== 'too_few';
}

/** What a test says that holds for one look, of two variants. */
function isJudgedOnce([a, b]: { share: Share }[]): boolean {
  return a !== undefined && b !== undefined && twoSidedP(zOfDifference(a.share, b.share)) <= FAMILY_ALPHA;
}

interface Daily {
  /** The conversion rate of each variant. */
  rates: number[];
  /** Of each variant and day. */
  viewers: number;
  days: number;
}

describe('an experiment of equal variants that is read every day', () => {
  const cases = [2, 3, 5].flatMap((count) =>
    [0.005, 0.05, 0.3].flatMap((rate) =>
      [50, 500, 5_000].map((viewers) => ({ rates: Array<number>(count).fill(rate), viewers })),
    ),
  );

  test.each([30, 365])('gets a verdict within %i days in at most 1 %% of all cases', (days) => {
    const chance = new Chance(30_030);
    const rounds = Math.ceil(ANSWERS / (days === 30 ? 4 : 40));
    let named = 0;
    for (const { rates, viewers } of cases)
      for (let round = 0; round < rounds; round++)
        if (firstVerdict(chance, { rates, viewers, days }) <= days) named += 1;
    expect(named / (rounds * cases.length)).toBeLessThanOrEqual(0.01);
  });

  test('would get one far more often from a test that is valid once', () => {
    const chance = new Chance(30_031);
    const rounds = Math.max(200, ANSWERS / 2);
    const often = Array.from({ length: rounds }, () =>
      firstVerdict(chance, { rates: [0.05, 0.05], viewers: 500, days: 90, valid: 'once' }),
    ).filter(Number.isFinite).length;
    expect(often / rounds).toBeGreaterThan(0.03);
  });
});

test('real differences are found, in about twice the days of a test that is valid once', () => {
  const chance = new Chance(30_032);
  const median = (lift: number, valid: 'always' | 'once') => {
    const found = Array.from({ length: 41 }, () =>
      firstVerdict(chance, { rates: [0.05, 0.05 * lift], viewers: 500, days: 365, valid }),
    );
    return found.toSorted((one, other) => one - other)[20] ?? 0;
  };
  for (const [lift, most] of [
    [1.2, 40],
    [1.5, 10],
  ] as const) {
    const [always, once] = [median(lift, 'always'), median(lift, 'once')];
    expect([always <= most, always <= 3.5 * once]).toEqual([true, true]);
  }
});

test('a winner comes with rates, the first day, points and interval; the interval widens with the number of variants', () => {
  const [note] = variantVerdicts(asked([[variant(0, 1_350, 135), variant(1, 1_330, 217)]]));
  expect(note).toEqual({
    code: 'variant_wins',
    text: '“Offer 1”: B beats A beyond chance, however often you look: B converts 16.32 % of 1,330 viewers, A 10 % of 1,350 (since 3 October). B is 6.32 points above A (95 % interval +3.77 to +8.87). 2 orders of its variants since then are too few to compare revenue.',
  });
  const three = [variant(0, 1_350, 135, 34), variant(1, 1_330, 217, 33), variant(2, 1_340, 130, 33)];
  const [of3] = variantVerdicts(asked([three]));
  expect(of3?.text).toContain('(95 % interval +3.2');
  expect(of3?.text).toContain('B beats every other variant beyond chance');
  expect(of3?.text).toContain('A 10 % of 1,350, C 9.7 % of 1,340');
});

test('the verdict is about the whole life, the difference about the window of the answer', () => {
  const inWindow = [variant(0, 200, 20), variant(1, 200, 24)];
  const question = asked([inWindow]);
  const life = lifeOf([
    { ...(inWindow[0] as ShownVariant), metrics: { views: 4_000, conversions: 400 } },
    { ...(inWindow[1] as ShownVariant), metrics: { views: 4_000, conversions: 560 } },
  ]);
  const lives = new Map([[firstOf(inWindow), life]]);
  const period = periodOf('2026-11-08', '2026-11-14');
  const [note] = variantVerdicts({ ...question, period, lives });
  expect(note?.text).toContain('B converts 14 % of 4,000 viewers, A 10 % of 4,000 (since 3 October)');
  expect(note?.text).toContain('In this window, today included, B is 2 points above A (95 % interval −4.1');
});

test('a variant that is worse than all others loses', () => {
  const three = [variant(0, 2_000, 300), variant(1, 2_000, 310), variant(2, 2_000, 150)];
  const [note] = variantVerdicts(asked([three]));
  expect(note?.code).toBe('variant_loses');
  expect(note?.text).toMatch(
    /^“Offer 1”: C loses to every other variant .*: C converts 7.5 % of 2,000 viewers, B 15.5 % of 2,000, A 15 %/,
  );
});

describe('an open experiment', () => {
  const textOf = (a: [number, number], b: [number, number], weeklyViewers = 1_000, isOver = false) => {
    const variantsOf = [variant(0, a[1], a[0]), variant(1, b[1], b[0])];
    const question = asked([variantsOf]);
    const lives = new Map([[firstOf(variantsOf), lifeOf(variantsOf, weeklyViewers)]]);
    return variantVerdicts({ ...question, lives, isOver })[0]?.text ?? '';
  };

  test('says how far the variants may be apart, and how many viewers and weeks it takes over all of them', () => {
    expect(textOf([100, 1_000], [150, 1_000])).toMatch(
      /no variant is best beyond chance: B converts 15 % of 1,000 viewers, A 10 % of 1,000 \(since 3 October\)\. B is 5 points above A \(95 % interval \+2\.\d+ to \+7\.\d+\)\. If it stays so, it takes about [\d,]+ more viewers over all variants, \d+ (days|weeks) at this traffic\./,
    );
  });

  test('does not take a small difference of few viewers for the truth', () => {
    for (const b of [21, 22] as const)
      expect(textOf([21, 168], [b, 168])).toMatch(
        / If it stays so small, a year would not show it; [\d.]+ points, the most that these numbers allow, would take \d+ (days|weeks)\./,
      );
  });

  test('is to be ended if even the largest possible difference would take more than a year', () => {
    expect(textOf([4_000, 40_000], [4_010, 40_000])).toContain(
      'End it and keep either: at 1,000 viewers a week it would take more than a year to be sure even of 0.55 points, the most that these numbers allow.',
    );
    expect(textOf([4_000, 40_000], [4_000, 40_000])).toContain('A is as high as B');
  });

  test('of an archived campaign needs no advice', () => {
    expect(textOf([100, 1_000], [104, 1_000], 1_000, true)).toMatch(
      / B is 0\.4 points above A \(95 % interval [^)]+\)\. 2 orders of its variants since then are too few to compare revenue\.$/,
    );
  });
});

describe('whether to wait for a decision', () => {
  const MAX_WEEKS = 52;
  const viewersOf = ({ metrics: { views } }: ShownVariant) => views;
  const rateOf = ({ metrics: { views, conversions } }: ShownVariant) => conversions / views;

  /** How many weeks it takes to prove that the best of these is so many points above the next. */
  function weeksFor(points: number, ranked: ShownVariant[], weeklyViewers: number): number {
    const [best, next] = ranked.map(({ metrics: { views, conversions } }) => shareOf(conversions, views));
    if (!best || !next) throw new Error('two variants');
    const pairs = (ranked.length * (ranked.length - 1)) / 2;
    const apart = shareOf(Math.min(best.of, (next.count / next.of + points / 100) * best.of), best.of);
    const each = viewersNeeded(apart, next, FAMILY_ALPHA / pairs);
    return ranked.reduce((sum, one) => sum + Math.max(0, each - viewersOf(one)), 0) / weeklyViewers;
  }

  test('follows from the interval as it is printed', () => {
    const chance = new Chance(44_002);
    const said = { end: 0, unclear: 0, wait: 0 };
    for (let round = 0; round < 800; round++) {
      const [rate, viewers] = [chance.logUniform(0.02, 0.4), Math.round(chance.logUniform(500, 60_000))];
      const all = Array.from({ length: chance.whole(2, 4) }, (_, index) =>
        variant(index, viewers, Math.min(viewers, chance.binomial(viewers, rate))),
      );
      const weekly = chance.logUniform(100, 20_000);
      const question = asked([all]);
      const lives = new Map([[firstOf(all), lifeOf(all, weekly)]]);
      const [note] = variantVerdicts({ ...question, lives });
      if (!note || isDecided(note) || note.code === 'variants_mixed') continue;
      const ranked = all.toSorted((one, other) => rateOf(other) - rateOf(one) || one.id - other.id);
      const [, high] = /95 % interval [+−][\d.]+ to ([+−][\d.]+)/.exec(note.text) ?? [];
      if (high === undefined) continue;
      const possible = weeksFor(Number(high.replace('−', '-')), ranked, weekly);
      if (note.text.includes('End it and keep')) {
        said.end += 1;
        expect(note.code).toBe('variants_no_difference');
        expect(possible).toBeGreaterThan(MAX_WEEKS);
      } else if (note.text.includes('a year would not show it')) {
        said.unclear += 1;
        // Of more than two, another one may be further apart.
        if (all.length === 2) expect(possible).toBeLessThanOrEqual(MAX_WEEKS);
        else expect(note.code).toBe('variants_undecided');
      } else said.wait += Number(note.text.includes('If it stays so, it takes'));
    }
    for (const count of Object.values(said)) expect(count).toBeGreaterThan(20);
  });

  test('is the same whether its experiment is read alone or among others', () => {
    const adviceIn = (all: ShownVariant[][]) =>
      / (If it stays|End it)[^.]+\./.exec(standings(asked(all)).verdicts?.[0]?.text ?? '')?.[0];
    const open = [variant(0, 1_000, 100), variant(1, 1_000, 130)];
    const others = [1, 2, 3].map(() => [variant(0, 4_000, 400), variant(1, 4_000, 399)]);
    expect(adviceIn([open])).toMatch(/ If it stays so, it takes about [\d,]+ more viewers/);
    expect(adviceIn([open, ...others])).toBe(adviceIn([open]));
  });
});

describe('an experiment of which some pairs are settled', () => {
  test('says which', () => {
    const some = [variant(0, 2_000, 200), variant(1, 2_000, 330), variant(2, 2_000, 262)];
    const [note] = variantVerdicts(asked([some]));
    expect(note?.code).toBe('variants_mixed');
    expect(note?.text).toContain(
      ' Beyond chance: B beats A; between B and C and between A and C it is open.',
    );
    const last = [variant(0, 2_000, 100), variant(1, 2_000, 330), variant(2, 2_000, 320)];
    expect(variantVerdicts(asked([last]))[0]?.text).toContain(
      'Beyond chance: B and C beat A; between B and C it is open.',
    );
  });

  test('is to be ended with one of those that may be the best', () => {
    const some = [40_000, 40_010, 35_000, 34_990].map((converted, index) =>
      variant(index, 400_000, converted),
    );
    const [note] = variantVerdicts(asked([some]));
    expect(note?.text).toContain(
      ' Beyond chance: A and B beat C and D; between A and B and between C and D it is open.',
    );
    expect(note?.text).toContain(' End it and keep A or B: at 1,000 viewers a week');
  });
});

test('an archived experiment ended, with or without a winner', () => {
  const standing = (...of: ShownVariant[]) => {
    const question = asked([of]);
    const archived = { ...question, isOver: true };
    return [variantVerdicts(archived)[0], standings(archived).verdicts?.[0]?.verdict];
  };
  const [note, verdict] = standing(variant(0, 1_000, 100), variant(1, 1_000, 104));
  expect([(note as Note).code, verdict]).toEqual(['experiment_ended', 'ended']);
  expect((note as Note).text).toContain('it ended, and no variant was best beyond chance');
  expect(standing(variant(0, 1_000, 100), variant(1, 1_000, 300))[1]).toBe('winner');
  const [few, alsoEnded] = standing(variant(0, 10, 1), variant(1, 10, 3));
  expect([few, alsoEnded]).toEqual([
    {
      code: 'experiment_ended',
      text: '“Offer 1”: it ended before its variants could be compared.',
    },
    'ended',
  ]);
});

test('a variant that lost while it was broken is named as such', () => {
  const variantsOf = [variant(0, 2_000, 400), variant(1, 2_000, 250)];
  const question = asked([variantsOf]);
  const broken: BrokenCampaign = {
    what: 'conversions',
    day: dayOf(NOW) - 8,
    since: { count: 50, of: 500 },
    expected: 100,
    silentSince: undefined,
    also: { submissions: false, steps: [], variants: ['B'] },
  };
  const textWith = (...letters: string[]) => {
    const also = { ...broken.also, variants: letters };
    return variantVerdicts({ ...question, broken: { ...broken, also } })[0]?.text;
  };
  expect(textWith('B')).toContain(' But B has been broken since 6 November, which may be why.');
  expect(textWith('A')).toContain(' And that although A has been broken since 6 November.');
  const open = asked([[variant(0, 600, 240), variant(1, 600, 205)]]);
  const [undecided] = variantVerdicts({ ...open, broken });
  expect(undecided?.code).toBe('variants_undecided');
  expect(undecided?.text).toContain(' But B has been broken since 6 November, which may be why.');
  expect(undecided?.text).not.toContain('If it stays so');
});

test('the only experiment of an answer says that it has no orders', () => {
  const variantsOf = [variant(0, 1_000, 100), variant(1, 1_000, 150)];
  const question = asked([variantsOf]);
  const life = lifeOf(variantsOf);
  const unsold = [...life.variants].map(([id, counts]) => [id, { ...counts, orders: 0 }] as const);
  const lives = new Map([[firstOf(variantsOf), { ...life, variants: new Map(unsold) }]]);
  const [note] = variantVerdicts({ ...question, lives });
  expect(note?.text).toMatch(/ Its variants have no orders since then\.$/);
});

describe('revenue per viewer', () => {
  /** Of 28 days with 50 viewers, 5 orders on each and this many cents, a little more on every third. */
  const earned = (cents: number): VariantLife => ({
    viewers: 1_400,
    converted: 140,
    orders: 140,
    revenueCents: BigInt(28 * cents),
    earnings: {
      viewers: Array<number>(28).fill(50),
      orders: Array<number>(28).fill(5),
      cents: Array.from({ length: 28 }, (_, day) => cents + (day % 3) * 100),
    },
  });
  const textOf = (...cents: number[]) => {
    const variantsOf = cents.map((_, index) => variant(index, 1_400, 140));
    const question = asked([variantsOf]);
    const variants = new Map(variantsOf.map(({ id }, index) => [id, earned(cents[index] ?? 0)]));
    const lives = new Map([[firstOf(variantsOf), { ...lifeOf(variantsOf), variants }]]);
    return variantVerdicts({ ...question, lives })[0]?.text ?? '';
  };

  test('says who earns most, by how much, and that it holds; or that it could be chance', () => {
    expect(textOf(20_000, 40_000)).toMatch(
      / Revenue per viewer since then: B 8 EUR, A 4 EUR: B earns more, beyond chance \(\+\d+ %, 95 % interval \+\d+ % to \+\d+ %\)\.$/,
    );
    expect(textOf(20_000, 21_000)).toMatch(
      / Revenue per viewer since then: B 4\.20 EUR, A 4 EUR: the difference could be chance \(\+5 %, 95 % interval −\d+ % to \+\d+ %\)\.$/,
    );
  });

  test('the percentage is that of the amounts as they are printed', () => {
    const chance = new Chance(44_003);
    let checked = 0;
    for (let round = 0; round < 200; round++) {
      const cents = [chance.whole(60, 6_000), chance.whole(60, 6_000)];
      const [, best, next, percent] =
        /viewer since then: \w ([\d.]+) EUR, \w ([\d.]+) EUR: .+ \(([+−]\d+) %, 95/.exec(textOf(...cents)) ??
        [];
      if (percent === undefined) continue;
      checked += 1;
      const [own = 0, other = 1] = [best, next].map((amount) => Math.round(100 * Number(amount)));
      expect(Number(percent.replace('−', '-'))).toBe(Math.round((100 * (own - other)) / other));
    }
    expect(checked).toBeGreaterThan(50);
  });

  test('the best of three must earn more than each other', () => {
    expect(textOf(20_000, 50_000, 21_000)).toContain(
      'B 10 EUR, C 4.20 EUR, A 4 EUR: B earns most, beyond chance',
    );
    expect(textOf(20_000, 50_000, 49_000)).toContain('the difference could be chance');
  });

  test('is not compared with few orders, and a variant without any revenue can lose', () => {
    const few = asked([[variant(0, 1_000, 100), variant(1, 1_000, 104)]]);
    expect(variantVerdicts(few)[0]?.text).toMatch(
      / 2 orders of its variants since then are too few to compare revenue\.$/,
    );
    expect(textOf(0, 40_000)).toMatch(/ A 0 EUR: B earns more, beyond chance\.$/);
  });
});

test('an experiment with a variant that was not shown yet is too young', () => {
  const question = asked([[variant(0, 1_000, 100), variant(1, 1_000, 150)]]);
  const [note] = variantVerdicts({ ...question, lives: new Map() });
  expect(note).toEqual({
    code: 'variants_too_few',
    text: '“Offer 1”: no verdict yet: views accepted in the last minutes are not compared yet.',
  });
  const unseen = asked([[variant(0, 1_000, 100), variant(1, 0, 0)]]);
  expect(variantVerdicts({ ...unseen, lives: new Map() })[0]?.text).toBe(
    '“Offer 1”: no verdict yet: not every variant has been viewed, or views accepted in the last minutes are not compared yet.',
  );
  // The list counts it with those that have few viewers.
  const two = asked([0, 1].map(() => [variant(0, 126, 10), variant(1, 130, 12)]));
  expect(variantVerdicts({ ...two, lives: new Map() }).map(({ text }) => text)).toEqual([
    'Of 2 experiments: none is decided; 2 too early to compare.',
  ]);
});

test('says nothing about too little data, events, and rates above 100 %', () => {
  const few = [variant(0, 40, 4), variant(1, 500, 50)];
  expect(codes(variantVerdicts(asked([few])))).toEqual(['variants_too_few']);
  const many = [variant(0, 4_000, 400), variant(1, 4_000, 900)];
  expect(codes(variantVerdicts(asked([many], 'total')))).toEqual(['no_verdict']);
  expect(codes(variantVerdicts(asked([[variant(0, 100, 400), variant(1, 400, 90)]])))).toEqual([
    'no_verdict',
  ]);
  expect(variantVerdicts(asked([[variant(0, 4_000, 400), variant(1, 4_000, 900, 0)]]))).toEqual([]);
});

test('decided experiments come first; of the others those that are decided are named', () => {
  const tie = [variant(0, 1_000, 100), variant(1, 1_000, 101)];
  const few = [variant(0, 10, 1), variant(1, 10, 1)];
  const win = () => [variant(0, 1_000, 100), variant(1, 1_000, 300)];
  const loss = [variant(0, 2_000, 300), variant(1, 2_000, 310), variant(2, 2_000, 100)];
  const notes = variantVerdicts(asked([tie, few, win(), tie, few, win(), win(), loss]));
  expect(codes(notes)).toEqual(['variant_wins', 'variant_wins', 'other_experiments']);
  expect(notes.at(-1)?.text).toBe(
    'Of 8 experiments: decided “Offer 3” (B wins), “Offer 6” (B wins), “Offer 7” (B wins) and “Offer 8” (C loses); 2 not decided yet; 2 too early to compare.',
  );
});

test('a split that is not as configured is named, with both shares', () => {
  const even = [variant(0, 1_010, 100), variant(1, 990, 100)];
  const odd = [variant(0, 700, 70, 50), variant(1, 1_300, 130, 50)];
  const planned = [variant(0, 500, 70, 25), variant(1, 1_500, 130, 75)];
  const notes = splitMismatch(asked([even, odd, planned]));
  expect(notes).toEqual([{ code: 'split_mismatch', text: expect.stringContaining('“Offer 2”: variant') }]);
  expect(notes[0]?.text).toMatch(/A got 35 % of the viewers, not 50 % as configured/);
  expect(splitMismatch(asked([odd], 'total'))).toEqual([]);
});
