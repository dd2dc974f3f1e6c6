import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { readFile } from 'node:fs/promises';
import { changeMember, leaveAccount } from '@funnel/identity';
import { createTestDatabase, type TestDatabase, until } from '@funnel/testing';
import {
  addChannel,
  listChannels,
  listDeliveries,
  muteCampaign,
  readLink,
  rotateSecret,
  testChannel,
} from '../../src/index.ts';
import {
  createSend,
  deleteOldNotifications,
  deliverMessages,
  type DeliverOptions,
  measureOutbox,
  smtpMailer,
  type Mailer,
} from '../../src/work.ts';
import {
  type HttpReceiver,
  type MailReceiver,
  startMailServer,
  startReceiver,
} from '../support/receivers.ts';
import { BROKE } from '../support/sample-messages.ts';
import { addPerson, addTold, addWebsites, KEY, mailTo, NOW, WISHES } from '../support/told-shop.ts';
import { Webhook } from 'svix';

let db: TestDatabase;
let worker: Database;
let ann: number;
let mails: MailReceiver;
let receiver: HttpReceiver;
let mailer: Mailer;
beforeEach(async () => {
  db = await createTestDatabase();
  worker = db.openAs('insights-worker');
  await addWebsites(db.database);
  ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
  [mails, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  mailer = smtpMailer({ url: mails.url, from: 'Funnel <funnel@example.com>' });
});
afterEach(async () => {
  mailer.close();
  await Promise.all([mails.close(), receiver.close()]);
  await db.drop();
});

const deliver = (options: Partial<DeliverOptions> = {}) =>
  deliverMessages(worker, {
    encryptionKey: KEY,
    now: NOW,
    perHour: 1_000,
    random: () => 0,
    send: createSend({
      mailer,
      post: async (url, { headers, body }) => {
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
        const retryAfter = response.headers.get('retry-after') ?? undefined;
        return { status: response.status, body: await response.text(), retryAfter };
      },
      clock: () => new Date(),
      encryptionKey: KEY,
      settingsUrl: 'https://auth.example.com',
      dashboardUrl: 'https://reports.example.com',
      mailDomain: 'example.com',
    }),
    ...options,
  });

/** Adds a message about the campaign of website 1. */
async function addMessage(channelId: number, key = 'broke a'): Promise<string> {
  const broke = {
    ...BROKE,
    website: { id: 1, name: 'north.example' },
  };
  const [row] = await db.database.sql<{ id: string }[]>`
    insert into notification_messages (channel_id, key, type, website_id, campaign_id, payload)
    values (${channelId}, ${key}, 'campaign.broke', 1, 101, ${JSON.stringify(broke)}::text::jsonb)
    returning id::text as id`;
  return row?.id ?? '';
}

const outcomes = () =>
  db.database.sql`select outcome, answer, attempts from notification_messages order by created_at, key`;
const dueNow = () => db.database.sql`update notification_messages set due_at = now() where done_at is null`;

describe('a mail', () => {
  test('has the id of the message, both parts, and a link that ends it with one click', async () => {
    const channel = await addTold(db.database, { userId: ann }, mailTo('Ann@Example.com'));
    const id = await addMessage(channel);
    expect(await deliver()).toEqual({ sent: 1, later: 0, dropped: 0, failed: 0 });
    const [mail, ...others] = mails.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ messageId: `<${id}@example.com>`, to: 'ann@example.com' });
    expect(mail?.subject).toContain('north.example');
    expect(mail?.text.length).toBeGreaterThan(100);
    expect(mail?.html).toContain('https://reports.example.com/websites/1/campaigns/');
    const list = mail?.headers.get('list') as { unsubscribe: { url: string } } | undefined;
    expect(list).toMatchObject({ 'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' } });
    const token = new URL(list?.unsubscribe.url ?? '').searchParams.get('token') ?? '';
    expect(readLink(token, KEY)).toMatchObject({ purpose: 'unsubscribe', channelId: channel });
    expect(readLink(token, KEY)?.isBoundTo('ann@example.com')).toBe(true);
    expect(await deliver()).toMatchObject({ sent: 0 });
  });

  test('that the server does not take now is tried again; one that it refuses for good is not', async () => {
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await addMessage(channel);
    mails.refuse = () => ({ code: 451, message: 'greylisted' });
    expect(await deliver()).toMatchObject({ later: 1 });
    mails.refuse = () => ({ code: 550, message: 'no such mailbox' });
    await dueNow();
    expect(await deliver()).toMatchObject({ failed: 1 });
    expect(await outcomes()).toMatchObject([
      { outcome: 'failed', attempts: 2, answer: expect.stringContaining('no such mailbox') },
    ]);
    const [listed] = await listChannels(db.database, { userId: ann });
    expect(listed).toMatchObject({ switchedOffAt: null, failingSince: expect.any(Date) });
    mails.refuse = () => undefined;
    await addMessage(channel, 'broke b');
    await deliver();
    expect((await listChannels(db.database, { userId: ann }))[0]?.failingSince).toBeNull();
  });

  test('asks an address that is nobody’s login, and says nothing else before it agrees', async () => {
    const channel = await addTold(
      db.database,
      { userId: ann },
      { kind: 'email', email: 'team@example.com', isConfirmed: false },
    );
    await addMessage(channel);
    expect(await deliver()).toMatchObject({ sent: 1, dropped: 1 });
    expect(mails.mails).toMatchObject([{ to: 'team@example.com' }]);
    const link = /https:\/\/auth\.example\.com\/notifications\/confirm\?token=([\w.-]+)/.exec(
      mails.mails[0]?.text ?? '',
    );
    expect(readLink(link?.[1] ?? '', KEY)).toMatchObject({ purpose: 'confirm', channelId: channel });
  });
});

