import type { Database } from '@funnel/db';
import { noteArrival, noteFailure, switchOffBroken } from './channel-health.ts';
import {
  type ClaimedMessage,
  claimMessages,
  finishMessage,
  planDigests,
  postponeMessage,
} from './outbox-store.ts';
import { type Prepared, prepareMessages } from './prepare.ts';
import type { Attempt, PreparedMessage, Send } from './prepared.ts';
import { retryAfter } from './retries.ts';

/** How to deliver. */
export interface DeliverOptions {
  encryptionKey: Uint8Array;
  /** What day it is, for digests. */
  now: Date;
  send: Send;
  /** How many messages a channel may get in an hour; more wait. */
  perHour: number;
  /** Between 0 and 1: spreads the attempts of many messages. */
  random: () => number;
  /** Ends it after the messages that are under way. */
  signal?: AbortSignal | undefined;
  /** Called after each attempt. */
  onAttempt?: (kind: PreparedMessage['destination']['kind'], outcome: Attempt['outcome']) => void;
  /** Called for a message that could not be prepared or noted: it is tried again. */
  onFailure?: (error: unknown, messageId: string) => void;
}

/** What a round of delivery did. */
export interface DeliverySummary {
  sent: number;
  later: number;
  dropped: number;
  failed: number;
}

/** So many are under way at once. Receivers that never answer hold only the places of their owner and channel. */
const AT_ONCE = 64;
const PER_OWNER = 6;
const PER_CHANNEL = 3;
/** Longer than any attempt takes; see packages/notifications/src/send. */
const LEASE_SECONDS = 120;
/** What is held is looked at again after this. */
const HELD_SECONDS = 300;

/**
 * Sends what is due, until nothing is. Any number of processes share the messages among them; whoever stops in the middle leaves its messages to the others,
 * which send them again with the same id.
 * @example
 * import { deliverMessages } from '@funnel/notifications/work';
 *
 * const encryptionKey = new Uint8Array(32);
 * const send = async () => ({ outcome: 'sent', answer: '250 OK' }) as const;
 * const summary = await deliverMessages(database, { encryptionKey, now: new Date(), send, perHour: 100, random: () => 0 });
 * assert.equal(summary.sent, 0);
 */
export async function deliverMessages(database: Database, options: DeliverOptions): Promise<DeliverySummary> {
  const summary: DeliverySummary = { sent: 0, later: 0, dropped: 0, failed: 0 };
  const underWay = new Map<ClaimedMessage, Promise<void>>();
  await planDigests(database.sql);
  while (!options.signal?.aborted) {
    const isIdle = underWay.size === 0;
    const claimed = await claimMessages(database.sql, {
      count: AT_ONCE - underWay.size,
      perChannel: PER_CHANNEL,
      perOwner: PER_OWNER,
      leaseSeconds: LEASE_SECONDS,
      perHour: options.perHour,
      underWay: [...underWay.keys()],
    });
    const prepared = await prepareMessages(database, claimed, options);
    for (const one of claimed)
      underWay.set(
        one,
        deliver(database, one, prepared.get(one.id), options)
          .catch((error: unknown): keyof DeliverySummary => {
            // Nobody has noted what became of it: it is due again after its lease.
            options.onFailure?.(error, one.id);
            return 'later';
          })
          .then((outcome) => {
            summary[outcome] += 1;
            underWay.delete(one);
            return undefined;
          }),
      );
    if (isIdle && claimed.length === 0) break;
    // A place is free, or what was under way has ended meanwhile.
    if (underWay.size > 0) await Promise.race(underWay.values());
  }
  await Promise.all(underWay.values());
  return summary;
}

async function deliver(
  database: Database,
  claimed: ClaimedMessage,
  prepared: Prepared | undefined,
  options: DeliverOptions,
): Promise<keyof DeliverySummary> {
  const { sql } = database;
  if (!prepared || 'dropped' in prepared) {
    await finishMessage(sql, claimed.id, 'dropped', prepared?.dropped ?? '');
    return 'dropped';
  }
  if ('postponed' in prepared) {
    const { postponed: answer, seconds } = prepared;
    await postponeMessage(sql, claimed, { seconds, answer, isAttempt: false });
    if (prepared.error !== undefined) options.onFailure?.(prepared.error, claimed.id);
    return 'later';
  }
  const attempt = await options.send(prepared.prepared);
  options.onAttempt?.(prepared.prepared.destination.kind, attempt.outcome);
  return note(database, claimed, attempt, options);
}

async function note(
  database: Database,
  claimed: ClaimedMessage,
  attempt: Attempt,
  { random }: DeliverOptions,
): Promise<keyof DeliverySummary> {
  const { id, channelId, attempts, type } = claimed;
  const { outcome, answer } = attempt;
  if (outcome === 'sent') {
    await finishMessage(database.sql, id, 'sent', answer);
    await noteArrival(database, channelId);
    return 'sent';
  }
  if (outcome === 'held') {
    await postponeMessage(database.sql, claimed, { seconds: HELD_SECONDS, answer, isAttempt: false });
    return 'later';
  }
  // What is sent to the owner of a channel says nothing about the channel.
  if (type !== 'channel.off') await noteFailure(database, channelId);
  const wish = outcome === 'later' ? attempt.wishSeconds : undefined;
  const seconds =
    outcome === 'later' ? retryAfter(attempts, { random: random(), wishSeconds: wish }) : undefined;
  if (seconds !== undefined) {
    await postponeMessage(database.sql, claimed, { seconds, answer });
    return 'later';
  }
  await finishMessage(database.sql, id, 'failed', answer);
  if (type === 'channel.off') return 'failed';
  const reason = REASONS[outcome];
  if (reason !== undefined) await switchOffBroken(database, channelId, { reason, answer });
  return 'failed';
}

/** Why a channel is switched off after a message was given up. One that was refused may be the only one. */
const REASONS: Readonly<Record<Attempt['outcome'], string | undefined>> = {
  sent: undefined,
  held: undefined,
  refused: undefined,
  later: 'nothing has arrived for three days',
  gone: 'the receiver said that it is gone (410)',
};
