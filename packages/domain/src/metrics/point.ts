import { type Day, formatDay } from '../calendar/day.ts';
import type { Counts } from './counts.ts';
import { moneyToNumber } from './money.ts';

/** A point of a timeseries, in the order of spec section 2.2. */
export interface Point {
  date: string;
  views: number;
  conversions: number;
  completions: number;
  subscribes: number;
  submissions: number;
  orders: number;
  revenue: number;
}

export function pointOf(date: Day, counts: Counts): Point {
  return {
    date: formatDay(date),
    views: counts.views,
    conversions: counts.conversions,
    completions: counts.completions,
    subscribes: counts.subscribes,
    submissions: counts.submissions,
    orders: counts.orders,
    revenue: moneyToNumber(counts.revenueCents),
  };
}
