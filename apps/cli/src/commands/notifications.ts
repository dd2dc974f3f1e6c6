import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import {
  type Channel,
  type Delivery,
  type FailedMessage,
  findChannel,
  listChannels,
  listDeliveries,
  listFailedMessages,
  retryFailedMessages,
  switchChannel,
  testChannel,
} from '@funnel/notifications';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import { type Command, type CommandContext, FailedError, UsageError } from '../context.ts';
import { FLAG, oneOf, parseArguments, parseIdOption } from '../options.ts';
import { withDatabase } from '../with-database.ts';
import { type TableColumns, writeTable } from '../write-table.ts';

const VERBS = ['list', 'log', 'failed', 'test', 'off', 'on', 'retry'] as const;
type Verb = (typeof VERBS)[number];

interface Asked {
  context: CommandContext;
  database: Database;
  json: boolean;
  /** Undefined where the verb needs none. */
  channel: Channel | undefined;
}

export const notifications: Command = {
  usage: `notifications list [--json]
       notifications log CHANNEL [--json]
       notifications failed [--json]
       notifications test|off|on CHANNEL
       notifications retry [CHANNEL]`,
  summary:
    'Lists who is told what, shows whether messages arrive, and helps where they do not.\n' +
    'list: all channels, without their addresses. log: the newest messages of one. failed: what was given up, of all.\n' +
    'test: sends a message that only says that it arrives. off, on: switches a channel. retry: tries again what was\n' +
    'given up, with the same ids, so that a receiver ignores what it has seen. The insights worker sends all of it.',
  async run(context) {
    const { values, positionals } = parseArguments(context.argv, { json: FLAG });
    const [given = '', id, ...more] = positionals;
    const verb = oneOf(given, VERBS, `Say what to do: ${VERBS.join(', ')}.`);
    const needsChannel = !['list', 'failed', 'retry'].includes(verb);
    if (more.length > 0 || (needsChannel && id === undefined) || (id !== undefined && verb === 'list'))
      throw new UsageError(needsChannel ? 'Pass the number of one channel.' : 'Pass nothing else.');
    const channelId = parseIdOption(id, `${id} is not the number of a channel.`);
    const config = readConfig(databaseConfig, context.env);
    return withDatabase(context, config, async (database) => {
      const channel = channelId === undefined ? undefined : await findChannel(database, 'all', channelId);
      if (channelId !== undefined && !channel)
        throw new UsageError(`There is no channel ${channelId}: \`notifications list\` shows all.`);
      await DO[verb]({ context, database, json: values.json, channel });
    });
  },
};

const DO: Record<Verb, (asked: Asked) => Promise<void>> = {
  async list({ context, database, json }) {
    writeTable(context, await listChannels(database, 'all'), { columns: CHANNEL_COLUMNS, json });
  },
  async log({ context, database, json, channel }) {
    const deliveries = await listDeliveries(database, 'all', channel?.id ?? 0);
    writeTable(context, deliveries, { columns: DELIVERY_COLUMNS, json });
  },
  async failed({ context, database, json }) {
    writeTable(context, await listFailedMessages(database), { columns: FAILED_COLUMNS, json });
  },
  async test({ context, database, channel }) {
    const id = channel?.id ?? 0;
    try {
      await testChannel(database, 'all', id, { by: null });
    } catch (error) {
      throw error instanceof ServiceError ? new FailedError(error.message) : error;
    }
    context.say(`The test is on its way. \`notifications log ${id}\` says what became of it.`);
  },
  off: (asked) => switchTo(asked, 'off'),
  on: (asked) => switchTo(asked, 'on'),
  async retry({ context, database, channel }) {
    const count = await retryFailedMessages(database, channel?.id);
    context.say(`${count} ${count === 1 ? 'message is' : 'messages are'} tried again.`);
  },
};

const CHANNEL_COLUMNS: TableColumns<Channel> = {
  ID: ({ id }) => String(id),
  KIND: ({ kind }) => kind,
  NAME: ({ name }) => name,
  TO: ({ hint }) => hint,
  OF: ({ userId, accountId }) => (userId === null ? `account ${accountId}` : `person ${userId}`),
  STATE: stateOf,
};

const DELIVERY_COLUMNS: TableColumns<Delivery> = {
  TIME: ({ createdAt }) => createdAt.toISOString(),
  TYPE: ({ type }) => type,
  OUTCOME: ({ outcome }) => outcome ?? 'on its way',
  ATTEMPTS: ({ attempts }) => String(attempts),
  NEXT: ({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? '',
  ANSWER: ({ answer }) => answer ?? '',
};

const FAILED_COLUMNS: TableColumns<FailedMessage> = {
  TIME: ({ doneAt }) => doneAt?.toISOString() ?? '',
  CHANNEL: ({ channelId }) => String(channelId),
  TYPE: ({ type }) => type,
  ATTEMPTS: ({ attempts }) => String(attempts),
  ANSWER: ({ answer }) => answer ?? '',
};

async function switchTo({ context, database, channel }: Asked, to: 'on' | 'off'): Promise<void> {
  const id = channel?.id ?? 0;
  // Only a channel that is off has a reason.
  await switchChannel(database, 'all', id, to, { reason: 'switched off by the operator' });
  const after = await findChannel(database, 'all', id);
  context.say(`Channel ${id} is ${after ? stateOf(after) : 'gone'}.`);
}

function stateOf({ switchedOffAt, offReason, confirmedAt, failingSince }: Channel): string {
  if (switchedOffAt) return `off: ${offReason ?? 'switched off'}`;
  if (!confirmedAt) return 'waiting for its reader to agree';
  return failingSince ? `failing since ${failingSince.toISOString()}` : 'on';
}
