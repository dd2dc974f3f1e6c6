import type { WebsiteFacts } from '@funnel/db';
import {
  aov,
  type Counts,
  change,
  dayEndTimestamp,
  dayStartTimestamp,
  type MetricName,
  moneyToNumber,
  rate,
  type RecordedFacts,
  resolvePeriod,
  TIMEFRAMES,
  timeframeLabel,
  ZERO_COUNTS,
} from '@funnel/domain';
import { type PeriodCounts, readBrokenCampaignsOf, readMetrics } from '@funnel/metrics';
import { z } from 'zod';
import { readActivity } from '../../extras/read-activity.ts';
import { readWebsiteTrends } from '../../extras/read-trends.ts';
import { daysToCompare, whichDays } from '../../findings/comparison.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { untilNow } from '../../findings/until-now.ts';
import { defineReport } from '../../operation.ts';
import { timestamp } from '../../output/envelope.ts';
import { quoted } from '@funnel/words';
import { oneOfWebsites, websiteIds } from '../../parameters/shared.ts';
import { window as chosenDays } from '../../parameters/window.ts';
import { accountPerformanceExtras } from './account-performance.extras.ts';
import { accountPerformanceNotes } from './account-performance.notes.ts';

const percentChange = z
  .number()
  .nullable()
  .describe('Percent change from the period before; null without one, or if it was 0.');

/** What is compared of each website. */
const COMPARED: readonly MetricName[] = [
  'views',
  'conversions',
  'conversion_rate',
  'orders',
  'order_rate',
  'revenue',
  'aov',
];

export const accountPerformanceReport = defineReport({
  name: 'get_account_performance',
  title: 'Account performance',
  path: '/reports/account/performance',
  summary: 'All websites of the token side by side',
  description:
    'Every website of the token, or a subset, side by side and summed, compared with the previous period. viewers, conversions and subscribes are distinct per website; the aggregate adds them up. Currencies are not converted.',
  websiteRule: 'some',
  hasComparison: true,
  parameters: { website_id: oneOfWebsites, website_ids: websiteIds, window: chosenDays },
  output: z
    .object({
      report: z.literal('account_performance'),
      timeframe: z.object({
        selected: z.enum(TIMEFRAMES),
        label: z.string().describe('The timeframe for people.'),
        range_start: timestamp,
        range_end: timestamp,
        previous_range_start: timestamp
          .nullable()
          .describe('The first moment of the period before; null without one.'),
        previous_range_end: timestamp
          .nullable()
          .describe('The last moment of the period before; null without one.'),
      }),
      data: z.object({
        aggregate: z
          .object({
            website_count: z.int().describe('How many websites are in it.'),
            viewers: z.number(),
            conversions: z.number(),
            conversion_rate: z.number(),
            subscribes: z.number(),
            subscribe_rate: z.number(),
            orders: z.number(),
            order_rate: z.number(),
            revenue: z.number(),
            aov: z.number(),
          })
          .describe('All websites together.'),
        websites: z
          .array(
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
          )
          .describe('One entry for each website.'),
      }),
    })
    .meta({ id: 'AccountPerformanceReport' }),
  example: { parameters: { timeframe: 'last_7_days' } },
  tool: { example: { timeframe: 'custom', range_start: '2026-10-01', range_end: '2026-10-31' } },
  async read(context, input) {
    const { connection, websites, now, withNotes, withExtras, compareWith } = context;
    const request = { selection: input.window, comparePrevious: true };
    const period = resolvePeriod(request, { facts: combinedFacts(websites), now });
    const days = daysToCompare(context, period);
    const metrics = await readMetrics(connection, {
      websites,
      period,
      subjects: [{ level: 'website', ids: 'all' }],
      metrics: ['views', 'conversions', 'subscribes', 'orders', 'revenue'],
      compared: whichDays(days),
    });
    const rows = websites
      .map((website) => ({ website, counts: metrics.of('website', website.id, website.id) }))
      .sort((one, other) => byRevenue(other.counts, one.counts) || one.website.id - other.website.id);
    const { timeframe, window, previous } = period;
    const byViewers = rows
      .toSorted((one, other) => other.counts.current.views - one.counts.current.views)
      .map(({ website }) => website);
    const breaks =
      withNotes || withExtras
        ? await readBrokenCampaignsOf(connection, { websites: byViewers, last: untilNow(now) })
        : undefined;
    const listed = rows.map(({ website }) => website);
    const ordered = { connection, websites: byViewers, now, compareWith };
    const common = await readReportFacts(ordered, {
      period,
      days,
      metrics: COMPARED,
      parts: rows.map(({ website, counts }) => ({
        level: 'website' as const,
        id: website.id,
        name: quoted(website.name),
        counts,
      })),
    });
    const trends = withExtras
      ? await readWebsiteTrends(connection, { websites: listed, window, countType: period.countType })
      : undefined;
    const activity = withExtras ? await readActivity(connection, websites) : undefined;
    return {
      facts: { ...common, websites, breaks, trends, activity },
      body: {
        report: 'account_performance' as const,
        timeframe: {
          selected: timeframe,
          label: timeframeLabel(timeframe, window),
          range_start: dayStartTimestamp(window.start),
          range_end: dayEndTimestamp(window.end),
          previous_range_start: previous ? dayStartTimestamp(previous.start) : null,
          previous_range_end: previous ? dayEndTimestamp(previous.end) : null,
        },
        data: {
          aggregate: aggregateOf(rows.map(({ counts }) => counts.current)),
          websites: rows.map(({ website, counts }) => rowOf(website, counts)),
        },
      },
    };
  },
  notes: accountPerformanceNotes,
  extras: accountPerformanceExtras,
});

/** Of several websites: all_time starts at the earliest first day, insights_week is the newest week of any. */
function combinedFacts(websites: readonly WebsiteFacts[]): RecordedFacts {
  const weeks = websites.flatMap(({ insightsWeek }) => insightsWeek ?? []);
  return {
    firstDay: Math.min(...websites.map(({ firstDay }) => firstDay)),
    insightsWeek: weeks.length > 0 ? Math.max(...weeks) : undefined,
  };
}

function byRevenue(one: PeriodCounts, other: PeriodCounts): number {
  const difference = one.current.revenueCents - other.current.revenueCents;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function rowOf({ id, name }: WebsiteFacts, { current, previous }: PeriodCounts) {
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

/** Sums over the websites, so that the aggregate reconciles with its rows. */
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
