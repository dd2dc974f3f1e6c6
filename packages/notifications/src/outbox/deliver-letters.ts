import type { Database } from '@funnel/db';
import { bool, int4, jsonb, text, timestamptz } from '@funnel/db/sql';
import { statement } from '../statement.ts';
import type { DeliverOptions } from './deliver-messages.ts';
import type { Letter } from './letters.ts';
import { finishMessage, postponeMessage } from './outbox-store.ts';
import { retryAfter } from './retries.ts';

const claim = statement(
  'claim-letters',
  { count: int4(), leaseSeconds: int4() },
  { id: text(), payload: jsonb<Letter>(), attempts: int4(), created_at: timestamptz(), is_owner: bool() },
);
const AT_ONCE = 10;
/** Longer than all of them take, one after the other. */
const LEASE_SECONDS = 900;
const HELD_SECONDS = 300;

/** Sends the letters that are due, each at most for three days. Letters are few: one after the other. */
export async function deliverLetters(
  { sql }: Pick<Database, 'sql'>,
  options: Pick<DeliverOptions, 'send' | 'random' | 'signal'>,
): Promise<number> {
  const { send, random } = options;
  let sent = 0;
  while (!options.signal?.aborted) {
    const letters = await claim(sql, { count: AT_ONCE, leaseSeconds: LEASE_SECONDS });
    if (letters.length === 0) break;
    for (const { id, payload: message, attempts, created_at, is_owner } of letters) {
      if (!is_owner) {
        await finishMessage(sql, id, 'dropped', 'its reader no longer owns the account');
        continue;
      }
      const { outcome, ...attempt } = await send({
        id,
        channelId: null,
        message,
        destination: { kind: 'email', to: message.to },
        language: 'en',
        timeZone: 'UTC',
        createdAt: new Date(created_at),
      });
      const { answer } = attempt;
      if (outcome === 'sent') sent += 1;
      const seconds = outcome === 'later' ? retryAfter(attempts, { random: random() }) : undefined;
      if (outcome === 'held')
        await postponeMessage(sql, { id, attempts }, { seconds: HELD_SECONDS, answer, isAttempt: false });
      else if (seconds !== undefined) await postponeMessage(sql, { id, attempts }, { seconds, answer });
      else await finishMessage(sql, id, outcome === 'sent' ? 'sent' : 'failed', answer);
    }
  }
  return sent;
}
