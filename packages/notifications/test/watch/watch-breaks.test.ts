import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { leaveAccount } from '@funnel/identity';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import {
  type CampaignBroke,
  changeChannel,
  listEpisodes,
  muteCampaign,
  removeChannel,
  sayFixed,
  unmuteCampaign,
} from '../../src/index.ts';
import { watchWebsites } from '../../src/work.ts';
import {
  addDays,
  addPerson,
  addTold,
  addWebsites,
  at,
  mailTo,
  NOW,
  recordedAt,
  TODAY,
} from '../support/told-shop.ts';

let db: TestDatabase;
/** As the worker has it. */
let worker: Database;
let ann: number;
beforeEach(async () => {
  db = await createTestDatabase();
  worker = db.openAs('insights-worker');
  await addWebsites(db.database);
  ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
});
afterEach(() => db.drop());

const watch = (now = NOW) => watchWebsites(worker, { now, intervalMs: 3_600_000 });
const messages = () =>
  db.database.sql<{ channel_id: number; type: string; website_id: number; campaign_id: number }[]>`
    select channel_id, type, website_id, campaign_id from notification_messages order by created_at, channel_id`;
const types = async () => (await messages()).map(({ type }) => type);

/** A campaign that converts a tenth of 60 viewers until a day, and nobody since. */
async function breakOn(websiteId: number, day: number, until = TODAY): Promise<void> {
  await addDays(db.database, { websiteId, first: day - 30, last: day - 1, viewers: 60, converted: 6 });
  await addDays(db.database, { websiteId, first: day, last: until, viewers: 60, converted: 0 });
}

