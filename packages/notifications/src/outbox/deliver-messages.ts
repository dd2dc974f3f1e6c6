import type { Database } from '@funnel/db';
import { noteArrival, noteFailure, switchOffBroken } from './channel-health.ts';
import {
  type ClaimedMessage,
  claimMessages,
  finishMessage,
  planDigests,
  postponeMessage,
} from './outbox-store.ts';
import { Places } from './places.ts';
import { type Prepared, prepareMessages } from './prepare.ts';
import type { Attempt, PreparedMessage, Send } from './prepared.ts';
import { retryAfter } from './retries.ts';
import { inTime } from '../send/in-time.ts';
import { Turns } from './turns.ts';

export interface DeliverOptions {
  encryptionKey: Uint8Array;
  now: Date;
  send: Send;
  /** How many messages a channel may get in an hour; more wait. */
  perHour: number;
  /** Between 0 and 1: spreads the attempts of many messages. */
  random: () => number;
  /** Ends it after the messages that are under way. */
  signal?: AbortSignal | undefined;
  /** How many are under way at once, and for how long. */
  places?: Partial<typeof PLACES> | undefined;
  onAttempt?: (kind: PreparedMessage['destination']['kind'], outcome: Attempt['outcome']) => void;
  /** Called for a message that could not be prepared or noted: it is tried again. */
  onFailure?: (error: unknown, messageId: string) => void;
}

export interface DeliverySummary {
  sent: number;
  later: number;
  dropped: number;
  failed: number;
}

/** What is under way. A receiver that hangs makes room for the others after two seconds, and an attempt ends after `deadlineMs`, whatever hangs. */
const PLACES = { quick: 64, slow: 256, slowMs: 2_000, deadlineMs: 75_000 };
/** So many places are free before more is claimed, or so much time has passed: a claim for each message would read too much. */
const [BATCH, PAUSE_MS] = [16, 250];
/** After a round in which nothing could be taken, the next one comes later and later. */
const LONGEST_PAUSE_MS = 4_000;
/** What is held is looked at again after this. */
const HELD_SECONDS = 300;

/**
 * Sends what is due, until nothing is. It goes round the channels, and takes a few messages of each. Any number of processes share the messages among them; whoever stops in
 * the middle leaves its messages to the others, which send them again with the same id.
 */
export async function deliverMessages(database: Database, options: DeliverOptions): Promise<DeliverySummary> {
  const summary: DeliverySummary = { sent: 0, later: 0, dropped: 0, failed: 0 };
  const limits = { ...PLACES, ...options.places };
  const { sql } = database;
  const { perHour } = options;
  const [places, turns] = [new Places(limits), new Turns(sql)];
  await planDigests(sql);
  try {
    let [claimedInRound, pauseMs, wasIdle] = [0, PAUSE_MS, true];
    while (!options.signal?.aborted) {
      await untilRoom(places);
      const { channels, isLast } = await turns.next(Math.max(1, places.free));
      const { free: count, underWay } = places;
      const claimed = count > 0 ? await claimMessages(sql, { channels, count, perHour, underWay }) : [];
      const prepared = await prepareMessages(database, claimed, options);
      for (const one of claimed)
        places.hold(one, async () => {
          summary[await deliver(database, one, prepared.get(one.id), { ...options, ...limits })] += 1;
        });
      claimedInRound += claimed.length;
      if (!isLast) continue;
      if (claimedInRound > 0) pauseMs = PAUSE_MS;
      else {
        // What was under way at its beginning held places: only a round of its own tells that nothing is left.
        if (wasIdle) break;
        if (!places.isEmpty) await places.changed(pauseMs);
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
      [claimedInRound, wasIdle] = [0, places.isEmpty];
    }
  } finally {
    while (!places.isEmpty) await places.changed(PAUSE_MS);
  }
  return summary;
}

/** Until there is room for a batch, or for anything after a while. */
async function untilRoom(places: Places): Promise<void> {
  while (places.free < BATCH && ((await places.changed(PAUSE_MS)) || places.free <= 0));
}

async function deliver(
  database: Database,
  claimed: ClaimedMessage,
  prepared: Prepared | undefined,
  options: DeliverOptions & { deadlineMs: number },
): Promise<keyof DeliverySummary> {
  try {
    return await tryToDeliver(database, claimed, prepared, options);
  } catch (error) {
    // Nobody has noted what became of it: it is due again after its lease.
    options.onFailure?.(error, claimed.id);
    return 'later';
  }
}

async function tryToDeliver(
  database: Database,
  claimed: ClaimedMessage,
  prepared: Prepared | undefined,
  options: DeliverOptions & { deadlineMs: number },
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
  const { deadlineMs } = options;
  const attempt = await inTime<Attempt>(options.send(prepared.prepared), deadlineMs, () => ({
    outcome: 'later',
    answer: `No answer within ${Math.round(deadlineMs / 1000)} seconds.`,
  }));
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
