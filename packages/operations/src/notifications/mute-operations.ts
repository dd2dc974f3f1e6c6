import { resolveWebsite } from '@funnel/auth';
import { groupBy, MAX_ID, ServiceError } from '@funnel/domain';
import { listMutes, type Mute, muteCampaign, unmuteCampaign } from '@funnel/notifications';
import { z } from 'zod';
import { defineOperation, type OperationContext } from '../operation.ts';
import { parameter } from '../parameters/parameter.ts';
import { requireChannel } from './channel-operations.ts';
import { muteBody, muteSchema } from './channel-schema.ts';
import { readCampaignNames, requireCampaign } from '../output/campaign-names.ts';
import { type ChannelsOfCaller, noChannel, withChannels } from './channels-of-caller.ts';
import { channelId, NOTIFICATIONS } from './notification-operation.ts';
import { bodySchema, invalidField, readBody } from '../read-body.ts';

const PATH = '/beyond-v1/notifications/channels/{id}/mutes';
const anyId = z.int().min(1).max(MAX_ID);
const ID_RULE = `a whole number from 1 to ${MAX_ID}`;

const mutedWebsite = parameter('website_id', anyId, {
  code: 'invalid_website_id',
  rule: ID_RULE,
  description: 'The website of the campaign.',
});
const mutedCampaign = parameter('campaign_id', anyId.optional(), {
  code: 'invalid_id',
  rule: ID_RULE,
  description: 'The campaign. Left out: the whole website.',
});

const newMuteBody = z.strictObject({
  website_id: anyId.describe('A website of the token.'),
  campaign_id: anyId.nullable().default(null).describe('Null: the whole website.'),
  until: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2099-12-24T18:00:00Z' })
    .nullable()
    .default(null)
    .meta({ format: 'date-time' })
    .describe('Until when nothing is said about it, in the future. Null: until it is lifted.'),
});

/** Those of the websites of the token, or all that a person has. */
async function mutesSeen(
  { sees, connection }: ChannelsOfCaller,
  context: OperationContext,
  mutes: readonly Mute[],
) {
  const seen = mutes.filter(({ websiteId }) => sees(websiteId));
  const nameOf = await readCampaignNames(connection, context, seen);
  return seen.map((mute) => muteBody(mute, nameOf));
}

/** Lists, adds and lifts what a channel says nothing about. */
export const muteOperations = [
  defineOperation({
    ...NOTIFICATIONS,
    name: 'list_all_notification_mutes',
    title: 'List mutes of all channels',
    method: 'GET',
    path: '/beyond-v1/notifications/mutes',
    summary: 'What the channels say nothing about',
    description: 'The campaigns and websites that channels say nothing about at the moment, by channel.',
    parameters: {},
    output: z
      .object({
        channels: z
          .array(
            z.object({
              channel_id: z.int().describe('The id of the channel.'),
              mutes: z.array(muteSchema).describe('By website and campaign.'),
            }),
          )
          .describe('Those with mutes.'),
      })
      .meta({ id: 'AllNotificationMutes' }),
    errors: ['not_found'],
    example: { parameters: {} },
    async run(context) {
      return withChannels(context, async (channels) => {
        const all = groupBy(await listMutes(channels.database, channels.scope), ({ channelId: id }) => id);
        const listed: { channel_id: number; mutes: z.input<typeof muteSchema>[] }[] = [];
        for (const [id, mutes] of all)
          listed.push({ channel_id: id, mutes: await mutesSeen(channels, context, mutes) });
        return { body: { channels: listed } };
      });
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'list_notification_mutes',
    title: 'List mutes',
    method: 'GET',
    path: PATH,
    summary: 'What a channel says nothing about',
    description: 'The campaigns and websites that a channel says nothing about at the moment.',
    parameters: { id: channelId },
    output: z
      .object({ mutes: z.array(muteSchema).describe('By website and campaign.') })
      .meta({ id: 'NotificationMutes' }),
    errors: ['not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      return withChannels(context, async (channels) => {
        await requireChannel(channels, id);
        const mutes = await listMutes(channels.database, channels.scope, id);
        return { body: { mutes: await mutesSeen(channels, context, mutes) } };
      });
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'mute_notifications',
    title: 'Mute a campaign',
    method: 'POST',
    path: PATH,
    summary: 'Say nothing about a campaign for a while, or for good',
    description:
      'Makes a channel say nothing about a campaign or a website. Muting it again changes the time.',
    parameters: { id: channelId },
    body: bodySchema(newMuteBody),
    output: muteSchema,
    errors: ['invalid_body', 'invalid_field', 'not_found'],
    example: {
      parameters: { id: 1 },
      body: { website_id: 11, campaign_id: 101, until: '2099-12-24T18:00:00Z' },
    },
    async run(context, { id }, sent) {
      return withChannels(context, async (channels) => {
        const { website_id, campaign_id, until } = readBody(newMuteBody, sent);
        const mute = {
          websiteId: websiteOf(context, website_id),
          campaignId: campaign_id ?? 0,
          until: until === null ? null : new Date(until),
        };
        if (mute.until && mute.until <= context.now)
          throw invalidField('until', `until must be in the future: it is ${context.now.toISOString()} now.`);
        const nameOf = await readCampaignNames(channels.connection, context, [mute]);
        requireCampaign(nameOf, mute);
        if (!(await muteCampaign(channels.database, channels.scope, id, mute))) throw noChannel();
        return { status: 201, body: muteBody(mute, nameOf) };
      });
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'unmute_notifications',
    title: 'Lift a mute',
    method: 'DELETE',
    path: PATH,
    summary: 'Say something about a campaign again',
    description: 'Lifts a mute of a channel.',
    parameters: { id: channelId, website_id: mutedWebsite, campaign_id: mutedCampaign },
    output: z.object({ message: z.string() }).meta({ id: 'LiftedNotificationMute' }),
    errors: ['not_found'],
    example: { parameters: { id: 1, website_id: 11, campaign_id: 101 } },
    async run(context, { id, website_id, campaign_id = 0 }) {
      return withChannels(context, async (channels) => {
        await requireChannel(channels, id);
        // A person may have lost the website since.
        if (!channels.person) websiteOf(context, website_id);
        const muted = (await listMutes(channels.database, channels.scope, id)).find(
          (mute) => mute.websiteId === website_id && mute.campaignId === campaign_id,
        );
        if (!muted || !(await unmuteCampaign(channels.database, channels.scope, id, muted)))
          throw new ServiceError('not_found', 'The channel has no such mute.', {
            parameter: 'campaign_id',
          });
        return { body: { message: 'The mute was lifted.' } };
      });
    },
  }),
] as const;

const websiteOf = ({ websites }: OperationContext, id: number) =>
  resolveWebsite({ websiteIds: websites.map((website) => website.id) }, id);
