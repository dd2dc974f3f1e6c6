import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { trustedWebsiteId } from '@funnel/domain';
import { addChannel, changeChannel } from '../../src/index.ts';
import { deliverMessages } from '../../src/work.ts';
import { type ChannelShop, openChannelShop, SETTINGS, WEBHOOK, WISHES } from './channel-setup.ts';

let shop: ChannelShop;
let channel: number;
beforeEach(async () => {
  shop = await openChannelShop();
  const wishes = { ...WISHES, websiteIds: [trustedWebsiteId(11)], digest: true, digestHour: 4 };
  ({ id: channel } = await addChannel(
    shop.database,
    { ...wishes, owner: { accountId: 1 }, target: WEBHOOK },
    SETTINGS,
  ));
  // This week's is due, and not planned yet: the newest Monday, four in the morning.
  await shop.database.sql`
    update notification_channels set next_digest_at = (
      date_trunc('week', (now() - interval '4 hours') at time zone 'UTC') + interval '4 hours'
    ) at time zone 'UTC'`;
});
afterEach(() => shop.drop());

const change = (wishes: Parameters<typeof changeChannel>[3]) =>
  changeChannel(shop.pages, { userId: shop.ann }, channel, wishes);
const plan = () =>
  deliverMessages(shop.openAs('insights-worker'), {
    encryptionKey: SETTINGS.encryptionKey,
    now: new Date(),
    send: async () => ({ outcome: 'held', answer: '' }),
    perHour: 100,
    random: () => 0,
  });
/** The digests, as weeks after the one that was due. */
const planned = async () =>
  (
    await shop.database.sql<{ weeks: number }[]>`
      select (substr(key, 8)::date - (date_trunc('week', (now() - interval '4 hours') at time zone 'UTC'))::date) / 7 + 1 as weeks
      from notification_messages where type = 'digest.weekly' order by 1`
  ).map(({ weeks }) => weeks);
const next = async () => {
  const [row] = await shop.database.sql<{ at: string; is_future: boolean }[]>`
    select to_char(next_digest_at at time zone time_zone, 'ID HH24:MI') as at, next_digest_at > now() as is_future
    from notification_channels`;
  return row;
};

test.each<[string, Parameters<typeof changeChannel>[3]]>([
  ['the name', { name: 'Renamed' }],
  ['what it is told', { verdicts: false, breaks: false }],
  ['quiet hours', { quietFrom: 1, quietTo: 2 }],
  ['its hour, to what it is', { digestHour: 4, digest: true }],
])('a change of %s does not lose the digest that is due', async (_what, wishes) => {
  expect(await change(wishes)).toBe(true);
  await plan();
  expect(await planned()).toEqual([0]);
});

test('a program does not lose it either', async () => {
  const scope = { websiteIds: [trustedWebsiteId(11)], forUser: null };
  await shop.asProgram([11], (database) => changeChannel(database, scope, channel, { name: 'Renamed' }));
  await shop.asProgram([11], (database) => changeChannel(database, scope, channel, { digestHour: 3 }));
  await plan();
  expect(await planned()).toEqual([0]);
});

test('a change of its schedule moves the week that is due, and the next one comes by the new schedule', async () => {
  await change({ digestHour: 0, timeZone: 'Asia/Tokyo' });
  await plan();
  expect(await planned()).toEqual([0]);
  // Four o'clock UTC: before, the week has not been counted.
  expect(await next()).toEqual({ at: '1 13:00', is_future: true });
  await change({ digestHour: 20, timeZone: 'Europe/Vienna' });
  await plan();
  expect(await planned()).toEqual([0]);
  expect(await next()).toEqual({ at: '1 20:00', is_future: true });
});

test('a digest that was switched off does not come at once when it is switched on again', async () => {
  await change({ digest: false });
  await change({ digest: true });
  await plan();
  expect(await planned()).toEqual([]);
  expect(await next()).toEqual({ at: '1 04:00', is_future: true });
});