describe('a campaign that breaks', () => {
  test('is told once to each channel that may see it, however often it is watched', async () => {
    await breakOn(1, TODAY - 4);
    const own = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    const ofAccount = await addTold(
      db.database,
      { accountId: 1 },
      { kind: 'webhook', url: 'https://example.com/hook' },
    );
    const olaf = await addPerson(db.database, 'olaf@example.com', { accountId: 2, role: 'owner' });
    await addTold(db.database, { userId: olaf }, mailTo('olaf@example.com'));
    const mia = await addPerson(db.database, 'mia@example.com', {
      accountId: 1,
      role: 'reader',
      websiteIds: [2],
    });
    await addTold(db.database, { userId: mia }, mailTo('mia@example.com'));
    await addTold(db.database, { userId: ann }, mailTo('other@example.com'), {
      websiteIds: [trustedWebsiteId(2)],
    });
    await addTold(db.database, { userId: ann }, mailTo('quiet@example.com'), { breaks: false });
    await addTold(
      db.database,
      { userId: ann },
      { kind: 'email', email: 'new@example.com', isConfirmed: false },
      {},
    );

    expect(await watch()).toMatchObject({ opened: 1, messages: 2, failed: 0 });
    expect((await messages()).filter(({ type }) => type !== 'channel.confirm')).toEqual(
      [own, ofAccount].map((channel_id) => ({
        channel_id,
        type: 'campaign.broke',
        website_id: 1,
        campaign_id: 101,
      })),
    );
    await db.database.sql`update website_activity set version = version + 1`;
    expect(await watch()).toMatchObject({ changed: 1, opened: 0, messages: 0 });
    await Promise.all([watch(at(TODAY + 1)), watch(at(TODAY + 1)), watch(at(TODAY + 1))]);
    expect((await types()).filter((type) => type === 'campaign.broke')).toHaveLength(2);
  });

  test('is described by its numbers', async () => {
    await breakOn(1, TODAY - 4);
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await watch();
    const [episode] = await listEpisodes(db.database.sql, [trustedWebsiteId(1)], { isOpen: true });
    expect(episode).toMatchObject({ kind: 'break', campaignId: 101, began: '2026-11-10', endedAt: null });
    expect(episode?.payload).toMatchObject({
      type: 'campaign.broke',
      website: { id: 1, name: 'north.example' },
      campaign: { id: 101, name: 'Offer 1' },
      since: TODAY - 4,
      what: 'conversions',
      seen: { viewers: 300, count: 0, expected: 30 },
    });
    const payload = episode?.payload as CampaignBroke | undefined;
    const days = payload?.days ?? [];
    expect(days).toHaveLength(21);
    expect(days.map(({ viewers }) => viewers)).toEqual(Array(21).fill(60));
    expect(days.map(({ count }) => count)).toEqual([...Array(16).fill(6), ...Array(5).fill(0)]);
  });

  test('is told again when it recovered, to those who were told, and never as the same break', async () => {
    await breakOn(1, TODAY - 4);
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await watch();
    await db.database.sql`update notification_messages set outcome = 'sent', done_at = now()`;
    await addDays(db.database, {
      websiteId: 1,
      first: TODAY + 1,
      last: TODAY + 3,
      viewers: 60,
      converted: 6,
    });
    expect(await watch(at(TODAY + 4))).toMatchObject({ ended: 1, messages: 1 });
    expect(await messages()).toMatchObject([
      { channel_id: channel, type: 'campaign.broke' },
      { channel_id: channel, type: 'campaign.recovered', campaign_id: 101 },
    ]);
    expect(await watch(at(TODAY + 5))).toMatchObject({ opened: 0, messages: 0 });
    await addDays(db.database, {
      websiteId: 1,
      first: TODAY + 4,
      last: TODAY + 24,
      viewers: 60,
      converted: 6,
    });
    await addDays(db.database, {
      websiteId: 1,
      first: TODAY + 25,
      last: TODAY + 29,
      viewers: 60,
      converted: 0,
    });
    expect(await watch(at(TODAY + 30))).toMatchObject({ opened: 1, messages: 1 });
  });

  test('that recovers before anybody was told is not told at all', async () => {
    await breakOn(1, TODAY - 4);
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await watch();
    await addDays(db.database, {
      websiteId: 1,
      first: TODAY + 1,
      last: TODAY + 3,
      viewers: 60,
      converted: 6,
    });
    expect(await watch(at(TODAY + 4))).toMatchObject({ ended: 1, messages: 0 });
    const rows = await db.database.sql`select outcome from notification_messages`;
    expect(rows).toMatchObject([{ outcome: 'dropped' }]);
  });

  test('is told once more after a week; a week after somebody said it was fixed', async () => {
    await breakOn(1, TODAY - 4, TODAY + 16);
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await watch();
    await db.database.sql`update notification_messages set outcome = 'sent', done_at = now()`;
    const [episode] = await listEpisodes(db.database.sql, [trustedWebsiteId(1)], { isOpen: true });
    const ids = [trustedWebsiteId(1)];
    expect(await sayFixed(db.database.sql, ids, { episodeId: episode?.id ?? '', userId: ann })).toBe(true);
    await db.database
      .sql`update notification_episodes set fixed_at = ${at(TODAY + 5).toISOString()}::timestamptz`;
    expect(await watch(at(TODAY + 8))).toMatchObject({ messages: 0 });
    expect(await watch(at(TODAY + 12))).toMatchObject({ messages: 1 });
    expect(await watch(at(TODAY + 13))).toMatchObject({ messages: 0 });
    const [reminder] = await db.database.sql`
      select payload from notification_messages where type = 'campaign.still_broken'`;
    expect(reminder?.['payload']).toMatchObject({ type: 'campaign.still_broken', isSaidFixed: true });
  });

  test('is the new normal after four weeks: nobody is told that it recovered', async () => {
    await breakOn(1, TODAY - 4, TODAY + 30);
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await watch();
    await db.database.sql`update notification_messages set outcome = 'sent', done_at = now()`;
    await watch(at(TODAY + 26));
    await watch(at(TODAY + 30));
    expect((await types()).includes('campaign.recovered')).toBe(false);
    const [row] = await db.database.sql`select ended_how from notification_episodes`;
    expect(row?.['ended_how']).toBe('new_normal');
  });

  test('and is archived is over, silently', async () => {
    await breakOn(1, TODAY - 4);
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await watch();
    await db.database.sql`update notification_messages set outcome = 'sent', done_at = now()`;
    await addWebsites(db.database, 'archived');
    expect(await watch()).toMatchObject({ ended: 1, messages: 0 });
  });

  test('is not told to who mutes it, until they hear of it again', async () => {
    await breakOn(1, TODAY - 4);
    const channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    const muted = { websiteId: trustedWebsiteId(1), campaignId: 101 };
    await muteCampaign(db.database, { userId: ann }, channel, { ...muted, until: null });
    expect(await watch()).toMatchObject({ opened: 1, messages: 0 });
    await unmuteCampaign(db.database, { userId: ann }, channel, muted);
    expect(await watch(at(TODAY + 1))).toMatchObject({ opened: 0, messages: 1 });
  });

  test('is told to who joins later, and not to who has left', async () => {
    await breakOn(1, TODAY - 4);
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    await watch();
    const bob = await addPerson(db.database, 'bob@example.com', { accountId: 1 });
    const later = await addTold(db.database, { userId: bob }, mailTo('bob@example.com'));
    const eve = await addPerson(db.database, 'eve@example.com', { accountId: 1 });
    await addTold(db.database, { userId: eve }, mailTo('eve@example.com'));
    await leaveAccount(db.database, { userId: eve, accountId: 1 });
    expect(await watch(at(TODAY + 1))).toMatchObject({ messages: 1 });
    expect((await messages()).at(-1)).toMatchObject({ channel_id: later });
  });
});

