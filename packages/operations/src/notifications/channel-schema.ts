import type { CampaignBroke, Channel, Delivery, Episode, Mute } from '@funnel/notifications';
import { z } from 'zod';
import { recordTime } from '../output/envelope.ts';
import type { CampaignNames } from '../output/campaign-names.ts';
import { newChannelBody, wishes } from './channel-body.ts';

const maybeTime = recordTime.nullable();
const { name, website_ids: _websites, ...settings } = wishes;

const campaignName = z
  .string()
  .nullable()
  .describe('Null without a campaign, or for one of a website that the token does not cover.');

/** A channel as the API shows it: neither its address nor its secret. */
export const channelSchema = z
  .object({
    id: z.int(),
    kind: newChannelBody.shape.kind,
    name,
    destination: z.string().describe('What people see of the address, not enough to use it.'),
    belongs_to: z
      .enum(['person', 'account'])
      .describe('A channel of a person ends with their access; one of an account stays.'),
    state: z
      .enum(['on', 'waiting', 'failing', 'off'])
      .describe('waiting: its reader has not agreed yet. failing: nothing has arrived lately.'),
    off_reason: z.string().nullable().describe('Why it is off.'),
    account_id: z.int().nullable().describe('The account that it belongs to; null if it is a person’s.'),
    website_ids: z
      .array(z.int())
      .nullable()
      .describe('The websites that it is about; null: all of its person or account.'),
    ...settings,
    confirmed_at: maybeTime.describe('When its reader agreed.'),
    switched_off_at: maybeTime.describe('Since when it is off.'),
    failing_since: maybeTime.describe('Since when nothing has arrived.'),
    previous_secret_until: maybeTime.describe('Until when the secret before the last rotation signs too.'),
    created_at: recordTime,
  })
  .meta({ id: 'NotificationChannel' });

export const channelsSchema = z
  .object({ channels: z.array(channelSchema).describe('The oldest first.') })
  .meta({ id: 'NotificationChannels' });

/** A channel with its secret, which is shown once. */
export const newChannelSchema = channelSchema
  .extend({
    secret: z
      .string()
      .nullable()
      .describe('Signs what is sent to a webhook. Shown only now; null for others.'),
  })
  .meta({ id: 'NewNotificationChannel' });

export function channelBody(channel: Channel): z.input<typeof channelSchema> {
  const { id, kind, accountId, websiteIds } = channel;
  return {
    id,
    kind,
    name: channel.name,
    destination: channel.hint,
    belongs_to: accountId === null ? 'person' : 'account',
    state: stateOf(channel),
    off_reason: channel.offReason,
    account_id: accountId,
    website_ids: websiteIds && [...websiteIds],
    breaks: channel.breaks,
    verdicts: channel.verdicts,
    digest: channel.digest,
    no_data: channel.noData,
    language: channel.language,
    time_zone: channel.timeZone,
    digest_hour: channel.digestHour,
    quiet_from: channel.quietFrom,
    quiet_to: channel.quietTo,
    confirmed_at: timeText(channel.confirmedAt),
    switched_off_at: timeText(channel.switchedOffAt),
    failing_since: timeText(channel.failingSince),
    previous_secret_until: timeText(channel.previousSecretUntil),
    created_at: channel.createdAt.toISOString(),
  };
}

function stateOf({ switchedOffAt, confirmedAt, failingSince }: Channel) {
  if (switchedOffAt) return 'off';
  if (!confirmedAt) return 'waiting';
  return failingSince ? 'failing' : 'on';
}

const timeText = (time: Date | null) => time?.toISOString() ?? null;

