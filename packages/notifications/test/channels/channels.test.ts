import { unseal } from '@funnel/db';
import { listSecurityEvents } from '@funnel/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  addChannel,
  askAgain,
  changeChannel,
  type Channel,
  type ChannelWishes,
  confirmChannel,
  findChannel,
  listChannels,
  listDeliveries,
  MAX_CHANNELS,
  removeChannel,
  rotateSecret,
  switchChannel,
  testChannel,
  UNSUBSCRIBED,
} from '../../src/index.ts';
import { type ChannelShop, openChannelShop, SETTINGS, WEBHOOK, websitesOf, WISHES } from './channel-setup.ts';

let shop: ChannelShop;
beforeAll(async () => {
  shop = await openChannelShop();
});
afterAll(() => shop.drop());
beforeEach(() => shop.database.sql`delete from notification_channels`);

const ofAnn = () => ({ userId: shop.ann });
const addEmail = (email: string, isConfirmed: boolean, userId = shop.ann) =>
  addChannel(
    shop.pages,
    { ...WISHES, owner: { userId }, target: { kind: 'email', email, isConfirmed } },
    SETTINGS,
    { actorId: userId, email: 'ann@example.com' },
  );
const addWebhook = (owner: { userId: number } | { accountId: number } = { userId: shop.ann }) =>
  addChannel(shop.pages, { ...WISHES, owner, target: WEBHOOK }, SETTINGS);
const channel = async (id: number): Promise<Channel> => {
  const found = await findChannel(shop.pages, 'all', id);
  if (!found) throw new Error(`there is no channel ${id}`);
  return found;
};
const messages = (id: number) =>
  shop.database
    .sql`select type, payload from notification_messages where channel_id = ${id} order by created_at`;

describe('adding', () => {
  test('an address is stored in one spelling, however its domain is written', async () => {
    for (const email of ['two@x.test', 'Two@ｘ.test', 'two@x。test', 'two@X.TEST']) {
      const { id } = await addEmail(email, false);
      expect((await channel(id)).email).toBe('two@x.test');
      await removeChannel(shop.pages, ofAnn(), id);
    }
  });

  test.each([
    'two＠x.test@y.test',
    'two@x@y.test',
    'two@127.0.0.1',
    'two@127.1',
    'two@0x7f000001',
    'two@x.test.',
  ])('nobody is written to at %s', async (email) => {
    await expect(addEmail(email, false)).rejects.toMatchObject({ parameter: 'email' });
  });

  test('the login address is told at once, another one is asked first', async () => {
    const own = await addEmail('Ann@Example.com', true);
    const other = await addEmail('team@example.com', false);
    expect(own.secret).toBeUndefined();
    expect(await channel(own.id)).toMatchObject({
      kind: 'email',
      email: 'ann@example.com',
      hint: 'ann@example.com',
      confirmedAt: expect.any(Date),
      switchedOffAt: null,
    });
    expect((await channel(other.id)).confirmedAt).toBeNull();
    expect(await messages(own.id)).toEqual([]);
    expect(await messages(other.id)).toEqual([
      { type: 'channel.confirm', payload: { type: 'channel.confirm', by: 'ann@example.com' } },
    ]);
  });

  test('addresses and secrets are sealed; what is listed does not have them', async () => {
    const url = 'https://hooks.slack.com/services/T0/B0/abcdefgh';
    const slack = await addChannel(
      shop.pages,
      { ...WISHES, owner: { accountId: 1 }, target: { kind: 'slack', url } },
      SETTINGS,
    );
    const webhook = await addWebhook();
    const rows = await shop.database.sql`select id, address, secret from notification_channels order by id`;
    const [ofSlack, ofWebhook] = rows;
    expect(unseal(ofSlack?.['address'] as Uint8Array, SETTINGS.encryptionKey)).toBe(url);
    expect(ofSlack?.['secret']).toBeNull();
    expect(unseal(ofWebhook?.['secret'] as Uint8Array, SETTINGS.encryptionKey)).toBe(webhook.secret);
    expect((await channel(slack.id)).hint).toBe('https://hooks.slack.com/…efgh');
    const listed = JSON.stringify(await listChannels(shop.pages, 'all'));
    expect(listed).not.toContain('abcdefgh');
    expect(listed).not.toContain(webhook.secret ?? 'none');
  });

  test.each<[string, Partial<ChannelWishes>]>([
    ['name', { name: ' ' }],
    ['website_ids', { websiteIds: [] }],
    ['language', { language: 'not a language' }],
    ['time_zone', { timeZone: 'Vienna' }],
    ['digest_hour', { digestHour: 24 }],
    ['quiet_from', { quietFrom: 22 }],
    ['quiet_from', { quietFrom: 8, quietTo: 8 }],
    ['breaks', { breaks: false, verdicts: false, digest: false, noData: false }],
  ])('refuses what is not valid: %s', async (parameter, wrong) => {
    const added = addChannel(shop.pages, { ...WISHES, ...wrong, owner: ofAnn(), target: WEBHOOK }, SETTINGS);
    await expect(added).rejects.toMatchObject({ code: 'invalid_field', parameter });
  });

  test.each([
    'http://example.com/hook',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'nothing',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])('refuses a receiver such as %s', async (url) => {
    const target = { kind: 'webhook', url } as const;
    await expect(
      addChannel(shop.pages, { ...WISHES, owner: ofAnn(), target }, SETTINGS),
    ).rejects.toMatchObject({ parameter: 'url' });
  });

  test('a private receiver only by configuration', async () => {
    const target = { kind: 'webhook', url: 'http://127.0.0.1:8080/hook' } as const;
    const added = { ...WISHES, owner: ofAnn(), target };
    const privateReceivers = ['http://127.0.0.1:8080'];
    await addChannel(shop.pages, added, { ...SETTINGS, privateReceivers });
    await expect(addChannel(shop.pages, added, SETTINGS)).rejects.toMatchObject({ parameter: 'url' });
  });

  test('a time zone that PostgreSQL does not know is refused, not a failure', async () => {
    // Both know it by another name; this one is only in JavaScript if at all.
    const unknown = { ...WISHES, owner: ofAnn(), target: WEBHOOK, timeZone: 'Etc/Unknown' };
    await expect(addChannel(shop.pages, unknown, SETTINGS)).rejects.toMatchObject({
      parameter: 'time_zone',
    });
  });

  test('of many at once, none is one too many', async () => {
    for (let count = 3; count < MAX_CHANNELS; count += 1) await addWebhook();
    const tried = await Promise.allSettled(Array.from({ length: 6 }, () => addWebhook()));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await listChannels(shop.pages, ofAnn())).toHaveLength(MAX_CHANNELS);
    // Others are not concerned.
    await addWebhook({ userId: shop.ben });
  });

  test('strangers are not asked without end', async () => {
    for (let count = 0; count < 5; count += 1) await addEmail(`team-${count}@example.com`, false);
    await expect(addEmail('one-more@example.com', false)).rejects.toMatchObject({ parameter: 'email' });
    await addEmail('ann@example.com', true);
  });
});

