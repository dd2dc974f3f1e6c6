import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { createTestDatabase, type TestDatabase, until } from '@funnel/testing';
import { deliverMessages, type DeliverOptions } from '../../src/work.ts';
import { KEY, NOW } from '../support/told-shop.ts';

/** More than there are places. */
const HANGING = 30;
const HEALTHY = 40;
/** Attempts are given up after 75 seconds. */
const SOON_MS = 60_000;

let db: TestDatabase;
let worker: Database;
beforeEach(async () => {
  db = await createTestDatabase();
  worker = db.openAs('insights-worker');
});
afterEach(() => db.drop());

/** Accounts with a channel of a kind each, and tests that are due for it. */
async function addAccounts(
  first: number,
  count: number,
  { kind = 'webhook', messages = 6, failing = false } = {},
) {
  await db.database.sql.unsafe(`
    insert into accounts (id, name) select n, 'Account' from generate_series(${first}, ${first + count - 1}) as n;
    insert into notification_channels (id, account_id, kind, name, hint, email, confirmed_at, failing_since)
    select n, n, '${kind}', 'c', 'c', 'a' || n || '@example.com', now(), ${failing ? 'now()' : 'null'}
    from generate_series(${first}, ${first + count - 1}) as n;
    insert into notification_messages (channel_id, key, type, payload, created_at, due_at)
    select n, 'test ' || m, 'channel.test', '{"type":"channel.test","by":null}', now() - interval '1 hour', now() - interval '1 hour'
    from generate_series(${first}, ${first + count - 1}) as n cross join generate_series(1, ${messages}) as m`);
}

const deliver = (send: DeliverOptions['send'], options: Partial<DeliverOptions> = {}) =>
  deliverMessages(worker, {
    encryptionKey: KEY,
    now: NOW,
    perHour: 1_000,
    random: () => 0,
    send,
    ...options,
  });

test('accounts whose receivers hang do not keep others waiting', async () => {
  // They come first, and their messages are as old.
  await addAccounts(1, HANGING);
  await addAccounts(1_001, HEALTHY);
  const ends: (() => void)[] = [];
  const [arrived, hanging] = [new Set<string>(), new Map<number, number>()];
  let most = 0;
  const delivering = deliver(async ({ id, channelId: of }) => {
    const channelId = of ?? 0;
    if (channelId > 1_000) arrived.add(id);
    else {
      hanging.set(channelId, (hanging.get(channelId) ?? 0) + 1);
      await new Promise<void>((resolve) => void ends.push(resolve));
    }
    most = Math.max(most, ends.length);
    return { outcome: 'sent', answer: '' };
  });
  await until(async () => expect(arrived.size).toBe(6 * HEALTHY), SOON_MS);
  // None of them has answered. Each holds three places at most.
  expect(hanging.size).toBe(HANGING);
  expect(Math.max(...hanging.values())).toBeLessThanOrEqual(3);
  expect(most).toBeLessThanOrEqual(64 + 256);
  const ending = setInterval(() => ends.splice(0).forEach((end) => end()), 5);
  expect(await delivering).toMatchObject({ sent: 6 * (HANGING + HEALTHY) });
  clearInterval(ending);
});

test('a mail server that hangs does not keep webhooks waiting', async () => {
  await addAccounts(1, 100, { kind: 'email', messages: 3 });
  await addAccounts(1_001, HEALTHY, { messages: 3 });
  const ends: (() => void)[] = [];
  let arrived = 0;
  const delivering = deliver(async ({ destination }) => {
    if (destination.kind === 'email') await new Promise<void>((resolve) => void ends.push(resolve));
    else arrived += 1;
    return { outcome: 'sent', answer: '' };
  });
  await until(async () => expect(arrived).toBe(3 * HEALTHY), SOON_MS);
  expect(ends.length).toBeLessThanOrEqual(32);
  const ending = setInterval(() => ends.splice(0).forEach((end) => end()), 5);
  expect(await delivering).toMatchObject({ sent: 300 + 3 * HEALTHY });
  clearInterval(ending);
});

test('channels where nothing arrives share few places, so that the others have theirs', async () => {
  await addAccounts(1, 200, { messages: 1, failing: true });
  await addAccounts(1_001, HEALTHY, { messages: 1 });
  const ends: (() => void)[] = [];
  let arrived = 0;
  const delivering = deliver(async ({ channelId }) => {
    if ((channelId ?? 0) > 1_000) arrived += 1;
    else await new Promise<void>((resolve) => void ends.push(resolve));
    return { outcome: 'sent', answer: '' };
  });
  await until(async () => expect(arrived).toBe(HEALTHY), SOON_MS);
  expect(ends.length).toBeLessThanOrEqual(32);
  const ending = setInterval(() => ends.splice(0).forEach((end) => end()), 5);
  await delivering;
  clearInterval(ending);
});

test('a place is given back at its deadline, whatever hangs', async () => {
  await addAccounts(1, 3, { messages: 3 });
  const places = { quick: 16, slow: 1, slowMs: 50, deadlineMs: 300 };
  expect(await deliver(() => new Promise(() => {}), { places })).toEqual({
    sent: 0,
    later: 9,
    dropped: 0,
    failed: 0,
  });
  const rows = await db.database.sql`
    select distinct answer, attempts, due_at > now() as waits from notification_messages`;
  expect(rows).toEqual([{ answer: 'No answer within 0 seconds.', attempts: 1, waits: true }]);
});

test('an account with thousands of messages does not keep one with one waiting', async () => {
  await addAccounts(1, 1, { messages: 600 });
  await addAccounts(1_001, 1, { messages: 1 });
  const order: number[] = [];
  await deliver(async ({ channelId }) => {
    order.push(channelId ?? 0);
    return { outcome: 'sent', answer: '' };
  });
  expect(order).toHaveLength(601);
  expect(order.indexOf(1_001)).toBeLessThan(10);
});

test('two workers share what is due, and send each message once', async () => {
  await addAccounts(1, 300, { messages: 2 });
  const sent: string[] = [];
  const send: DeliverOptions['send'] = async ({ id }) => {
    sent.push(id);
    return { outcome: 'sent', answer: '' };
  };
  await Promise.all([deliver(send), deliver(send)]);
  expect(sent).toHaveLength(600);
  expect(new Set(sent).size).toBe(600);
});