describe('a webhook', () => {
  const target = () => ({ kind: 'webhook' as const, url: `${receiver.origin}/hook` });

  test('is signed; while its secret is rotated, by both', async () => {
    const channel = await addChannel(
      db.database,
      { ...WISHES, owner: { accountId: 1 }, target: target() },
      { encryptionKey: KEY, privateReceivers: [receiver.origin] },
    );
    await addMessage(channel.id);
    await deliver();
    const renewed = await rotateSecret(db.database, 'all', channel.id, { encryptionKey: KEY });
    await addMessage(channel.id, 'broke b');
    await deliver();
    const [first, second] = receiver.requests;
    const verify = (secret: string | undefined, request: typeof first) => {
      new Webhook(secret ?? '').verify(request?.body ?? '', request?.headers as Record<string, string>);
      return JSON.parse(request?.body ?? '') as unknown;
    };
    const event = { type: 'campaign.broke', data: { website: { id: 1 } } };
    expect(verify(channel.secret, first)).toMatchObject(event);
    for (const secret of [channel.secret, renewed]) expect(verify(secret, second)).toMatchObject(event);
    expect(() => verify(renewed, first)).toThrow();
    await db.database
      .sql`update notification_channels set previous_secret_until = now() - interval '1 minute'`;
    await addMessage(channel.id, 'broke c');
    await deliver();
    expect(() => verify(channel.secret, receiver.requests[2])).toThrow();
  });

  test('is tried ten times with growing pauses and the same id; then it is switched off and its owners are told', async () => {
    const channel = await addTold(db.database, { accountId: 1 }, target());
    const id = await addMessage(channel);
    receiver.answer = () => ({ status: 500, body: 'sorry\nbroken' });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await deliver();
      const [row] = await db.database.sql<{ pause: number }[]>`
        select extract(epoch from due_at - now())::float8 as pause from notification_messages where done_at is null and type = 'campaign.broke'`;
      if (row) pauses.push(Math.round(row.pause / 5) * 5);
      await dueNow();
    }
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    expect(receiver.requests).toHaveLength(10);
    const [off] = await listChannels(db.database, 'all');
    expect(off).toMatchObject({
      switchedOffAt: expect.any(Date),
      offReason: 'nothing has arrived for three days',
    });
    await deliver();
    expect(mails.mails).toMatchObject([
      { to: 'ann@example.com', text: expect.stringContaining('500 sorry broken') },
    ]);
    const [audit] = await db.database
      .sql`select account_id from security_events where kind = 'notifications_off'`;
    expect(audit?.['account_id']).toBe(1);
    await addMessage(channel, 'broke b');
    expect(await deliver()).toMatchObject({ dropped: 1 });
    expect(receiver.requests).toHaveLength(10);
  });

  test('that is gone (410) is switched off at once', async () => {
    const channel = await addTold(db.database, { accountId: 1 }, target());
    await addMessage(channel);
    await addMessage(channel, 'broke b');
    receiver.answer = () => ({ status: 410 });
    await deliver();
    expect((await listChannels(db.database, 'all'))[0]?.switchedOffAt).not.toBeNull();
    expect((await outcomes()).map(({ outcome }) => outcome)).not.toContain(null);
  });

  test('waits as long as its receiver asks, an hour at most; redirects are not followed', async () => {
    const channel = await addTold(db.database, { accountId: 1 }, target());
    await addMessage(channel);
    receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '100000' } });
    await deliver();
    const [row] = await db.database.sql`
      select round(extract(epoch from due_at - now()) / 60)::int as minutes from notification_messages`;
    expect(row?.['minutes']).toBe(60);
    receiver.answer = () => ({ status: 302, headers: { Location: `${receiver.origin}/other` } });
    await dueNow();
    await deliver();
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook', '/hook']);
  });
});

