import type { WebsiteWeekLine, WeeklyDigest } from '../messages/message.ts';

/** Puts websites that need attention first: what is broken, what fell, what was decided, what rose; then those with most viewers. */
export function byAttention(one: WebsiteWeekLine, other: WebsiteWeekLine): number {
  return weightOf(other) - weightOf(one) || other.week.viewers - one.week.viewers || one.id - other.id;
}

function weightOf({ broken, decided, beyondChance: { views, rate } }: WebsiteWeekLine): number {
  if (broken.length > 0) return 4;
  if (views === 'down' || rate === 'down') return 3;
  if (decided.length > 0) return 2;
  return views === 'up' || rate === 'up' ? 1 : 0;
}

/** What all websites earned, for each currency, the largest first. Currencies without revenue are left out. */
export function totalsOf(websites: readonly WebsiteWeekLine[]): WeeklyDigest['totals'] {
  const totals = new Map<string, { revenue: bigint; previous: bigint; websites: number }>();
  for (const { currency, week, previous } of websites) {
    const total = totals.get(currency) ?? { revenue: 0n, previous: 0n, websites: 0 };
    total.revenue += BigInt(week.revenueCents);
    total.previous += BigInt(previous.revenueCents);
    total.websites += 1;
    totals.set(currency, total);
  }
  return [...totals]
    .filter(([, { revenue, previous }]) => revenue !== 0n || previous !== 0n)
    .sort(([, one], [, other]) => (one.revenue < other.revenue ? 1 : -1))
    .map(([currency, { revenue, previous, websites: count }]) => ({
      currency,
      revenueCents: String(revenue),
      previousRevenueCents: String(previous),
      websites: count,
    }));
}
