import {
  addChannel,
  changeChannel,
  type Channel,
  findChannel,
  listChannels,
  removeChannel,
  switchChannel,
} from '@funnel/notifications';
import { z } from 'zod';
import { defineOperation, type OperationContext } from '../operation.ts';
import {
  changedWishes,
  channelChangeBody,
  newChannelBody,
  ownerOf,
  targetOf,
  wishesOf,
} from './channel-body.ts';
import { limitAsking, refuseRepeated } from './channel-limits.ts';
import { channelBody, channelSchema, channelsSchema, newChannelSchema } from './channel-schema.ts';
import { type ChannelsOfCaller, noChannel, withChannels } from './channels-of-caller.ts';
import { channelId, NOTIFICATIONS } from './notification-operation.ts';
import { bodySchema, readBody } from '../read-body.ts';

const PATH = '/beyond-v1/notifications/channels';

/** Lists, creates, returns, changes and deletes channels. */
export const channelOperations = [
  defineOperation({
    ...NOTIFICATIONS,
    name: 'list_notification_channels',
    title: 'List channels',
    method: 'GET',
    path: PATH,
    summary: 'Who is told about the websites of the token',
    description:
      'The channels that are only about websites of the token: of its person, or of the account if it has none. A token that covers its person lists all channels of the person, and of the accounts that the person owns.',
    parameters: {},
    output: channelsSchema,
    errors: ['not_found'],
    example: { parameters: {} },
    async run(context) {
      const channels = await withChannels(context, ({ database, scope }) => listChannels(database, scope));
      return { body: { channels: channels.map(channelBody) } };
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'create_notification_channel',
    title: 'Create a channel',
    method: 'POST',
    path: PATH,
    summary: 'Tell a webhook, Slack or an address',
    description:
      'Creates a channel. A token of a person creates one of the person, any other token one of the account of the websites. The secret of a webhook is returned once. Mail is sent only after its reader has agreed.',
    parameters: {},
    body: bodySchema(newChannelBody),
    output: newChannelSchema,
    errors: ['invalid_body', 'invalid_field', 'invalid_website_id', 'not_found'],
    example: {
      parameters: {},
      body: {
        kind: 'webhook',
        url: 'https://example.com/funnel-events',
        name: 'Our alarms',
        website_ids: [11],
        digest: true,
        time_zone: 'Europe/Vienna',
      },
    },
    async run(context, _input, sent) {
      return withChannels(context, async ({ database, scope, by, person, settings }) => {
        const body = readBody(newChannelBody, sent);
        const wishes = wishesOf(body, context);
        const target = targetOf(body, context);
        const owner = ownerOf(body, { context, wishes, target, roles: person?.roles });
        await refuseRepeated(database, body.request_id, context);
        if (owner.userId !== undefined && target.kind === 'email' && !target.isConfirmed)
          await limitAsking(database, owner.userId);
        const { id, secret } = await addChannel(database, { ...wishes, owner, target }, settings, by);
        const channel = await requireChannel({ database, scope }, id);
        return { status: 201, body: { ...channelBody(channel), secret: secret ?? null } };
      });
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'get_notification_channel',
    title: 'Get a channel',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'One channel',
    description: 'What it sends, where to and whether messages arrive.',
    parameters: { id: channelId },
    output: channelSchema,
    errors: ['not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      return { body: channelBody(await withChannels(context, (channels) => requireChannel(channels, id))) };
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'change_notification_channel',
    title: 'Change a channel',
    method: 'PATCH',
    path: `${PATH}/{id}`,
    summary: 'Change what a channel sends, or switch it off or on',
    description:
      'Changes the fields that are sent and leaves the others as they are. Where messages go cannot be changed: create another channel.',
    parameters: { id: channelId },
    body: bodySchema(channelChangeBody),
    output: channelSchema,
    errors: ['invalid_body', 'invalid_field', 'invalid_website_id', 'not_found'],
    example: { parameters: { id: 1 }, body: { quiet_from: 22, quiet_to: 7 } },
    async run(context, { id }, sent) {
      return withChannels(context, async (channels) => {
        const change = readBody(channelChangeBody, sent);
        return { body: channelBody(await applyChange(channels, id, change, context)) };
      });
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'delete_notification_channel',
    title: 'Delete a channel',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Delete a channel, its log and what was not sent yet',
    description: 'Ends a channel for good. To pause it, change `enabled`.',
    parameters: { id: channelId },
    output: z.object({ message: z.string() }).meta({ id: 'DeletedNotificationChannel' }),
    errors: ['not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      const isRemoved = await withChannels(context, ({ database, scope, by }) =>
        removeChannel(database, scope, id, by),
      );
      if (!isRemoved) throw noChannel();
      return { body: { message: 'The channel was deleted.' } };
    },
  }),
] as const;

/** The channel; throws if it is not the caller's. */
export async function requireChannel(
  { database, scope }: Pick<ChannelsOfCaller, 'database' | 'scope'>,
  id: number,
): Promise<Channel> {
  const channel = await findChannel(database, scope, id);
  if (!channel) throw noChannel();
  return channel;
}

async function applyChange(
  channels: ChannelsOfCaller,
  id: number,
  change: z.output<typeof channelChangeBody>,
  context: OperationContext,
): Promise<Channel> {
  const { database, scope, by } = channels;
  const before = await requireChannel(channels, id);
  const isOn = before.switchedOffAt === null;
  const hasWishes = Object.keys(change).some((field) => field !== 'enabled');
  if (hasWishes) await changeChannel(database, scope, id, changedWishes(before, change, context), by);
  if (change.enabled !== undefined && change.enabled !== isOn)
    await switchChannel(database, scope, id, change.enabled ? 'on' : 'off', by);
  return requireChannel(channels, id);
}