test('Slack gets one message with text and blocks', async () => {
  const channel = await addTold(
    db.database,
    { userId: ann },
    { kind: 'slack', url: `${receiver.origin}/services/T/B/x` },
  );
  await addMessage(channel);
  expect(await deliver()).toMatchObject({ sent: 1 });
  expect(receiver.requests).toHaveLength(1);
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
    text: expect.stringContaining('north.example'),
    blocks: expect.any(Array),
  });
});

describe('nobody is told what they may not see now', () => {
  test.each([
    ['who left the account', () => leaveAccount(db.database, { userId: ann, accountId: 1 })],
    [
      'who no longer sees the website',
      () =>
        changeMember(db.database, {
          userId: ann,
          accountId: 1,
          role: 'member',
          websiteIds: [trustedWebsiteId(2)],
        }),
    ],
    [
      'about a website that was archived',
      () => db.database.sql`update websites set archived = true where id = 1`,
    ],
    [
      'about a website of another account now',
      () => db.database.sql`update websites set account_id = 2 where id = 1`,
    ],
    ['who no longer wants it', () => db.database.sql`update notification_channels set breaks = false`],
    [
      'who muted the campaign',
      async () => {
        const [channel] = await listChannels(db.database, { userId: ann });
        const mute = { websiteId: trustedWebsiteId(1), campaignId: 101, until: null };
        await muteCampaign(db.database, { userId: ann }, channel?.id ?? 0, mute);
      },
    ],
  ])('%s', async (_name, change) => {
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await addPerson(db.database, 'bob@example.com', { accountId: 1, role: 'owner' });
    await addMessage(channel);
    await change();
    expect(await deliver()).toEqual({ sent: 0, later: 0, dropped: 1, failed: 0 });
    expect(mails.mails).toEqual([]);
  });
});

describe('what is held back', () => {
  test('in quiet hours is sent after them; a test is not held back', async () => {
    const hour = new Date().getUTCHours();
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), {
      quietFrom: hour,
      quietTo: (hour + 2) % 24,
    });
    await addMessage(channel);
    await testChannel(db.database, { userId: ann }, channel, { by: 'ann@example.com' });
    expect(await deliver()).toMatchObject({ sent: 1 });
    // Nobody has to look after what waits for an hour of its reader's choice.
    expect(await measureOutbox(worker)).toMatchObject({ due: 0, oldestSeconds: 0, channels: 1 });
    await db.database
      .sql`update notification_channels set quiet_from = ${(hour + 3) % 24}, quiet_to = ${(hour + 5) % 24}`;
    expect(await deliver()).toMatchObject({ sent: 1 });
  });

  test('above the limit of an hour waits', async () => {
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    for (let each = 0; each < 12; each += 1) await addMessage(channel, `broke ${each}`);
    // What is under way when the limit is reached is sent.
    const { sent } = await deliver({ perHour: 8 });
    expect(sent).toBeGreaterThanOrEqual(8);
    expect(sent).toBeLessThan(12);
    expect(await measureOutbox(worker)).toMatchObject({ due: 12 - sent });
    await db.database
      .sql`update notification_messages set done_at = done_at - interval '2 hours' where done_at is not null`;
    expect(await deliver({ perHour: 8 })).toMatchObject({ sent: 12 - sent });
  });

  test('until what came earlier of the same episode is done', async () => {
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    const first = await addMessage(channel);
    await addMessage(channel, 'still a');
    const episode = '00000000-0000-4000-8000-00000000000a';
    await db.database.sql`update notification_messages set episode_id = ${episode}::uuid`;
    await db.database
      .sql`update notification_messages set due_at = now() + interval '1 hour' where id = ${first}::uuid`;
    expect(await deliver()).toMatchObject({ sent: 0 });
    expect(await measureOutbox(worker)).toMatchObject({ due: 0 });
    await dueNow();
    expect(await deliver()).toMatchObject({ sent: 2 });
    expect(mails.mails[0]?.messageId).toContain(first);
  });

  test('because there is no mail server waits for one, without using up its attempts', async () => {
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await addMessage(channel);
    const held = { outcome: 'held', answer: 'The operator has not set SMTP_URL.' } as const;
    for (let round = 0; round < 12; round += 1) {
      expect(await deliver({ send: async () => held })).toMatchObject({ later: 1 });
      await dueNow();
    }
    expect(await outcomes()).toMatchObject([{ outcome: null, attempts: 0, answer: held.answer }]);
    expect(await listChannels(db.database, { userId: ann })).toMatchObject([
      { switchedOffAt: null, failingSince: null },
    ]);
    expect(await deliver()).toMatchObject({ sent: 1 });
  });

  test('for a week is given up: nobody wants to read of it then', async () => {
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    for (const key of ['old', 'tried', 'young']) await addMessage(channel, key);
    await db.database.sql`update notification_messages set answer = 'The operator has not set SMTP_URL.'`;
    await db.database.sql`
      update notification_messages set created_at = now() - interval '8 days', attempts = (key = 'tried')::int
      where key <> 'young'`;
    await deleteOldNotifications(worker);
    expect(await db.database.sql`select key, outcome from notification_messages order by key`).toEqual([
      { key: 'old', outcome: 'dropped' },
      { key: 'tried', outcome: null },
      { key: 'young', outcome: null },
    ]);
  });

  test('because its address was encrypted with a key that is gone does not hold up the others', async () => {
    const lost = await addTold(
      db.database,
      { accountId: 1 },
      { kind: 'webhook', url: `${receiver.origin}/hook` },
    );
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await db.database.sql`update notification_channels set address = ${Buffer.alloc(60)} where id = ${lost}`;
    await addMessage(lost);
    await addMessage(channel);
    const failures: string[] = [];
    const onFailure = (_: unknown, messageId: string) => failures.push(messageId);
    expect(await deliver({ onFailure })).toMatchObject({ sent: 1, later: 1 });
    expect(failures).toHaveLength(1);
    const [waiting] = (await outcomes()).filter(({ outcome }) => outcome === null);
    expect(waiting).toMatchObject({ attempts: 0, answer: expect.stringContaining('tried again') });
  });
});