export const deliveriesSchema = z
  .object({
    deliveries: z
      .array(
        z.object({
          id: z.string().describe('The id of the message, as webhooks get it.'),
          type: z.string().describe('What it is about, such as campaign.broke.'),
          website_id: z.int().nullable(),
          campaign_id: z.int().nullable(),
          campaign_name: campaignName,
          created_at: recordTime,
          attempts: z.int().describe('How often it was tried.'),
          next_attempt_at: maybeTime.describe('When it is tried next; null if it is done.'),
          done_at: maybeTime.describe('When it was sent or given up.'),
          outcome: z.enum(['sent', 'failed', 'dropped']).nullable().describe('Null while it is on its way.'),
          answer: z.string().nullable().describe('What the receiver said last, or why it was not sent.'),
        }),
      )
      .describe('The newest 50 messages, the newest first.'),
  })
  .meta({ id: 'NotificationDeliveries' });

export function deliveryBody(delivery: Delivery, nameOf: CampaignNames) {
  const { id, type, websiteId, campaignId, createdAt, attempts, nextAttemptAt, doneAt, outcome, answer } =
    delivery;
  return {
    id,
    type,
    website_id: websiteId,
    campaign_id: campaignId || null,
    campaign_name: nameOf({ websiteId, campaignId }),
    created_at: createdAt.toISOString(),
    attempts,
    next_attempt_at: timeText(nextAttemptAt),
    done_at: timeText(doneAt),
    outcome,
    answer,
  };
}

/** What a channel says nothing about. */
export const muteSchema = z
  .object({
    website_id: z.int(),
    campaign_id: z.int().nullable().describe('Null: the whole website.'),
    campaign_name: campaignName,
    until: maybeTime.describe('Null: until it is lifted.'),
  })
  .meta({ id: 'NotificationMute' });

export function muteBody({ until, ...mute }: Mute, nameOf: CampaignNames): z.input<typeof muteSchema> {
  const { websiteId, campaignId } = mute;
  return {
    website_id: websiteId,
    campaign_id: campaignId || null,
    campaign_name: nameOf(mute),
    until: timeText(until),
  };
}

/** Something that happened to a website and lasts. */
export const episodeSchema = z
  .object({
    id: z.string().meta({ format: 'uuid' }),
    website_id: z.int(),
    campaign_id: z.int().nullable().describe('Null: all campaigns, or the website itself.'),
    campaign_name: z.string().nullable().describe('Its name when it was found.'),
    kind: z.enum(['break', 'verdict', 'no_data']).describe('What happened.'),
    began: z.string().meta({ format: 'date' }).describe('Its first day.'),
    opened_at: recordTime.describe('When it was found.'),
    seen_at: recordTime.describe('When it was last found.'),
    ended_at: maybeTime.describe('Null while it lasts.'),
    ended_how: z.string().nullable().describe('recovered, or why it is no longer watched.'),
    fixed_at: maybeTime.describe('When somebody said that it is fixed.'),
    stopped: z
      .enum(['views', 'conversions', 'submissions', 'completions'])
      .nullable()
      .describe('What stopped, of a break: views if nobody comes any more.'),
    seen: z
      .object({
        viewers: z.number().describe('Who came since.'),
        count: z.number().describe('Who of them went on.'),
        expected: z.number().describe('Who would have before.'),
      })
      .nullable()
      .describe('Of a break: how many went on. Null if nobody comes any more.'),
    last_event_at: z.string().nullable().describe('When the last event arrived, of a silent website.'),
  })
  .meta({ id: 'NotificationEpisode' });

export function episodeBody(episode: Episode): z.input<typeof episodeSchema> {
  const { id, websiteId, campaignId, kind, began, payload } = episode;
  const broke = kind === 'break' ? (payload as CampaignBroke) : undefined;
  const campaign = 'campaign' in payload ? payload.campaign : null;
  return {
    id,
    website_id: websiteId,
    campaign_id: campaignId || null,
    campaign_name: campaign?.name ?? null,
    kind,
    began,
    opened_at: episode.openedAt.toISOString(),
    seen_at: episode.seenAt.toISOString(),
    ended_at: timeText(episode.endedAt),
    ended_how: episode.endedHow,
    fixed_at: timeText(episode.fixedAt),
    stopped: broke?.what ?? null,
    seen: broke?.seen ?? null,
    last_event_at: 'lastEventAt' in payload ? payload.lastEventAt : null,
  };
}
