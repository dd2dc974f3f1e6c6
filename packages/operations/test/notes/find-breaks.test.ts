import {
  BREAK_DAYS,
  breakOfCampaign,
  type CampaignColumns,
  findBreak as findBreakIn,
  findSilence,
  settledDays,
  viewersUntilNoticed as untilNoticedIn,
} from '@funnel/domain';
import { Chance } from '@funnel/testing';
import { describe, expect, test } from '@jest/globals';
/** A day: how many of its viewers converted. */
interface DailyShare {
  count: number;
  of: number;
}

const columns = (days: readonly DailyShare[]) => ({
  of: days.map(({ of }) => of),
  count: days.map(({ count }) => count),
});
const findBreak = (days: readonly DailyShare[], isLastOver?: boolean) =>
  findBreakIn(columns(days), isLastOver);
const viewersUntilNoticed = (days: readonly DailyShare[]) => untilNoticedIn(columns(days));

/** Campaign-years of each kind, rate and size; the command in docs/adr/0026-statistics.md asks for more. */
const YEARS = Number(process.env['BREAK_YEARS'] ?? 2);
const KINDS = ['plain', 'trend', 'holiday', 'burst', 'quiet', 'launch'] as const;

interface Campaign {
  kind?: (typeof KINDS)[number];
  rate: number;
  viewers: number;
  days: number;
}

/** A campaign as campaigns are: weekdays differ, in viewers and rates, and both swing from day to day. */
function* healthy(chance: Chance, { kind, rate, viewers, days }: Campaign): Generator<DailyShare> {
  const weekdays = [1, 1.05, 1.05, 1, 0.95, 0.7, 0.65].map((usual) => usual * (1 + 0.1 * chance.normal()));
  const rates = weekdays.map(() => Math.max(0.2, 1 + 0.12 * chance.normal()));
  const slope = 2 * chance.unit() - 1;
  const [launch, holiday] = [chance.whole(20, 200), chance.whole(30, 330)];
  for (let day = 0; day < days; day++) {
    let seen = viewers * (weekdays[day % 7] ?? 1) * Math.exp(0.25 * chance.normal());
    let own = rate * (rates[day % 7] ?? 1) * Math.exp(0.15 * chance.normal());
    const year = day / 365;
    if (kind === 'trend') {
      seen *= Math.exp(1.2 * slope * year);
      own *= Math.exp(-0.7 * Math.abs(slope) * year);
    }
    if (kind === 'holiday' && day >= holiday && day < holiday + 10) [seen, own] = [0.3 * seen, 0.8 * own];
    if (kind === 'burst' && chance.unit() < 0.03) [seen, own] = [10 * seen, 0.35 * own];
    if (kind === 'quiet' && chance.unit() < 0.2) seen *= 0.05;
    if (kind === 'launch' && day < launch) seen = 0;
    const of = Math.round(seen);
    yield { of, count: chance.binomial(of, Math.min(0.95, own)) };
  }
}

const SIZES = [0.01, 0.05, 0.2].flatMap((rate) => [30, 300, 3_000].map((viewers) => ({ rate, viewers })));

/** Part of those who convert submit a form, and part of these complete it: shares that swing as well. */
function columnsOf(chance: Chance, days: readonly DailyShare[]): CampaignColumns {
  const part = (of: number, share: number) =>
    chance.binomial(of, Math.min(1, share * Math.exp(0.1 * chance.normal())));
  const submissions = days.map(({ count }) => part(count, 0.7));
  return {
    views: days.map(({ of }) => of),
    conversions: days.map(({ count }) => count),
    submissions,
    completions: submissions.map((count) => part(count, 0.5)),
  };
}

describe('healthy campaigns that are looked at every day', () => {
  test('break at most once in 50 years, in conversions, submissions, completions or views', () => {
    const chance = new Chance(50_050);
    let [years, alarms] = [0, 0];
    for (const kind of KINDS)
      for (const size of SIZES)
        for (let year = 0; year < YEARS; year++) {
          const days = columnsOf(chance, [...healthy(chance, { kind, ...size, days: 365 })]);
          years += 1;
          let wasBroken = false;
          for (let today = 30; today <= days.views.length; today++) {
            const first = Math.max(0, today - BREAK_DAYS);
            const known = (all: ArrayLike<number>) => Array.from(all).slice(first, today);
            const columnsNow = {
              views: known(days.views),
              conversions: known(days.conversions),
              submissions: known(days.submissions),
              completions: known(days.completions),
            };
            const last = { day: first + BREAK_DAYS - 1, isOver: true };
            const isBroken = breakOfCampaign(columnsNow, last, last.day) !== undefined;
            if (isBroken && !wasBroken) alarms += 1;
            wasBroken = isBroken;
          }
        }
    if (process.env['BREAK_YEARS']) console.log(`${alarms} false alarms in ${years} campaign-years`);
    expect(alarms).toBeLessThanOrEqual(Math.floor(years / 50));
  });
});