test('after a restore, the statement of the docs keeps what was due from being sent again', async () => {
  const page = await readFile(new URL('../../../../docs/operate/backup.md', import.meta.url), 'utf8');
  const [, statement = ''] = /```sql\n(.*?)```/s.exec(page) ?? [];
  expect(statement).toContain('notification_messages');
  const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), { digest: true });
  await addMessage(channel);
  await db.database.sql`update notification_channels set next_digest_at = now() - interval '1 day'`;
  await db.database.sql.unsafe(statement);
  expect(await deliver()).toEqual({ sent: 0, later: 0, dropped: 0, failed: 0 });
  expect(await outcomes()).toMatchObject([{ outcome: 'dropped', answer: 'the database was restored' }]);
});

test('receivers of one owner that never answer do not keep others waiting', async () => {
  const never: (() => void)[] = [];
  for (let each = 0; each < 12; each += 1) {
    const hanging = await addTold(
      db.database,
      { accountId: 1 },
      { kind: 'webhook', url: `${receiver.origin}/never` },
    );
    for (let message = 0; message < 4; message += 1) await addMessage(hanging, `broke ${message}`);
  }
  const healthy = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
  // More than a channel has places for: the last one is taken in a later round, with what has a place by then.
  for (let message = 0; message < 4; message += 1) await addMessage(healthy, `fine ${message}`);
  const sent: string[] = [];
  const delivering = deliver({
    async send({ destination }) {
      sent.push(destination.kind);
      if (destination.kind === 'webhook') await new Promise<void>((resolve) => void never.push(resolve));
      return { outcome: 'sent', answer: '' };
    },
  });
  const count = (kind: string) => sent.filter((each) => each === kind).length;
  await until(async () => expect(count('email')).toBe(4));
  // Six of an owner at once, three of a channel.
  expect(count('webhook')).toBe(6);
  const ending = setInterval(() => never.splice(0).forEach((end) => end()), 5);
  expect(await delivering).toMatchObject({ sent: 52 });
  clearInterval(ending);
});

test('an address is asked three times a day at most, whoever enters it', async () => {
  const domains = ['example.com', 'ｅxample.com', 'example。com', 'EXAMPLE.com', 'exam\u00adple.com'];
  for (const [each, domain] of domains.entries()) {
    const person = await addPerson(db.database, `p${each}@example.com`, { accountId: 1 });
    await addTold(
      db.database,
      { userId: person },
      { kind: 'email', email: `victim@${domain}`, isConfirmed: false },
    );
    await deliver();
  }
  expect(mails.mails.filter(({ to }) => to.startsWith('victim@'))).toHaveLength(3);
});

test('the log says how it went', async () => {
  const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
  await testChannel(db.database, { userId: ann }, channel, { by: 'ann@example.com' });
  await deliver();
  expect(await listDeliveries(db.database, { userId: ann }, channel)).toMatchObject([
    {
      type: 'channel.test',
      outcome: 'sent',
      attempts: 1,
      nextAttemptAt: null,
      answer: expect.stringMatching(/^250/),
    },
  ]);
});