describe('whose it is', () => {
  test('people see their own, owners also those of the account', async () => {
    const own = await addWebhook();
    const ofAccount = await addWebhook({ accountId: 1 });
    const ofMax = await addWebhook({ userId: shop.max });
    const ids = async (userId: number) => (await listChannels(shop.pages, { userId })).map(({ id }) => id);
    expect(await ids(shop.ann)).toEqual([own.id, ofAccount.id]);
    expect(await ids(shop.max)).toEqual([ofMax.id]);
    expect(await ids(shop.ben)).toEqual([]);
    const ofBen = { userId: shop.ben };
    for (const { id } of [own, ofAccount, ofMax]) {
      expect(await findChannel(shop.pages, ofBen, id)).toBeUndefined();
      expect(await changeChannel(shop.pages, ofBen, id, WISHES)).toBe(false);
      expect(await switchChannel(shop.pages, ofBen, id, 'off')).toBe(false);
      expect(await switchChannel(shop.pages, ofBen, id, 'on')).toBe(false);
      expect(await rotateSecret(shop.pages, ofBen, id, SETTINGS)).toBeUndefined();
      expect(await testChannel(shop.pages, ofBen, id, { by: null })).toBeUndefined();
      expect(await listDeliveries(shop.pages, ofBen, id)).toEqual([]);
      expect(await removeChannel(shop.pages, ofBen, id)).toBe(false);
    }
    // Who is no longer an owner no longer sees them.
    await shop.database.sql`update account_members set role = 'member' where user_id = ${shop.ann}`;
    expect(await ids(shop.ann)).toEqual([own.id]);
    await shop.database.sql`update account_members set role = 'owner' where user_id = ${shop.ann}`;
  });

  test.each([0, -1, 1.5, 2 ** 31, Number.NaN])('%d is no channel', async (id) => {
    expect(await findChannel(shop.pages, 'all', id)).toBeUndefined();
  });

  test('channels end with their person', async () => {
    const { id } = await addWebhook({ userId: shop.max });
    await testChannel(shop.pages, 'all', id, { by: null });
    await shop.database.sql
      .begin(async (sql) => {
        await sql`delete from account_members where user_id = ${shop.max}`;
        await sql`delete from users where id = ${shop.max}`;
        expect(await sql`select from notification_channels where id = ${id}`).toHaveLength(0);
        expect(await sql`select from notification_messages where channel_id = ${id}`).toHaveLength(0);
        await sql`select 1 / 0`;
      })
      .catch(() => {});
  });
});

