import { trustedWebsiteId } from '@funnel/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  addChannel,
  changeChannel,
  type ChannelScope,
  findChannel,
  listChannels,
  listDeliveries,
  listMutes,
  muteCampaign,
  removeChannel,
  rotateSecret,
  switchChannel,
  testChannel,
  unmuteCampaign,
} from '../../src/index.ts';
import { type ChannelShop, openChannelShop, SETTINGS, WEBHOOK, websitesOf, WISHES } from './channel-setup.ts';

const PERMISSION_DENIED = '42501';
let shop: ChannelShop;
beforeAll(async () => {
  shop = await openChannelShop();
});
afterAll(() => shop.drop());
beforeEach(() => shop.database.sql`delete from notification_channels`);

const scopeOf = (...ids: number[]): ChannelScope => ({ websiteIds: websitesOf(...ids), forUser: null });
const addFor = (ids: number[], owner: { accountId: number } | { userId: number } = { accountId: 1 }) =>
  shop.asProgram(ids, (database) =>
    addChannel(database, { ...WISHES, websiteIds: websitesOf(...ids), owner, target: WEBHOOK }, SETTINGS, {
      clientId: 'crm',
    }),
  );

test('a program manages the channels of its websites with the rights of the REST API', async () => {
  const { id, secret } = await addFor([11, 12]);
  expect(secret).toMatch(/^whsec_/);
  const scope = scopeOf(11, 12);
  await shop.asProgram([11, 12], async (database) => {
    expect(await findChannel(database, scope, id)).toMatchObject({ accountId: 1, websiteIds: [11, 12] });
    const wishes = { ...WISHES, name: 'Fewer', websiteIds: websitesOf(11) };
    expect(await changeChannel(database, scope, id, wishes)).toBe(true);
    expect(await switchChannel(database, scope, id, 'off')).toBe(true);
    expect(await switchChannel(database, scope, id, 'on')).toBe(true);
    expect(await rotateSecret(database, scope, id, SETTINGS)).toMatch(/^whsec_/);
    expect(await testChannel(database, scope, id, { by: null })).toBeDefined();
    expect(await listDeliveries(database, scope, id)).toHaveLength(1);
    const mute = { websiteId: trustedWebsiteId(11), campaignId: 101 };
    expect(await muteCampaign(database, scope, id, { ...mute, until: null })).toBe(true);
    expect(await listMutes(database, scope, id)).toEqual([{ ...mute, channelId: id, until: null }]);
    expect(await unmuteCampaign(database, scope, id, mute)).toBe(true);
  });
  const [kept] = await shop.database
    .sql`select previous_secret is not null as is_kept from notification_channels where id = ${id}`;
  expect(kept).toEqual({ is_kept: true });
  // What belongs to it goes with it.
  await shop.asProgram([11, 12], async (database) => {
    expect(await removeChannel(database, scope, id, { clientId: 'crm' })).toBe(true);
  });
  expect(await shop.database.sql`select from notification_messages`).toHaveLength(0);
});

test('a program sees no channel about a website that its token does not cover', async () => {
  const { id } = await addFor([11, 12]);
  const all = await addChannel(shop.pages, { ...WISHES, owner: { accountId: 1 }, target: WEBHOOK }, SETTINGS);
  for (const ids of [[11], [21], [11, 21]])
    await shop.asProgram(ids, async (database) => {
      // Also a wrong scope shows nothing: the database refuses it.
      for (const scope of [scopeOf(...ids), scopeOf(11, 12), 'all'] as const) {
        expect(await listChannels(database, scope)).toEqual([]);
        for (const channelId of [id, all.id]) {
          expect(await findChannel(database, scope, channelId)).toBeUndefined();
          expect(await switchChannel(database, scope, channelId, 'off')).toBe(false);
          expect(await removeChannel(database, scope, channelId)).toBe(false);
          expect(await listDeliveries(database, scope, channelId)).toEqual([]);
        }
      }
    });
});

test('a program of a person has the channels of the person, another one those of accounts', async () => {
  const ofAccount = await addFor([11]);
  const ofAnn = await addFor([11], { userId: shop.ann });
  const idsFor = (forUser: number | null) =>
    shop.asProgram([11], async (database) =>
      (await listChannels(database, { websiteIds: websitesOf(11), forUser })).map(({ id }) => id),
    );
  expect(await idsFor(null)).toEqual([ofAccount.id]);
  expect(await idsFor(shop.ann)).toEqual([ofAnn.id]);
  expect(await idsFor(shop.ben)).toEqual([]);
});

test('a program cannot tell about websites that its token does not cover', async () => {
  const wishes = { ...WISHES, websiteIds: websitesOf(11, 21), owner: { accountId: 1 }, target: WEBHOOK };
  const added = shop.asProgram([11], (database) => addChannel(database, wishes, SETTINGS));
  await expect(added).rejects.toMatchObject({ code: PERMISSION_DENIED });
  const { id } = await addFor([11]);
  for (const websiteIds of [websitesOf(11, 21), null]) {
    const changed = shop.asProgram([11], (database) =>
      changeChannel(database, scopeOf(11), id, { ...WISHES, websiteIds }),
    );
    await expect(changed).rejects.toMatchObject({ code: PERMISSION_DENIED });
  }
});

test('the REST API reads neither addresses nor secrets', async () => {
  await addFor([11]);
  for (const column of ['address', 'secret', 'previous_secret'])
    await expect(shop.rest.sql.unsafe(`select ${column} from notification_channels`)).rejects.toMatchObject({
      code: PERMISSION_DENIED,
    });
  await expect(
    shop.rest.sql`update notification_channels set hint = encode(secret, 'hex')`,
  ).rejects.toMatchObject({ code: PERMISSION_DENIED });
});
