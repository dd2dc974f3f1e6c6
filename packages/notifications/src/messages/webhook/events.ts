import { z } from 'zod';
import type { WebhookEventType } from '../message.ts';
import { breakData, recoveryData } from './break-data.ts';
import { digestData } from './digest-data.ts';
import { experimentData } from './experiment-data.ts';
import { moment } from './fields.ts';
import { silentData, testData } from './small-data.ts';

const breakSchema = breakData.meta({ id: 'BreakData' });

/** What is sent to webhooks, by type: in a few words, in a sentence, and the schema of the body. */
export const WEBHOOK_EVENTS = {
  'campaign.broke': {
    title: 'A campaign broke',
    description: 'A campaign no longer does what it did. Sent once for each break.',
    schema: event('CampaignBrokeEvent', 'campaign.broke', breakSchema),
  },
  'campaign.still_broken': {
    title: 'A campaign is still broken',
    description: 'A week after it broke, a campaign is still broken. Sent once for each break.',
    schema: event('CampaignStillBrokenEvent', 'campaign.still_broken', breakSchema),
  },
  'campaign.recovered': {
    title: 'A campaign works again',
    description: 'A campaign that broke works again.',
    schema: event('CampaignRecoveredEvent', 'campaign.recovered', recoveryData),
  },
  'experiment.decided': {
    title: 'An experiment is decided',
    description: 'A variant of an experiment is better, or worse, than the others beyond chance.',
    schema: event('ExperimentDecidedEvent', 'experiment.decided', experimentData),
  },
  'website.silent': {
    title: 'A website sends no events',
    description: 'A website that usually has events has none for an unlikely time.',
    schema: event('WebsiteSilentEvent', 'website.silent', silentData),
  },
  'digest.weekly': {
    title: 'The week of all websites',
    description: 'The week of all websites of the webhook, against the week before. Sent on Mondays.',
    schema: event('WeeklyDigestEvent', 'digest.weekly', digestData),
  },
  'channel.test': {
    title: 'A test',
    description: 'Somebody wants to know whether messages arrive.',
    schema: event('ChannelTestEvent', 'channel.test', testData),
  },
} as const satisfies Readonly<
  Record<WebhookEventType, { title: string; description: string; schema: z.ZodType }>
>;

/** The body of a request to a webhook. */
export type WebhookEvent = {
  [Type in WebhookEventType]: z.infer<(typeof WEBHOOK_EVENTS)[Type]['schema']>;
}[WebhookEventType];

function event<Type extends string, Data extends z.ZodType>(id: string, type: Type, data: Data) {
  return z
    .object({
      id: z.string().describe('The same as in the header `webhook-id`, also when it is sent again'),
      type: z.literal(type).describe('What happened'),
      timestamp: moment('When it was noticed'),
      data: data.describe('The details'),
    })
    .meta({ id });
}
