import { askAgain, listDeliveries, rotateSecret, testChannel } from '@funnel/notifications';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { readCampaignNames } from '../output/campaign-names.ts';
import { invalidField } from '../read-body.ts';
import { limitAsking } from './channel-limits.ts';
import { requireChannel } from './channel-operations.ts';
import { deliveriesSchema, deliveryBody } from './channel-schema.ts';
import { noChannel, withChannels } from './channels-of-caller.ts';
import { channelId, NOTIFICATIONS } from './notification-operation.ts';

const PATH = '/beyond-v1/notifications/channels/{id}';

/** What can be done with a channel: a new secret, a test, its log. */
export const channelActions = [
  defineOperation({
    ...NOTIFICATIONS,
    name: 'rotate_notification_secret',
    title: 'Rotate the secret of a webhook',
    method: 'POST',
    path: `${PATH}/secret`,
    summary: 'A new secret, returned once',
    description:
      'Gives a webhook a new secret. For a week both sign: give the new one to the receiver, which accepts both meanwhile.',
    parameters: { id: channelId },
    output: z
      .object({ secret: z.string().describe('Signs what is sent to the webhook. Returned only now.') })
      .meta({ id: 'NotificationSecret' }),
    errors: ['invalid_field', 'not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      return withChannels(context, async (channels) => {
        const { kind } = await requireChannel(channels, id);
        if (kind !== 'webhook') throw invalidField('id', 'Only a webhook has a secret.');
        const secret = await rotateSecret(
          channels.database,
          channels.scope,
          id,
          channels.settings,
          channels.by,
        );
        if (secret === undefined) throw noChannel();
        return { body: { secret } };
      });
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'ask_notification_reader',
    title: 'Ask the reader again',
    method: 'POST',
    path: `${PATH}/ask`,
    summary: 'Send the mail again that asks whether its reader agrees',
    description:
      'Only for an address whose reader has neither agreed nor said no. A person may ask five times an hour.',
    parameters: { id: channelId },
    output: z.object({ message: z.string() }).meta({ id: 'AskedNotificationReader' }),
    errors: ['invalid_field', 'not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      await withChannels(context, async (channels) => {
        const { userId } = await requireChannel(channels, id);
        if (userId !== null) await limitAsking(channels.database, userId);
        if (await askAgain(channels.database, channels.scope, id, channels.by)) return;
        throw invalidField('id', 'No mail was sent: its reader has agreed already, or it is switched off.');
      });
      return { body: { message: 'The mail that asks is on its way again.' } };
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'test_notification_channel',
    title: 'Test a channel',
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Send a message that only says that it arrives',
    description:
      'Really sends a message of the type `channel.test`, at most ten times an hour for all channels of an owner. The log has what became of it: list_notification_deliveries.',
    parameters: { id: channelId },
    output: z
      .object({ delivery_id: z.string().describe('The id of the message, as in the log.') })
      .meta({ id: 'NotificationTest' }),
    errors: ['not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      const sent = await withChannels(context, ({ database, scope, person }) =>
        testChannel(database, scope, id, { by: person?.email ?? null }),
      );
      if (sent === undefined) throw noChannel();
      return { status: 201, body: { delivery_id: sent } };
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'list_notification_deliveries',
    title: 'The log of a channel',
    method: 'GET',
    path: `${PATH}/deliveries`,
    summary: 'What was sent, and what the receiver said',
    description:
      'The newest messages of a channel about websites of the token, with the number of attempts, the last answer and the next attempt.',
    parameters: { id: channelId },
    output: deliveriesSchema,
    errors: ['not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      return withChannels(context, async (channels) => {
        await requireChannel(channels, id);
        const deliveries = await listDeliveries(channels.database, channels.scope, id);
        const seen = deliveries.filter(({ websiteId }) => websiteId === null || channels.sees(websiteId));
        const nameOf = await readCampaignNames(channels.connection, context, seen);
        return { body: { deliveries: seen.map((delivery) => deliveryBody(delivery, nameOf)) } };
      });
    },
  }),
] as const;
