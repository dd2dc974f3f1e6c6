import { accountNames } from '@funnel/db';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { withChannels } from './channels-of-caller.ts';
import { NOTIFICATIONS } from './notification-operation.ts';

const website = z.object({
  id: z.int(),
  name: z.string(),
  account_id: z.int(),
  account_name: z.string(),
  role: z
    .enum(['owner', 'member', 'reader'])
    .nullable()
    .describe('Of the person in the account. Null if the token does not cover its person.'),
});

export const notificationChoices = defineOperation({
  ...NOTIFICATIONS,
  name: 'get_notification_choices',
  title: 'What a channel can be about',
  method: 'GET',
  path: '/beyond-v1/notifications/choices',
  summary: 'Websites, accounts, and the address of the person',
  description:
    'The websites that a channel of this token can be about, and the address that need not be asked.',
  parameters: {},
  output: z
    .object({
      email: z.string().nullable().describe('The address of the person, if the token covers one.'),
      is_verified: z
        .boolean()
        .describe('Whether it is known to be theirs, so that messages may be sent at once.'),
      websites: z.array(website).describe('By account and name.'),
    })
    .meta({ id: 'NotificationChoices' }),
  errors: ['not_found'],
  example: { parameters: {} },
  async run(context) {
    const { websites } = context;
    return withChannels(context, async ({ connection, person }) => {
      const accounts = await accountNames(
        connection,
        websites.map(({ accountId }) => accountId),
      );
      const listed = websites.map(({ id, name, accountId }) => ({
        id,
        name,
        account_id: accountId,
        account_name: accounts.get(accountId) ?? '',
        role: person?.roles.get(accountId) ?? null,
      }));
      const byName = (one: (typeof listed)[number], other: (typeof listed)[number]) =>
        one.account_name.localeCompare(other.account_name, 'en') || one.name.localeCompare(other.name, 'en');
      return {
        body: {
          email: person?.email ?? null,
          is_verified: person?.isVerified ?? false,
          websites: listed.sort(byName),
        },
      };
    });
  },
});
