import { trustedWebsiteId } from '@funnel/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  addChannel,
  listEpisodes,
  listMutes,
  muteCampaign,
  readLink,
  sayFixed,
  signLink,
  unmuteCampaign,
} from '../../src/index.ts';
import { type ChannelShop, openChannelShop, SETTINGS, WEBHOOK, WISHES } from './channel-setup.ts';

let shop: ChannelShop;
let channelId = 0;
const [SHOP, JOURNAL] = [trustedWebsiteId(11), trustedWebsiteId(12)];
beforeAll(async () => {
  shop = await openChannelShop();
});
afterAll(() => shop.drop());
beforeEach(async () => {
  await shop.database.sql`delete from notification_channels`;
  await shop.database.sql`delete from notification_episodes`;
  const owner = { userId: shop.ann };
  ({ id: channelId } = await addChannel(shop.pages, { ...WISHES, owner, target: WEBHOOK }, SETTINGS));
});

describe('mutes', () => {
  const muted = { websiteId: SHOP, campaignId: 101 };

  test('the last one counts; those that are over are not listed', async () => {
    const scope = { userId: shop.ann };
    const until = new Date(Date.now() + 3_600_000);
    await muteCampaign(shop.pages, scope, channelId, { ...muted, until: null });
    await muteCampaign(shop.pages, scope, channelId, { ...muted, until });
    await muteCampaign(shop.pages, scope, channelId, { ...muted, campaignId: 102, until: new Date(0) });
    expect(await listMutes(shop.pages, scope, channelId)).toEqual([{ ...muted, channelId, until }]);
    expect(await unmuteCampaign(shop.pages, scope, channelId, muted)).toBe(true);
    expect(await unmuteCampaign(shop.pages, scope, channelId, muted)).toBe(false);
    expect(await listMutes(shop.pages, scope, channelId)).toEqual([]);
  });

  test('nobody mutes the channel of somebody else', async () => {
    const scope = { userId: shop.ben };
    expect(await muteCampaign(shop.pages, scope, channelId, { ...muted, until: null })).toBe(false);
    await muteCampaign(shop.pages, 'all', channelId, { ...muted, until: null });
    expect(await listMutes(shop.pages, scope, channelId)).toEqual([]);
    expect(await unmuteCampaign(shop.pages, scope, channelId, muted)).toBe(false);
  });
});

describe('episodes', () => {
  const addEpisode = async (websiteId: number, isOpen: boolean, kind = 'break') => {
    const [row] = await shop.database.sql`
      insert into notification_episodes (website_id, kind, campaign_id, began, ended_at, payload)
      values (${websiteId}, ${kind}, 101, '2026-11-10', ${isOpen ? null : new Date().toISOString()}, '{}') returning id`;
    return String(row?.['id']);
  };

  test('of these websites only, and those that last', async () => {
    const [open, over] = [await addEpisode(11, true), await addEpisode(11, false)];
    await addEpisode(12, true);
    const ids = async (isOpen: boolean) =>
      (await listEpisodes(shop.pages.sql, [SHOP], { isOpen })).map(({ id }) => id);
    expect(await ids(true)).toEqual([open]);
    expect((await ids(false)).sort()).toEqual([open, over].sort());
    expect(await listEpisodes(shop.pages.sql, [], { isOpen: false })).toEqual([]);
  });

  test('a break that lasts can be said to be fixed', async () => {
    const [open, over, verdict] = [
      await addEpisode(11, true),
      await addEpisode(11, false),
      await addEpisode(11, true, 'verdict'),
    ];
    const say = (websiteId: typeof SHOP, episodeId: string) =>
      sayFixed(shop.pages.sql, [websiteId], { episodeId, userId: shop.ann });
    expect(await say(JOURNAL, open)).toBe(false);
    expect(await say(SHOP, over)).toBe(false);
    expect(await say(SHOP, verdict)).toBe(false);
    expect(await say(SHOP, 'not an id')).toBe(false);
    expect(await say(SHOP, open)).toBe(true);
    const [row] = await shop.database
      .sql`select fixed_by, fixed_at from notification_episodes where id = ${open}`;
    expect(row).toMatchObject({ fixed_by: shop.ann, fixed_at: expect.anything() });
  });
});

describe('links', () => {
  const key = new Uint8Array(32).fill(1);
  const claims = { purpose: 'confirm', channelId: 5, binding: 'ann@example.com', expiresAt: null } as const;

  test('says what it was made for', () => {
    const link = readLink(signLink({ ...claims, expiresAt: new Date(5_000) }, key), key);
    expect(link).toMatchObject({ purpose: 'confirm', channelId: 5, expiresAt: new Date(5_000) });
    expect([link?.isBoundTo('ann@example.com'), link?.isBoundTo('ben@example.com')]).toEqual([true, false]);
  });

  test('no other key, channel, purpose or time', () => {
    const token = signLink(claims, key);
    expect(readLink(token, new Uint8Array(32).fill(2))).toBeUndefined();
    for (const forged of [
      token.replace('confirm', 'unsubscribe'),
      token.replace('.5.', '.6.'),
      token.replace('.0.', '.9999999999.'),
      token.slice(0, -1),
      '',
      '.',
      'confirm.5.0',
    ])
      expect(readLink(forged, key)).toBeUndefined();
  });

  test('links of the key before are read', () => {
    const both = new Uint8Array([...new Uint8Array(32).fill(2), ...key]);
    expect(readLink(signLink(claims, key), both)?.channelId).toBe(5);
    expect(readLink(signLink(claims, both), key)).toBeUndefined();
  });
});