describe('changing', () => {
  test('what it sends, and when the next digest is due', async () => {
    const { id } = await addWebhook();
    const wishes = { ...WISHES, name: 'Mondays', digest: true, timeZone: 'Asia/Tokyo', digestHour: 9 };
    const quiet = { quietFrom: 22, quietTo: 7, websiteIds: websitesOf(11), language: 'de' };
    expect(await changeChannel(shop.pages, ofAnn(), id, { ...wishes, ...quiet })).toBe(true);
    expect(await channel(id)).toMatchObject({ ...wishes, ...quiet });
    // Monday, 9 in Tokyo is 0 UTC: the week is not counted before 4 UTC.
    const [row] = await shop.database.sql`
      select extract(isodow from next_digest_at at time zone 'UTC')::int as day,
        extract(hour from next_digest_at at time zone 'UTC')::int as hour, next_digest_at > now() as ahead
      from notification_channels where id = ${id}`;
    expect(row).toEqual({ day: 1, hour: 4, ahead: true });
  });

  test('of changes at once, each is made', async () => {
    const { id } = await addWebhook();
    for (let round = 0; round < 5; round += 1) {
      const changes = [
        { name: `Round ${round}` },
        { digest: round % 2 === 0 },
        { digestHour: round },
        { language: 'de' },
      ];
      await Promise.all(changes.map((change) => changeChannel(shop.pages, ofAnn(), id, change)));
      expect(await channel(id)).toMatchObject(Object.assign({}, ...changes));
    }
  });

  test('off and on', async () => {
    const { id } = await addWebhook();
    await shop.database.sql`update notification_channels set failing_since = now()`;
    expect(await switchChannel(shop.pages, ofAnn(), id, 'off')).toBe(true);
    expect(await channel(id)).toMatchObject({
      switchedOffAt: expect.any(Date),
      offReason: 'switched off',
    });
    expect(await switchChannel(shop.pages, ofAnn(), id, 'on')).toBe(true);
    expect(await channel(id)).toMatchObject({ switchedOffAt: null, offReason: null, failingSince: null });
  });

  test('whoever has unsubscribed is asked again before anything is sent; not the person’s own address', async () => {
    const by = { actorId: shop.ann, email: 'ann@example.com' };
    const own = await addEmail('ann@example.com', true);
    const other = await addEmail('team@example.com', false);
    await confirmChannel(shop.pages, { channelId: other.id, email: 'team@example.com' });
    for (const { id } of [own, other]) {
      await switchChannel(shop.pages, 'all', id, 'off', { reason: UNSUBSCRIBED });
      await switchChannel(shop.pages, ofAnn(), id, 'on', by);
    }
    expect((await channel(own.id)).confirmedAt).not.toBeNull();
    expect((await channel(other.id)).confirmedAt).toBeNull();
    expect(await messages(own.id)).toHaveLength(0);
    expect(await messages(other.id)).toHaveLength(2);
    // A program does not know whose address it is.
    await confirmChannel(shop.pages, { channelId: other.id, email: 'team@example.com' });
    await switchChannel(shop.pages, 'all', other.id, 'off', { reason: UNSUBSCRIBED });
    await switchChannel(shop.pages, ofAnn(), other.id, 'on');
    expect((await channel(other.id)).confirmedAt).toBeNull();
  });

  test('an address is confirmed once, and only as it is', async () => {
    const { id } = await addEmail('team@example.com', false);
    expect(await confirmChannel(shop.pages, { channelId: id, email: 'other@example.com' })).toBe(false);
    expect(await askAgain(shop.pages, ofAnn(), id)).toBe(true);
    expect(await messages(id)).toHaveLength(2);
    expect(await confirmChannel(shop.pages, { channelId: id, email: 'team@example.com' })).toBe(true);
    expect(await confirmChannel(shop.pages, { channelId: id, email: 'team@example.com' })).toBe(false);
    expect(await askAgain(shop.pages, ofAnn(), id)).toBe(false);
    expect((await channel(id)).confirmedAt).not.toBeNull();
  });

  test('a new secret; the one before signs for a week', async () => {
    const { id, secret } = await addWebhook();
    const rotated = await rotateSecret(shop.pages, ofAnn(), id, SETTINGS);
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    const [row] = await shop.database.sql`
      select secret, previous_secret, previous_secret_until - now() between interval '6 days 23 hours' and interval '7 days' as week
      from notification_channels where id = ${id}`;
    expect(unseal(row?.['secret'] as Uint8Array, SETTINGS.encryptionKey)).toBe(rotated);
    expect(unseal(row?.['previous_secret'] as Uint8Array, SETTINGS.encryptionKey)).toBe(secret);
    expect(row?.['week']).toBe(true);
    const email = await addEmail('ann@example.com', true);
    expect(await rotateSecret(shop.pages, ofAnn(), email.id, SETTINGS)).toBeUndefined();
  });

  test('of new secrets at once, one is made: the one in use signs on', async () => {
    const { id } = await addWebhook();
    const rotated = await Promise.allSettled(
      Array.from({ length: 4 }, () => rotateSecret(shop.pages, ofAnn(), id, SETTINGS)),
    );
    expect(rotated.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(rotateSecret(shop.pages, ofAnn(), id, SETTINGS)).rejects.toMatchObject({ parameter: 'id' });
    await shop.database
      .sql`update notification_channels set previous_secret_until = now() - interval '1 minute' where id = ${id}`;
    expect(await rotateSecret(shop.pages, ofAnn(), id, SETTINGS)).toMatch(/^whsec_/);
  });

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://a.localhost/',
    'https://example.com:22/hook',
    'https://hooks.slack.com:8443/services/T/B/x',
    'https://hooks.slack.com/services/../x',
  ])('%s is refused', async (url) => {
    const kind = url.includes('slack') ? 'slack' : 'webhook';
    const refused = addChannel(shop.pages, { ...WISHES, owner: ofAnn(), target: { kind, url } }, SETTINGS);
    await expect(refused).rejects.toMatchObject({ parameter: 'url' });
  });

  test('the audit log has who did what', async () => {
    const by = { actorId: shop.ann, address: '192.0.2.0', email: 'ann@example.com' };
    const owner = { accountId: 1 };
    const { id } = await addChannel(shop.pages, { ...WISHES, owner, target: WEBHOOK }, SETTINGS, by);
    await changeChannel(shop.pages, ofAnn(), id, WISHES, by);
    await switchChannel(shop.pages, ofAnn(), id, 'off', by);
    await removeChannel(shop.pages, ofAnn(), id, by);
    const events = await listSecurityEvents(shop.database, { limit: 50, ownedBy: shop.ann });
    const own = events.filter(({ details }) => details?.['channel'] === id).reverse();
    expect(own.map(({ kind, accountId, actorId, address }) => [kind, accountId, actorId, address])).toEqual(
      ['added', 'changed', 'off', 'removed'].map((what) => [
        `notifications_${what}`,
        1,
        shop.ann,
        '192.0.2.0',
      ]),
    );
    const ofBen = await listSecurityEvents(shop.database, { limit: 50, ownedBy: shop.ben });
    expect(ofBen.filter(({ details }) => details?.['channel'] === id)).toEqual([]);
  });
});