describe('a campaign that breaks', () => {
  /** Viewers until it is noticed, the fewest first. */
  function noticed(to: number, { rate, viewers }: { rate: number; viewers: number }, rounds: number) {
    const chance = new Chance(70_007);
    const found = Array.from({ length: rounds }, () => {
      const days = [...healthy(chance, { rate, viewers, days: 70 })];
      let seen = 0;
      for (const day of healthy(chance, { rate: rate * to, viewers, days: 60 })) {
        seen += day.of;
        days.push(day);
        const at = findBreak(days.slice(-BREAK_DAYS));
        const first = at && days.length - Math.min(days.length, BREAK_DAYS) + at.day;
        // A few days too early or too late is close enough.
        if (first !== undefined && Math.abs(first - 70) <= 4) return seen;
      }
      return Number.POSITIVE_INFINITY;
    });
    return found.toSorted((one, other) => one - other);
  }

  test.each([
    { rate: 0.01, viewers: 3_000 },
    { rate: 0.05, viewers: 300 },
    { rate: 0.2, viewers: 100 },
  ])('is noticed soon at $rate of $viewers viewers a day', (size) => {
    const median = (to: number) => noticed(to, size, 41)[20] ?? 0;
    const perDay = size.rate * size.viewers;
    // In conversions that did not come, at most a day later, because it is looked at once a day.
    expect(size.rate * median(0)).toBeLessThan(20 + perDay);
    expect(size.rate * median(0.2)).toBeLessThan(45 + perDay);
    expect(size.rate * median(0.5)).toBeLessThan(250);
  });

  test('is noticed after about as many viewers as promised', () => {
    const size = { rate: 0.02, viewers: 50 };
    const promised = viewersUntilNoticed([...healthy(new Chance(3), { ...size, days: 56 })]) ?? 0;
    const found = noticed(0, size, 41);
    expect([(found[20] ?? 0) < 1.5 * promised, (found[38] ?? 0) < 2.5 * promised]).toEqual([true, true]);
  });

  test('says since when, and what was before and since', () => {
    const days = Array.from({ length: 60 }, (_, day) => ({ of: 100, count: day < 56 ? 10 : 1 }));
    expect(findBreak(days)).toEqual({
      day: 56,
      since: { of: 400, count: 4 },
      before: { of: 5_600, count: 560, days: 56 },
      expected: 40,
    });
  });

  test('on a day that is not over is noticed if nobody converts', () => {
    const usual = Array.from({ length: 56 }, () => ({ of: 1_000, count: 100 }));
    expect(findBreak([...usual, { of: 500, count: 10 }])?.day).toBe(56);
    expect(findBreak([...usual, { of: 500, count: 10 }], false)).toBeUndefined();
    expect(findBreak([...usual, { of: 500, count: 0 }], false)?.day).toBe(56);
  });
});

describe('a break that is over', () => {
  const days = (length: number, of: number, count: number) => Array.from({ length }, () => ({ of, count }));

  test('is not a break any more, as soon as the last days are as before', () => {
    const broken = [...days(56, 80, 16), ...days(7, 80, 0)];
    expect(findBreak(broken)?.day).toBe(56);
    expect(findBreak([...broken, ...days(2, 80, 16)])).toBeUndefined();
    expect(findBreak([...broken, ...days(10, 80, 14)])).toBeUndefined();
  });

  test('is still one while the last days are only a little better', () => {
    const broken = [...days(56, 80, 16), ...days(7, 80, 0)];
    expect(findBreak([...broken, ...days(1, 80, 4)])?.day).toBe(56);
    expect(findBreak([...broken, ...days(5, 80, 6)])?.day).toBe(56);
  });

  test('does not flicker while it goes on', () => {
    const chance = new Chance(99);
    let [looks, found] = [0, 0];
    for (let round = 0; round < 100; round++) {
      const before = [...healthy(chance, { rate: 0.1, viewers: 200, days: 60 })];
      for (const [index, day] of [...healthy(chance, { rate: 0.02, viewers: 200, days: 20 })].entries()) {
        before.push(day);
        if (index < 10) continue;
        looks += 1;
        if (findBreak(before.slice(-BREAK_DAYS))) found += 1;
      }
    }
    expect(found / looks).toBeGreaterThan(0.98);
  });

  test('promises nothing where nobody has converted for four weeks', () => {
    expect(viewersUntilNoticed([...days(28, 80, 16), ...days(28, 80, 0)])).toBeUndefined();
  });
});

