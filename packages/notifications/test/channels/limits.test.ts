import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { trustedWebsiteId } from '@funnel/domain';
import { addChannel, removeChannel, testChannel } from '../../src/index.ts';
import { deleteOldNotifications, deliverMessages } from '../../src/work.ts';
import { type ChannelShop, openChannelShop, SETTINGS, WEBHOOK, WISHES } from './channel-setup.ts';

let shop: ChannelShop;
beforeEach(async () => {
  shop = await openChannelShop();
});
afterEach(() => shop.drop());

const add = async (owner: { userId: number } | { accountId: number }) => {
  const wishes = { ...WISHES, websiteIds: [trustedWebsiteId(11)] };
  return (await addChannel(shop.database, { ...wishes, owner, target: WEBHOOK }, SETTINGS)).id;
};
/** How many of them worked. */
const countOf = async (works: Promise<unknown>[]) =>
  (await Promise.allSettled(works)).filter(({ status }) => status === 'fulfilled').length;

describe('tests of channels', () => {
  const scope = () => ({ userId: shop.ann });

  test('are ten an hour, of fifteen at once from two processes as well', async () => {
    const channel = await add({ userId: shop.ann });
    const [one, other] = [shop.openAs('authorization-server'), shop.openAs('authorization-server')];
    const tests = Array.from({ length: 15 }, (_, index) =>
      testChannel(index % 2 === 0 ? one : other, scope(), channel, { by: null }),
    );
    expect(await countOf(tests)).toBe(10);
    expect(await shop.database.sql`select from notification_messages`).toHaveLength(10);
    await expect(testChannel(one, scope(), channel, { by: null })).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  test('stay ten an hour although channels are added and removed; of others they are others', async () => {
    let passed = 0;
    for (let each = 0; each < 15; each += 1) {
      const channel = await add({ userId: shop.ann });
      passed += await countOf([testChannel(shop.pages, scope(), channel, { by: null })]);
      await removeChannel(shop.pages, scope(), channel);
    }
    expect(passed).toBe(10);
    const ofMax = await add({ userId: shop.max });
    expect(await countOf([testChannel(shop.pages, { userId: shop.max }, ofMax, { by: null })])).toBe(1);
  });

  test('count for programs too, and an hour later there is room again', async () => {
    const channel = await add({ accountId: 1 });
    const program = { websiteIds: [trustedWebsiteId(11)], forUser: null };
    const run = () =>
      shop.asProgram([11], (database) => testChannel(database, program, channel, { by: null }));
    for (let each = 0; each < 10; each += 1) await run();
    await expect(run()).rejects.toMatchObject({ code: 'rate_limited' });
    // The oldest of them is over: room for one.
    await shop.database.sql`update notification_limits set used_at[10] = now() - interval '61 minutes'`;
    await run();
    await expect(run()).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('mails that ask an address', () => {
  const asked = { kind: 'email', email: 'victim@example.com', isConfirmed: false } as const;
  const sent: string[] = [];
  beforeEach(() => void sent.splice(0));
  const deliver = (outcome: 'sent' | 'later' = 'sent') =>
    deliverMessages(shop.openAs('insights-worker'), {
      encryptionKey: SETTINGS.encryptionKey,
      now: new Date(),
      async send({ id }) {
        sent.push(id);
        return { outcome, answer: '' };
      },
      perHour: 100,
      random: () => 0,
    });
  const enter = (userId: number) =>
    addChannel(shop.database, { ...WISHES, owner: { userId }, target: asked }, SETTINGS);

  test('are three a day, of ten at once from two workers as well', async () => {
    for (const person of [shop.ann, shop.ben]) for (let each = 0; each < 5; each += 1) await enter(person);
    await Promise.all([deliver(), deliver()]);
    expect(sent).toHaveLength(3);
  });

  test('stay three a day although the address is removed and entered again', async () => {
    for (let each = 0; each < 6; each += 1) {
      const { id } = await enter(shop.ann);
      await deliver();
      await removeChannel(shop.pages, { userId: shop.ann }, id);
    }
    expect(sent).toHaveLength(3);
  });

  test('count once each, however often one is tried', async () => {
    await enter(shop.ann);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await deliver('later');
      await shop.database.sql`update notification_messages set due_at = now()`;
    }
    expect(new Set(sent).size).toBe(1);
    expect(sent).toHaveLength(5);
    await enter(shop.ben);
    await enter(shop.ben);
    await enter(shop.ben);
    await deliver();
    expect(new Set(sent).size).toBe(3);
  });

  test('are forgotten after a day; no address is kept', async () => {
    await enter(shop.ann);
    await deliver();
    const kept = await shop.database.sql`select * from notification_limits`;
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('victim');
    await shop.database.sql`update notification_limits set last_used_at = now() - interval '25 hours'`;
    expect(await deleteOldNotifications(shop.openAs('insights-worker'))).toBe(1);
  });
});