describe('a break ends whoever listens', () => {
  let channel: number;
  beforeEach(async () => {
    await breakOn(1, TODAY - 4);
    channel = await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
    expect(await watch()).toMatchObject({ opened: 1 });
  });
  const ended = () => db.database.sql`select ended_how from notification_episodes where ended_at is not null`;
  const recover = () =>
    addDays(db.database, { websiteId: 1, first: TODAY + 1, last: TODAY + 3, viewers: 60, converted: 6 });

  test('when messages about breaks are switched off and only the digest is kept', async () => {
    await changeChannel(db.database, { userId: ann }, channel, {
      breaks: false,
      verdicts: false,
      digest: true,
    });
    await recover();
    expect(await watch(at(TODAY + 4))).toMatchObject({ ended: 1, messages: 0 });
    expect(await ended()).toEqual([{ ended_how: 'recovered' }]);
  });

  test('when the channel is removed, and then the website is not looked at any more', async () => {
    await removeChannel(db.database, { userId: ann }, channel);
    await recover();
    expect(await watch(at(TODAY + 4))).toMatchObject({ websites: 1, ended: 1 });
    expect(await watch(at(TODAY + 5))).toMatchObject({ websites: 0, changed: 0 });
  });

  test('when the website is archived', async () => {
    await db.database.sql`update websites set archived = true where id = 1`;
    expect(await watch(at(TODAY + 1))).toMatchObject({ websites: 0, ended: 1 });
    expect(await ended()).toEqual([{ ended_how: 'archived' }]);
    expect(await db.database.sql`select outcome from notification_messages`).toEqual([
      { outcome: 'dropped' },
    ]);
  });

  test('when the website has been silent for long, although nobody looked in between', async () => {
    await recordedAt(db.database, 1, NOW);
    expect(await watch(at(TODAY + 61))).toMatchObject({ websites: 0, ended: 1 });
    expect(await ended()).toEqual([{ ended_how: 'silent' }]);
  });

  test('and what is open elsewhere stays open', async () => {
    await breakOn(3, TODAY - 4);
    const olaf = await addPerson(db.database, 'olaf@example.com', { accountId: 2, role: 'owner' });
    await addTold(db.database, { userId: olaf }, mailTo('olaf@example.com'));
    await watch();
    await db.database.sql`update websites set archived = true where id = 1`;
    await watch(at(TODAY + 1));
    expect(await listEpisodes(db.database.sql, [trustedWebsiteId(3)], { isOpen: true })).toHaveLength(1);
  });
});

test('a break is found for who gets the digest only, and is not told before', async () => {
  await breakOn(1, TODAY - 4);
  const wishes = { breaks: false, verdicts: false, digest: true };
  await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), wishes);
  expect(await watch()).toMatchObject({ opened: 1, messages: 0 });
});

test('a website with nothing new is not read, and none if nobody wants to know', async () => {
  await breakOn(1, TODAY - 4);
  expect(await watch()).toMatchObject({ websites: 0, changed: 0 });
  await addTold(db.database, { userId: ann }, mailTo('ann@example.com'));
  expect(await watch()).toMatchObject({ websites: 1, changed: 1 });
  expect(await watch()).toMatchObject({ websites: 1, changed: 0 });
  expect(await watch(at(TODAY + 1))).toMatchObject({ changed: 1 });
});
