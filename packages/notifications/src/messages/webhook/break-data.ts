import { formatDay } from '@funnel/domain';
import { z } from 'zod';
import { dashboardPage } from '../links.ts';
import type { CampaignBroke, CampaignRecovered, CountedDay, Links } from '../message.ts';
import { campaignOrAll, count, day, days, since, url, website, what } from './fields.ts';
import { namedOf, urlOf } from './values.ts';

export const breakData = z.object({
  website,
  campaign: campaignOrAll,
  since,
  what,
  seen: z
    .object({
      viewers: count('People who came since the break began, each counted once'),
      count: count('How many of them went on, as `what` says'),
      expected: z.number().describe('How many would have, as before the break'),
    })
    .nullable()
    .describe('The numbers since the break began; null if nobody comes any more'),
  viewers_per_day: z.number().nullable().describe('How many came on a day before; null if they still come'),
  also: z
    .object({
      submissions: z.boolean().describe('Whether forms are no longer submitted either'),
      steps: z
        .array(
          z.object({
            position: z.int().describe('The place of the step, from 1'),
            name: z.string().nullable().describe('The name of the step, if it has one'),
          }),
        )
        .describe('Later steps that nobody reaches any more'),
      variants: z.array(z.string()).describe('The letters of the variants that broke, if others did not'),
    })
    .describe('What else stopped with it'),
  is_said_fixed: z.boolean().describe('Whether somebody has said that it is fixed'),
  days,
  url,
});

export const recoveryData = z.object({
  website,
  campaign: campaignOrAll,
  since,
  what,
  recovered_on: day('The day on which it was seen to work again'),
  days,
  url,
});

export function breakDataOf(message: CampaignBroke, links: Links): z.infer<typeof breakData> {
  const { seen, viewersPerDay, also } = message;
  return {
    ...subjectOf(message),
    seen: seen && { ...seen, expected: rounded(seen.expected) },
    viewers_per_day: viewersPerDay === null ? null : rounded(viewersPerDay),
    also: {
      submissions: also.submissions,
      steps: also.steps.map(({ position, name }) => ({ position, name: name?.toWellFormed() ?? null })),
      variants: also.variants.map((letter) => letter.toWellFormed()),
    },
    is_said_fixed: message.isSaidFixed,
    days: message.days.map(dayOf),
    ...urlOf(dashboardPage(links, message.website, message.campaign)),
  };
}

export function recoveryDataOf(message: CampaignRecovered, links: Links): z.infer<typeof recoveryData> {
  return {
    ...subjectOf(message),
    recovered_on: formatDay(message.on),
    days: message.days.map(dayOf),
    ...urlOf(dashboardPage(links, message.website, message.campaign)),
  };
}

function subjectOf({
  website: of,
  campaign,
  since: first,
  what: stopped,
}: CampaignBroke | CampaignRecovered) {
  return {
    website: namedOf(of),
    campaign: campaign && namedOf(campaign),
    since: formatDay(first),
    what: stopped,
  };
}

function dayOf({ day: date, viewers, count: went }: CountedDay) {
  return { date: formatDay(date), viewers, count: went };
}

/** Two decimals, as everywhere in the API. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
