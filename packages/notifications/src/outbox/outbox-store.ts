import type { Connection, Database } from '@funnel/db';
import {
  bool,
  float8,
  int4,
  int4Literal,
  jsonb,
  nullable,
  plainArrayLiteral,
  type RowOf,
  text,
  timestamptz,
} from '@funnel/db/sql';
import { onlyPrinted, type WebsiteId } from '@funnel/domain';
import { FIRST_UTC_HOUR } from '../channels/next-digest.ts';
import type { Message, MessageType } from '../messages/message.ts';
import { statement } from '../statement.ts';

/** Whose messages to take, and how many. */
interface ClaimOptions {
  channels: readonly number[];
  count: number;
  /** How many a channel may get in an hour; more wait. */
  perHour: number;
  /** What this process sends already: it takes places, too. */
  underWay: readonly (Pick<ClaimedMessage, 'channelId' | 'owner' | 'lane'> & { isSlow: boolean })[];
}

const LIMITS = {
  perOwner: 6,
  // A slow receiver does not keep the others waiting.
  perChannel: 3,
  // All mails wait for one mail server.
  mails: 32,
  // Where nothing arrived lately, an attempt may take its time again.
  failing: 32,
  // Longer than any attempt takes; see packages/notifications/src/send. After it a message is due again.
  leaseSeconds: 120,
};

const claim = statement(
  'claim-messages',
  {
    channels: int4Literal(),
    count: int4(),
    perChannel: int4(),
    leaseSeconds: int4(),
    perHour: int4(),
    perOwner: int4(),
    mails: int4(),
    failing: int4(),
    channelsUnderWay: int4Literal(),
    ownersUnderWay: int4Literal(),
    lanesUnderWay: text(),
  },
  {
    id: text(),
    channelId: int4(),
    key: text(),
    type: text<MessageType>(),
    websiteId: nullable(int4<WebsiteId>()),
    campaignId: nullable(int4()),
    // Null for a digest, which is written when it is sent.
    message: nullable(jsonb<Message>()),
    // With this one.
    attempts: int4(),
    createdAt: timestamptz(),
    // Whose channel it is: an account, or minus a person.
    owner: int4(),
    // With whom it shares places: mails wait for one mail server, and where nothing arrives an attempt may take its time.
    lane: text<'email' | 'failing' | 'other'>(),
  },
);
const finish = statement('finish-message', { id: text(), outcome: text(), answer: text() }, {});
const postpone = statement(
  'postpone-message',
  { id: text(), attempts: int4(), seconds: int4(), answer: text(), isAttempt: bool() },
  {},
);
const plan = statement('plan-digests', { utcHour: int4() }, { id: int4() });
const measure = statement(
  'measure-outbox',
  {},
  { due: int4(), oldest_seconds: float8(), failing: int4(), channels: int4() },
);

/** A message that this process tries to send. */
export type ClaimedMessage = Omit<RowOf<typeof claim>, 'createdAt'> & { createdAt: Date };

const MAX_ANSWER = 300;

/** Takes messages of some channels that are due. */
export async function claimMessages(
  connection: Connection,
  { channels, count, perHour, underWay }: ClaimOptions,
): Promise<ClaimedMessage[]> {
  if (channels.length === 0) return [];
  const rows = await claim(connection, {
    ...LIMITS,
    count,
    perHour,
    channels: plainArrayLiteral(channels),
    // A receiver that is slow takes all places of its channel.
    channelsUnderWay: plainArrayLiteral(
      underWay.flatMap(({ channelId, isSlow }) =>
        Array.from({ length: isSlow ? LIMITS.perChannel : 1 }, () => channelId),
      ),
    ),
    ownersUnderWay: plainArrayLiteral(underWay.map(({ owner }) => owner)),
    lanesUnderWay: plainArrayLiteral(underWay.map(({ lane }) => lane)),
  });
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

export async function finishMessage(
  connection: Connection,
  id: string,
  outcome: 'sent' | 'failed' | 'dropped',
  answer: string,
): Promise<void> {
  await finish(connection, { id, outcome, answer: cut(answer) });
}

export async function postponeMessage(
  connection: Connection,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  { seconds, answer, isAttempt = true }: { seconds: number; answer: string; isAttempt?: boolean },
): Promise<void> {
  await postpone(connection, { id, attempts, seconds, answer: cut(answer), isAttempt });
}

/** What a receiver says may hold anything. */
function cut(answer: string): string {
  return onlyPrinted(answer.toWellFormed()).slice(0, MAX_ANSWER);
}

/** Adds the digests that are due. */
export async function planDigests(connection: Connection): Promise<void> {
  await plan(connection, { utcHour: FIRST_UTC_HOUR });
}

export interface OutboxState {
  due: number;
  oldestSeconds: number;
  /** Channels where nothing arrives. */
  failing: number;
  /** Channels that are told something. */
  channels: number;
}

export async function measureOutbox({ sql }: Pick<Database, 'sql'>): Promise<OutboxState> {
  const [row] = await measure(sql, {});
  return {
    due: row?.due ?? 0,
    oldestSeconds: Math.max(0, row?.oldest_seconds ?? 0),
    failing: row?.failing ?? 0,
    channels: row?.channels ?? 0,
  };
}