describe('testing', () => {
  // Tests of a person count together, whatever the channel.
  beforeEach(async () => {
    await shop.database.sql`delete from notification_limits`;
  });

  test('the message is in the log until it is done', async () => {
    const { id } = await addWebhook();
    const sent = await testChannel(shop.pages, ofAnn(), id, { by: 'ann@example.com' });
    expect(await listDeliveries(shop.pages, ofAnn(), id)).toMatchObject([
      { id: sent, type: 'channel.test', attempts: 0, outcome: null, nextAttemptAt: expect.any(Date) },
    ]);
    await shop.database.sql`
      update notification_messages set done_at = now(), outcome = 'sent', attempts = 1, answer = '200 OK'`;
    expect(await listDeliveries(shop.pages, ofAnn(), id)).toMatchObject([
      { id: sent, attempts: 1, outcome: 'sent', answer: '200 OK', nextAttemptAt: null },
    ]);
  });

  test('ten times an hour', async () => {
    const { id } = await addWebhook();
    for (let count = 0; count < 10; count += 1) await testChannel(shop.pages, ofAnn(), id, { by: null });
    await expect(testChannel(shop.pages, ofAnn(), id, { by: null })).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await shop.database.sql`
      update notification_limits set used_at = array_fill(now() - interval '61 minutes', array[10])`;
    expect(await testChannel(shop.pages, ofAnn(), id, { by: null })).toBeDefined();
  });

  test('the newest of the log, and none of other channels', async () => {
    const [one, other] = [await addWebhook(), await addWebhook()];
    await shop.database.sql`
      insert into notification_messages (channel_id, key, type, created_at)
      select ${one.id}, n::text, 'campaign.broke', now() - make_interval(hours => n) from generate_series(1, 60) n`;
    await testChannel(shop.pages, ofAnn(), other.id, { by: null });
    const log = await listDeliveries(shop.pages, ofAnn(), one.id);
    expect(log).toHaveLength(50);
    expect((log[0]?.createdAt ?? 0) > (log[1]?.createdAt ?? 0)).toBe(true);
    expect(new Set(log.map(({ type }) => type))).toEqual(new Set(['campaign.broke']));
  });
});
