import { formatDay, moneyToNumber } from '@funnel/domain';
import { z } from 'zod';
import { dashboardPage } from '../links.ts';
import type { Links, WebsiteWeekLine, WeekCounts, WeeklyDigest } from '../message.ts';
import { campaignOrAll, count, day, named, since, url, what } from './fields.ts';
import { namedOf, urlOf } from './values.ts';

const counts = z.object({
  viewers: count('Distinct visitors who saw a campaign'),
  converted: count('Distinct visitors who converted'),
  orders: count('Purchases'),
  revenue: z.number().describe('Value of the orders'),
});
const direction = z.enum(['up', 'down']).nullable();
const percentage = (metric: string) =>
  z
    .number()
    .nullable()
    .describe(`${metric} against the week before, in percent; null if there is nothing to compare with`);

const websiteWeek = z.object({
  ...named('website').shape,
  currency: z.string().describe('The currency of the revenue: ISO 4217, such as EUR'),
  is_counted: z.boolean().describe('Whether the week is counted; if not, all its numbers are 0'),
  current: counts.describe('The week'),
  previous: counts.describe('The week before'),
  new_since: day('')
    .nullable()
    .describe('Its first day, if that is later than the first of the week before; otherwise null'),
  changes: z
    .object({ viewers: percentage('Viewers'), revenue: percentage('Revenue') })
    .describe('What changed; what is not in `beyond_chance` could be chance'),
  beyond_chance: z
    .object({
      viewers: direction.describe('Whether viewers changed by more than chance; null if not'),
      conversion_rate: direction.describe('Whether the conversion rate did; null if not'),
      orders: direction.describe('Whether orders did; null if not'),
      revenue: direction.describe('Whether revenue did; null if not'),
    })
    .describe('Changes that are more than chance'),
  broken: z
    .array(z.object({ campaign: campaignOrAll, since, what }))
    .describe('What is broken at the moment'),
  decided: z
    .array(
      z.object({
        campaign: named('campaign').describe('The campaign of the experiment'),
        outcome: z.enum(['wins', 'loses']).describe('Whether the variant is better or worse than the others'),
        letter: z.string().describe('The letter of the variant'),
      }),
    )
    .describe('Experiments that were decided since the digest before'),
  insights: z.array(z.string()).describe('What the insights of the week say beside that, in English'),
  url,
});

export const digestData = z.object({
  week: day('The Monday of the week'),
  websites: z.array(websiteWeek).describe('One entry for each website, those that need attention first'),
  totals: z
    .array(
      z.object({
        currency: z.string().describe('ISO 4217, such as EUR'),
        revenue: z.number().describe('The revenue of the week'),
        previous_revenue: z.number().describe('The revenue of the week before'),
        change: percentage('Revenue'),
        beyond_chance: direction.describe('Whether it changed by more than chance; null if not'),
        websites: count('How many websites have this currency'),
      }),
    )
    .describe('All websites together, one entry for each currency'),
  url,
});

export function digestDataOf(
  { week, websites, totals }: WeeklyDigest,
  links: Links,
): z.infer<typeof digestData> {
  if (websites.length === 0) throw new Error('A digest without websites is not sent');
  return {
    week: formatDay(week),
    websites: websites.map((line) => websiteWeekOf(line, links)),
    totals: totals.map(({ currency, week: now, previous, websites: number, ...compared }) => ({
      currency,
      revenue: money(now.revenueCents),
      previous_revenue: money(previous.revenueCents),
      change: compared.change,
      beyond_chance: compared.beyondChance,
      websites: number,
    })),
    ...urlOf(links.dashboard === undefined ? undefined : `${links.dashboard}/`),
  };
}

function websiteWeekOf(line: WebsiteWeekLine, links: Links): z.infer<typeof websiteWeek> {
  const { views, rate, orders, revenue } = line.beyondChance;
  return {
    ...namedOf(line),
    currency: line.currency,
    is_counted: line.isCounted,
    current: countsOf(line.week),
    previous: countsOf(line.previous),
    new_since: line.newSince === null ? null : formatDay(line.newSince),
    changes: line.changes,
    beyond_chance: { viewers: views, conversion_rate: rate, orders, revenue },
    broken: line.broken.map(({ campaign, since: first, what: stopped }) => ({
      campaign: campaign && namedOf(campaign),
      since: formatDay(first),
      what: stopped,
    })),
    decided: line.decided.map(({ campaign, outcome, letter }) => ({
      campaign: namedOf(campaign),
      outcome,
      letter: letter.toWellFormed(),
    })),
    insights: line.insights.map((text) => text.toWellFormed()),
    ...urlOf(dashboardPage(links, line)),
  };
}

function countsOf({ viewers, converted, orders, revenueCents }: WeekCounts): z.infer<typeof counts> {
  return { viewers, converted, orders, revenue: money(revenueCents) };
}

/** As in reports: a number with at most two decimals. */
function money(cents: string): number {
  return moneyToNumber(BigInt(cents));
}
