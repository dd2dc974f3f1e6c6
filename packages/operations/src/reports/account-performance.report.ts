import type { WebsiteFacts } from '@funnel/db';
import {
  aov,
  type Counts,
  change,
  dayEndTimestamp,
  dayStartTimestamp,
  moneyToNumber,
  rate,
  TIMEFRAMES,
  timeframeLabel,
  ZERO_COUNTS,
} from '@funnel/domain';
import { z } from 'zod';
import { resolveAccountPeriod } from '../numbers/account-period.ts';
import { readWebsiteNumbers } from '../numbers/read-website-numbers.ts';
import type { Compared } from '../output/metrics.ts';
import { rangeEnd, rangeStart, timeframe, websiteId, websiteIds } from '../parameters/shared.ts';
import { defineReport } from '../report.ts';

const percentChange = z
  .number()
  .nullable()
  .describe('Percent against the period before; null without one, or where it was 0');
const timestamp = z.string().describe('ISO 8601, UTC');

/** Spec 4.3. */
export const accountPerformanceReport = defineReport({
  tool: 'get_account_performance',
  title: 'Account performance',
  path: '/reports/account/performance',
  summary: 'All websites of the token side by side',
  description:
    'Every website of the token, or a subset, side by side and summed, against the period before. viewers, conversions and subscribes are distinct per website; the aggregate adds them up. Several currencies are summed as they are.',
  websiteRule: 'some',
  parameters: {
    website_id: websiteId,
    website_ids: websiteIds,
    timeframe,
    range_start: rangeStart,
    range_end: rangeEnd,
  },
  output: z.object({
    report: z.literal('account_performance'),
    timeframe: z.object({
      selected: z.enum(TIMEFRAMES),
      label: z.string(),
      range_start: timestamp,
      range_end: timestamp,
      previous_range_start: timestamp.nullable(),
      previous_range_end: timestamp.nullable(),
    }),
    data: z.object({
      aggregate: z.object({
        website_count: z.int(),
        viewers: z.number(),
        conversions: z.number(),
        conversion_rate: z.number(),
        subscribes: z.number(),
        subscribe_rate: z.number(),
        orders: z.number(),
        order_rate: z.number(),
        revenue: z.number(),
        aov: z.number(),
      }),
      websites: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          viewers: z.number(),
          conversions: z.number(),
          conversion_rate: z.number(),
          conversions_change: percentChange,
          revenue_change: percentChange,
          subscribes: z.number(),
          orders: z.number(),
          revenue: z.number(),
          aov: z.number(),
        }),
      ),
    }),
  }),
  async run({ snapshot, websites, now }, input) {
    const period = resolveAccountPeriod(input, websites, now);
    const numbers = await readWebsiteNumbers(snapshot, websites, period);
    const rows = websites
      .map((website) => ({ website, compared: numbers(website.id) }))
      .sort((one, other) => byRevenue(other.compared, one.compared) || one.website.id - other.website.id);
    const { window, previous } = period;
    return {
      report: 'account_performance' as const,
      timeframe: {
        selected: period.timeframe,
        label: timeframeLabel(period.timeframe, window),
        range_start: dayStartTimestamp(window.start),
        range_end: dayEndTimestamp(window.end),
        previous_range_start: previous ? dayStartTimestamp(previous.start) : null,
        previous_range_end: previous ? dayEndTimestamp(previous.end) : null,
      },
      data: {
        aggregate: aggregateOf(rows.map(({ compared }) => compared.current)),
        websites: rows.map(({ website, compared }) => rowOf(website, compared)),
      },
    };
  },
});

function byRevenue(one: Compared, other: Compared): number {
  const difference = one.current.revenueCents - other.current.revenueCents;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function rowOf({ id, name }: WebsiteFacts, { current, previous }: Compared) {
  const { views, conversions, subscribes, orders, revenueCents } = current;
  const revenue = moneyToNumber(revenueCents);
  return {
    id,
    name,
    viewers: views,
    conversions,
    conversion_rate: rate(conversions, views),
    conversions_change: previous ? change(conversions, previous.conversions) : null,
    revenue_change: previous ? change(revenue, moneyToNumber(previous.revenueCents)) : null,
    subscribes,
    orders,
    revenue,
    aov: aov(revenueCents, orders),
  };
}

/** Sums over the websites, so that it reconciles with its rows. */
function aggregateOf(all: Counts[]) {
  const sum = all.reduce(
    (total, counts) => ({
      ...total,
      views: total.views + counts.views,
      conversions: total.conversions + counts.conversions,
      subscribes: total.subscribes + counts.subscribes,
      orders: total.orders + counts.orders,
      revenueCents: total.revenueCents + counts.revenueCents,
    }),
    ZERO_COUNTS,
  );
  return {
    website_count: all.length,
    viewers: sum.views,
    conversions: sum.conversions,
    conversion_rate: rate(sum.conversions, sum.views),
    subscribes: sum.subscribes,
    subscribe_rate: rate(sum.subscribes, sum.views),
    orders: sum.orders,
    order_rate: rate(sum.orders, sum.views),
    revenue: moneyToNumber(sum.revenueCents),
    aov: aov(sum.revenueCents, sum.orders),
  };
}
