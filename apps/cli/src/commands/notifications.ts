import { type Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import {
  type Channel,
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
import { type CliContext, type Command, UsageError } from '../context.ts';
import { parseIdOption, parseOptions } from '../options.ts';
import { withDatabase } from '../with-database.ts';
import { writeTable } from '../write-table.ts';

const CONNECTION = { name: 'funnel-notifications', maxConnections: 1 };
const VERBS = ['list', 'log', 'failed', 'test', 'off', 'on', 'retry'] as const;
type Verb = (typeof VERBS)[number];

/** Of whom, about what. */
interface Asked {
  context: CliContext;
  database: Database;
  json: boolean;
  /** Undefined where the verb needs none. */
  channel: Channel | undefined;
}

/** `notifications`: who gets which messages, and whether they arrive. */
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
    const { values, positionals } = parseOptions({
      args: context.argv,
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [verb = '', id, ...more] = positionals;
    if (!isVerb(verb)) throw new UsageError(`Say what to do: ${VERBS.join(', ')}.`);
    const needsChannel = !['list', 'failed', 'retry'].includes(verb);
    if (more.length > 0 || (needsChannel && id === undefined) || (id !== undefined && verb === 'list'))
      throw new UsageError(needsChannel ? 'Pass the number of one channel.' : 'Pass nothing else.');
    const channelId =
      id === undefined ? undefined : parseIdOption(id, `${id} is not the number of a channel.`);
    const config = readConfig(databaseConfig, context.env);
    return withDatabase(context, config, CONNECTION, async (database) => {
      const channel = channelId === undefined ? undefined : await findChannel(database, 'all', channelId);
      if (channelId !== undefined && !channel)
        throw new UsageError(`There is no channel ${channelId}: \`notifications list\` shows all.`);
      return DO[verb]({ context, database, json: values.json, channel });
    });
  },
};

const DO: Record<Verb, (asked: Asked) => Promise<number>> = {
  async list({ context, database, json }) {
    writeTable(
      context,
      { json },
      {
        rows: await listChannels(database, 'all'),
        columns: {
          ID: ({ id }) => String(id),
          KIND: ({ kind }) => kind,
          NAME: ({ name }) => name,
          TO: ({ hint }) => hint,
          OF: ({ userId, accountId }) => (userId === null ? `account ${accountId}` : `person ${userId}`),
          STATE: stateOf,
        },
      },
    );
    return 0;
  },
  async log({ context, database, json, channel }) {
    writeTable(
      context,
      { json },
      {
        rows: await listDeliveries(database, 'all', channel?.id ?? 0),
        columns: {
          TIME: ({ createdAt }) => createdAt.toISOString(),
          TYPE: ({ type }) => type,
          OUTCOME: ({ outcome }) => outcome ?? 'on its way',
          ATTEMPTS: ({ attempts }) => String(attempts),
          NEXT: ({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? '',
          ANSWER: ({ answer }) => answer ?? '',
        },
      },
    );
    return 0;
  },
  async failed({ context, database, json }) {
    writeTable(
      context,
      { json },
      {
        rows: await listFailedMessages(database),
        columns: {
          TIME: ({ doneAt }) => doneAt?.toISOString() ?? '',
          CHANNEL: ({ channelId }) => String(channelId),
          TYPE: ({ type }) => type,
          ATTEMPTS: ({ attempts }) => String(attempts),
          ANSWER: ({ answer }) => answer ?? '',
        },
      },
    );
    return 0;
  },
  async test({ context, database, channel }) {
    const id = channel?.id ?? 0;
    try {
      await testChannel(database, 'all', id, { by: null });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      context.stderr.write(`${error.message}\n`);
      return 1;
    }
    context.stderr.write(`The test is on its way. \`notifications log ${id}\` says what became of it.\n`);
    return 0;
  },
  off: (asked) => switchTo(asked, 'off'),
  on: (asked) => switchTo(asked, 'on'),
  async retry({ context, database, channel }) {
    const count = await retryFailedMessages(database, channel?.id);
    context.stderr.write(`${count} ${count === 1 ? 'message is' : 'messages are'} tried again.\n`);
    return 0;
  },
};

async function switchTo({ context, database, channel }: Asked, to: 'on' | 'off'): Promise<number> {
  const id = channel?.id ?? 0;
  await switchChannel(
    database,
    'all',
    id,
    to,
    to === 'off' ? { reason: 'switched off by the operator' } : {},
  );
  const after = await findChannel(database, 'all', id);
  context.stderr.write(`Channel ${id} is ${after ? stateOf(after) : 'gone'}.\n`);
  return 0;
}

function stateOf({ switchedOffAt, offReason, confirmedAt, failingSince }: Channel): string {
  if (switchedOffAt) return `off: ${offReason ?? 'switched off'}`;
  if (!confirmedAt) return 'waiting for its reader to agree';
  return failingSince ? `failing since ${failingSince.toISOString()}` : 'on';
}

function isVerb(text: string): text is Verb {
  return (VERBS as readonly string[]).includes(text);
}
