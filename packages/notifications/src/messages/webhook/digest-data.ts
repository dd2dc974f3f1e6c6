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

const websiteWeek = z.object({
  ...named('website').shape,
  currency: z.string().describe('The currency of the revenue: ISO 4217, such as EUR'),
  current: counts.describe('The week'),
  previous: counts.describe('The week before'),
  beyond_chance: z
    .object({
      viewers: direction.describe('Whether viewers changed by more than chance; null if not'),
      conversion_rate: direction.describe('Whether the conversion rate did; null if not'),
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
    .describe('Experiments that were decided in the week'),
  insights: z.array(z.string()).describe('The first sentences of the insights of the week, in English'),
  url,
});

/** The week of all websites. */
export const digestData = z.object({
  week: day('The Monday of the week'),
  websites: z.array(websiteWeek).describe('One entry for each website, those that need attention first'),
  totals: z
    .array(
      z.object({
        currency: z.string().describe('ISO 4217, such as EUR'),
        revenue: z.number().describe('The revenue of the week'),
        previous_revenue: z.number().describe('The revenue of the week before'),
        websites: count('How many websites have this currency'),
      }),
    )
    .describe('All websites together, one entry for each currency'),
  url,
});

/** The data of a digest. */
export function digestDataOf(
  { week, websites, totals }: WeeklyDigest,
  links: Links,
): z.infer<typeof digestData> {
  if (websites.length === 0) throw new Error('A digest without websites is not sent');
  return {
    week: formatDay(week),
    websites: websites.map((line) => websiteWeekOf(line, links)),
    totals: totals.map(({ currency, revenueCents, previousRevenueCents, websites: number }) => ({
      currency,
      revenue: money(revenueCents),
      previous_revenue: money(previousRevenueCents),
      websites: number,
    })),
    ...urlOf(links.dashboard === undefined ? undefined : `${links.dashboard}/`),
  };
}

function websiteWeekOf(line: WebsiteWeekLine, links: Links): z.infer<typeof websiteWeek> {
  return {
    ...namedOf(line),
    currency: line.currency,
    current: countsOf(line.week),
    previous: countsOf(line.previous),
    beyond_chance: { viewers: line.beyondChance.views, conversion_rate: line.beyondChance.rate },
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
