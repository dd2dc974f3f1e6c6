import { type Connection, type Database, ormOn, takeUse, unseal } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { mailAddress } from '@funnel/domain';
import { inArray, sql } from 'drizzle-orm';
import { hears, type Reader, readReaders } from '../channels/readers.ts';
import { writeDigest } from '../digest/write-digest.ts';
import { ASKED } from '../limits.ts';
import type { Message, MessageType } from '../messages/message.ts';
import type { ClaimedMessage } from './outbox-store.ts';
import type { Destination, PreparedMessage } from './prepared.ts';

type ChannelRow = Awaited<ReturnType<typeof readChannels>>[number];

/** A message that can be sent, or why it is not: for good, or yet. */
export type Prepared =
  | { prepared: PreparedMessage }
  | { dropped: string }
  | { postponed: string; seconds: number; error?: unknown };

/** A message that cannot be prepared does not hold up the others: a channel may have been encrypted with a key that is gone. */
const FAILED = { postponed: 'It could not be prepared. It is tried again in ten minutes.', seconds: 600 };

export interface PrepareOptions {
  encryptionKey: Uint8Array;
  now: Date;
}

/** What a reader must want to get a message; `always` for what is about the channel itself. */
const WANTED: Readonly<Record<MessageType, 'breaks' | 'verdicts' | 'noData' | 'digest' | 'always'>> = {
  'campaign.broke': 'breaks',
  'campaign.still_broken': 'breaks',
  'campaign.recovered': 'breaks',
  'experiment.decided': 'verdicts',
  'website.silent': 'noData',
  'digest.weekly': 'digest',
  'channel.test': 'always',
  'channel.off': 'always',
  'channel.confirm': 'always',
  'company.people': 'always',
};

/** Looks at the rights and wishes of each reader as they are now, so that nobody is told what they may not see any more. */
export async function prepareMessages(
  database: Database,
  claimed: readonly ClaimedMessage[],
  options: PrepareOptions,
): Promise<Map<string, Prepared>> {
  const channelIds = [...new Set(claimed.map(({ channelId }) => channelId))];
  const channels = new Map((await readChannels(database.sql, channelIds)).map((row) => [row.id, row]));
  // Nobody has to want what is about a channel itself.
  const wished = new Set(claimed.filter(({ type }) => WANTED[type] !== 'always').map((one) => one.channelId));
  const readers = wished.size === 0 ? [] : await readReaders(database.sql, { channels: [...wished] });
  const prepared = new Map<string, Prepared>();
  for (const one of claimed) {
    const channel = channels.get(one.channelId);
    const own = readers.filter(({ channelId }) => channelId === one.channelId);
    const result: Promise<Prepared> = channel
      ? prepare(database, one, channel, own, options)
      : Promise.resolve({ dropped: 'the channel was removed' });
    prepared.set(one.id, await result.catch((error: unknown) => ({ ...FAILED, error })));
  }
  return prepared;
}

function readChannels(connection: Connection, ids: readonly number[]) {
  const c = notificationChannels;
  return ormOn(connection)
    .select({
      id: c.id,
      kind: c.kind,
      email: c.email,
      address: c.address,
      secret: c.secret,
      // Only while both are valid.
      previousSecret: sql<Buffer | null>`case when ${c.previousSecretUntil} > now() then ${c.previousSecret} end`,
      language: c.language,
      timeZone: c.timeZone,
      confirmedAt: c.confirmedAt,
      switchedOffAt: c.switchedOffAt,
    })
    .from(c)
    .where(inArray(c.id, [...ids]));
}

async function prepare(
  database: Database,
  claimed: ClaimedMessage,
  channel: ChannelRow,
  readers: readonly Reader[],
  { encryptionKey, now }: PrepareOptions,
): Promise<Prepared> {
  const { id, channelId, type, createdAt } = claimed;
  const refusal = whyNot(claimed, channel, readers) ?? (await whyNotAsked(database, claimed, channel));
  if (refusal !== undefined) return { dropped: refusal };
  const written =
    type === 'digest.weekly' ? await writeDigest(database, { claimed, readers, now }) : undefined;
  if (written && 'postponed' in written) return written;
  const message: Message | null = written?.digest ?? claimed.message;
  if (!message) return { dropped: 'there is nothing to tell' };
  const destination =
    message.type === 'channel.off'
      ? ({ kind: 'email', to: message.to } as const)
      : destinationOf(channel, encryptionKey);
  const { language, timeZone } = channel;
  return { prepared: { id, channelId, message, destination, language, timeZone, createdAt } };
}

/** An address is asked so often a day, whoever enters it. A message counts once, however often it is tried. */
async function whyNotAsked(
  database: Pick<Database, 'orm'>,
  { id, type }: ClaimedMessage,
  { email }: ChannelRow,
): Promise<string | undefined> {
  if (type !== 'channel.confirm' || email === null) return undefined;
  const isTaken = await takeUse(database, ASKED, { of: mailAddress(email) ?? email, use: id });
  return isTaken ? undefined : 'this address was asked often enough today';
}

function whyNot(
  { type, websiteId, campaignId }: ClaimedMessage,
  channel: ChannelRow,
  readers: readonly Reader[],
): string | undefined {
  if (type === 'channel.off' || type === 'channel.confirm') return undefined;
  if (channel.switchedOffAt) return 'the channel is switched off';
  if (!channel.confirmedAt) return 'the address has not agreed';
  const wish = WANTED[type];
  if (wish === 'always') return undefined;
  const able = readers.filter((reader) => websiteId === null || reader.websiteId === websiteId);
  if (able.length === 0) return 'its reader may not see the website any more';
  if (!able.some((reader) => reader[wish])) return 'its reader does not want this any more';
  if (websiteId !== null && !able.some((reader) => hears(reader, campaignId ?? 0))) return 'it is muted';
  return undefined;
}

function destinationOf(channel: ChannelRow, encryptionKey: Uint8Array): Destination {
  const { kind, email, address, secret, previousSecret } = channel;
  if (kind === 'email') return { kind, to: email ?? '' };
  const url = address ? unseal(address, encryptionKey) : '';
  if (kind === 'slack') return { kind, url };
  const secrets = [secret, previousSecret].flatMap((sealed) =>
    sealed ? [unseal(sealed, encryptionKey)] : [],
  );
  return { kind, url, secrets };
}