test('somebody who comes today ends the silence', () => {
  const views = Array.from({ length: BREAK_DAYS }, (_, day) => (day < BREAK_DAYS - 6 ? 50 : 0));
  const none = views.map(() => 0);
  const last = { day: 20_000, isOver: false };
  const viewsOnly = (all: number[]) => ({
    views: all,
    conversions: none,
    submissions: none,
    completions: none,
  });
  expect(breakOfCampaign(viewsOnly(views), last, 20_000)).toMatchObject({ what: 'views', day: 19_995 });
  expect(breakOfCampaign(viewsOnly([...views.slice(0, -1), 3]), last, 20_000)).toBeUndefined();
});

test('viewers do not still come to a website that has been silent for two whole days, and are not promised', () => {
  const last = { day: 20_000, isOver: false };
  // Broken for eleven days; nobody at all came on the last three whole ones, of any campaign.
  const days = Array.from({ length: BREAK_DAYS }, (_, day) => {
    const left = BREAK_DAYS - 1 - day;
    return { of: left > 3 ? 100 : 0, count: left > 14 ? 10 : 0 };
  });
  const { of, count } = columns(days);
  const campaign: CampaignColumns = {
    views: of,
    conversions: count,
    submissions: Array.from(of, () => 0),
    completions: Array.from(of, () => 0),
  };
  const found = breakOfCampaign(campaign, last, 19_996);
  expect(found).toMatchObject({ what: 'conversions', silentSince: 19_997 });
  // Yesterday's events may still come.
  expect(breakOfCampaign(campaign, last, 19_998)).toMatchObject({ silentSince: 19_997 });
  const yesterday = { ...campaign, views: of.map((views, day) => (day === BREAK_DAYS - 3 ? 100 : views)) };
  expect(breakOfCampaign(yesterday, last, 19_998)).toMatchObject({ silentSince: undefined });
  expect(settledDays(of, last, 19_996).slice(-2)).toEqual([0, 0]);
});

test('the numbers of a burst fit together', () => {
  const usual = Array.from({ length: 56 }, () => ({ of: 100, count: 20 }));
  const found = findBreak([...usual, { of: 1_000, count: 0 }, { of: 100, count: 0 }]);
  expect(found?.since).toEqual({ count: 0, of: 400 });
  expect(found?.expected).toBeCloseTo(80);
});

describe('nothing is said', () => {
  test('without enough days, conversions or viewers', () => {
    const days = (length: number, of: number, count: number) => Array.from({ length }, () => ({ of, count }));
    expect(findBreak([])).toBeUndefined();
    expect(findBreak([...days(10, 100, 10), ...days(5, 100, 0)])).toBeUndefined();
    expect(findBreak([...days(50, 100, 0), ...days(5, 100, 0)])).toBeUndefined();
    expect(findBreak([...days(50, 100, 10), ...days(5, 0, 0)])).toBeUndefined();
    expect(viewersUntilNoticed(days(5, 100, 10))).toBeUndefined();
    expect(viewersUntilNoticed(days(50, 100, 0))).toBeUndefined();
  });

  test('about a burst of people who convert less, while as many convert as before', () => {
    const usual = Array.from({ length: 56 }, () => ({ of: 100, count: 10 }));
    expect(findBreak([...usual, { of: 5_000, count: 10 }, { of: 5_000, count: 9 }])).toBeUndefined();
  });

  test('about an old break: it is the new normal', () => {
    const days = Array.from({ length: 84 }, (_, day) => ({ of: 100, count: day < 50 ? 10 : 0 }));
    expect(findBreak(days)).toBeUndefined();
  });
});

describe('silence', () => {
  test('begins with the first day without viewers, after two of them', () => {
    const viewers = Array.from({ length: 56 }, () => 100);
    expect(findSilence([...viewers, 0])).toBeUndefined();
    expect(findSilence([...viewers, 0, 0])).toBe(56);
    expect(findSilence([...viewers, 0, 0, 100])).toBeUndefined();
    expect(findSilence(viewers.map(() => 0))).toBeUndefined();
  });

  test('of a campaign that is four weeks old is noticed as well', () => {
    const young = [...Array<number>(60).fill(0), ...Array<number>(28).fill(20)];
    expect(findSilence([...young, 0, 0, 0])).toBe(88);
    expect(findSilence(young)).toBeUndefined();
  });

  test('is not a weekend without viewers', () => {
    const weekly = Array.from({ length: 63 }, (_, day) => (day % 7 < 5 ? 100 : 0));
    for (let today = 40; today <= weekly.length; today++)
      expect(findSilence(weekly.slice(0, today))).toBeUndefined();
    // Monday to Wednesday of the next week.
    expect(findSilence([...weekly, 0, 0, 0])).toBe(63);
  });

  test('needs more days where quiet ones are usual', () => {
    const viewers = Array.from({ length: 56 }, (_, day) => (day % 10 === 3 ? 0 : 100));
    expect(findSilence([...viewers, 0, 0])).toBeUndefined();
    expect(findSilence([...viewers, 0, 0, 0, 0, 0])).toBe(56);
  });
});
