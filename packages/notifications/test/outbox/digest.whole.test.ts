import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadDemo } from '@funnel/demo';
import type { Database } from '@funnel/db';
import { formatDay, trustedWebsiteId } from '@funnel/domain';
import { lastFullWeek, snapshotWebsite } from '@funnel/insights';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { muteCampaign, unmuteCampaign, type WeeklyDigest } from '../../src/index.ts';
import { deliverMessages, type PreparedMessage, watchWebsites } from '../../src/work.ts';
import { addPerson, addTold, KEY, mailTo } from '../support/told-shop.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const WEEK = lastFullWeek(NOW);
const [OAK, LEDGER, TIDE] = [1, 2, 3] as const;

let db: TestDatabase;
let worker: Database;
beforeEach(async () => {
  db = await createTestDatabase({
    name: 'told_demo',
    add: async (database) => void (await loadDemo(database, { now: NOW, encryptionKey: KEY, days: 40 })),
  });
  worker = db.openAs('insights-worker');
});
afterEach(() => db.drop());

const snapshot = async (...weeks: number[]) => {
  for (const id of [OAK, LEDGER, TIDE])
    for (const week of weeks)
      await snapshotWebsite(db.database, { websiteId: trustedWebsiteId(id), week }, { replace: false });
};

/** Delivers, and returns what was sent. */
async function deliver(now = NOW): Promise<PreparedMessage[]> {
  const sent: PreparedMessage[] = [];
  await deliverMessages(worker, {
    encryptionKey: KEY,
    now,
    perHour: 100,
    random: () => 0,
    async send(prepared) {
      sent.push(prepared);
      return { outcome: 'sent', answer: '' };
    },
  });
  return sent.filter(({ message }) => message.type === 'digest.weekly');
}

/** The worker plans by the clock of the database; the week of the demo is another one. */
async function digestOf(owner: number, wishes = {}): Promise<WeeklyDigest | undefined> {
  await addTold(db.database, { userId: owner }, mailTo('ann@example.com'), { digest: true, ...wishes });
  await db.database.sql`
    insert into notification_messages (channel_id, key, type, created_at)
    select id, ${`digest ${formatDay(WEEK)}`}, 'digest.weekly', ${NOW.toISOString()}::timestamptz from notification_channels`;
  const [sent] = await deliver();
  return sent?.message as WeeklyDigest | undefined;
}

describe('a digest', () => {
  test('has the numbers of the frozen weeks, what needs attention first, and totals by currency', async () => {
    await snapshot(WEEK - 7, WEEK);
    const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
    await addTold(db.database, { userId: ann }, mailTo('alarms@example.com'));
    await watchWebsites(worker, { now: NOW, intervalMs: 3_600_000 });
    await db.database.sql`delete from notification_messages`;
    await db.database.sql`delete from notification_channels`;
    const digest = await digestOf(ann);
    expect(digest?.week).toBe(WEEK);
    expect(digest?.websites.map(({ id }) => id)).toHaveLength(3);
    const [first] = digest?.websites ?? [];
    expect(first).toMatchObject({
      id: LEDGER,
      broken: [{ campaign: { name: 'Book a demo' }, what: 'conversions' }],
    });
    const rows = await db.database.sql<
      { website_id: number; is_week: boolean; views: string; conversions: string; revenue: string }[]
    >`
      select website_id, week = ${formatDay(WEEK)}::text::date as is_week, views::text, conversions::text, (revenue * 100)::bigint::text as revenue
      from insights_metrics where level = 'website'`;
    for (const line of digest?.websites ?? []) {
      const [week, previous] = [true, false].map((isWeek) =>
        rows.find((row) => row.website_id === line.id && row.is_week === isWeek),
      );
      expect(line.week).toMatchObject({
        viewers: Number(week?.views),
        converted: Number(week?.conversions),
        revenueCents: week?.revenue,
      });
      expect(line.previous).toMatchObject({
        viewers: Number(previous?.views),
        revenueCents: previous?.revenue,
      });
    }
    const cents = (digest?.websites ?? []).filter(({ currency }) => currency === 'EUR');
    expect(digest?.totals.find(({ currency }) => currency === 'EUR')).toMatchObject({
      week: { revenueCents: String(cents.reduce((sum, { week }) => sum + BigInt(week.revenueCents), 0n)) },
      websites: cents.length,
    });
  });

  test('has only what its reader may see now', async () => {
    await snapshot(WEEK);
    await addPerson(db.database, 'boss@example.com', { accountId: 1, role: 'owner' });
    const ann = await addPerson(db.database, 'ann@example.com', {
      accountId: 1,
      role: 'reader',
      websiteIds: [TIDE],
    });
    expect((await digestOf(ann))?.websites.map(({ id }) => id)).toEqual([TIDE]);
  });

  test('tells of a break and of an insight by what they are about, not by their places', async () => {
    await snapshot(WEEK - 7, WEEK);
    const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
    const channel = await addTold(db.database, { userId: ann }, mailTo('alarms@example.com'), {
      digest: true,
    });
    await watchWebsites(worker, { now: NOW, intervalMs: 3_600_000 });
    const [broken] = await db.database.sql<{ campaign: number }[]>`
      select campaign_id as campaign from notification_episodes where kind = 'break' and website_id = ${LEDGER}`;
    const [said] = await db.database.sql<{ recommendations: string[] }[]>`
      select recommendations from insights_snapshots where website_id = ${LEDGER} and week = ${formatDay(WEEK)}::text::date`;
    expect(said?.recommendations[0]).toContain('broken since');
    const lineOf = async () => {
      await db.database.sql`delete from notification_messages`;
      await db.database.sql`
        insert into notification_messages (channel_id, key, type, created_at)
        values (${channel}, ${`digest ${formatDay(WEEK)}`}, 'digest.weekly', ${NOW.toISOString()}::timestamptz)`;
      const [sent] = await deliver();
      return (sent?.message as WeeklyDigest | undefined)?.websites.find(({ id }) => id === LEDGER);
    };
    // It has a line of its own; the insight is the next one.
    const whole = await lineOf();
    expect(whole?.broken).toMatchObject([{ campaign: { id: broken?.campaign } }]);
    expect(whole?.insights).toEqual([said?.recommendations[1]]);
    // Muted, it is told in no other place; what is told beside it is not muted either.
    const mute = { websiteId: trustedWebsiteId(LEDGER), campaignId: broken?.campaign ?? 0 };
    await muteCampaign(db.database, { userId: ann }, channel, { ...mute, until: null });
    const muted = await lineOf();
    expect(muted?.broken).toEqual([]);
    expect(muted?.insights.join()).not.toContain('Book a demo');
    await unmuteCampaign(db.database, { userId: ann }, channel, mute);
    // Recovered since Sunday, it is not said to be broken.
    await db.database.sql`update notification_episodes set ended_at = now(), ended_how = 'recovered'`;
    const recovered = await lineOf();
    expect(recovered?.broken).toEqual([]);
    expect(recovered?.insights.join()).not.toContain('broken');
    // A snapshot of an earlier version does not say what its texts are about.
    await db.database.sql`update insights_snapshots set findings = null`;
    expect((await lineOf())?.insights).toEqual([]);
  });

  test('tells of a decided experiment once, in the first digest after it was found', async () => {
    await snapshot(WEEK - 7, WEEK);
    const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), { digest: true });
    const payload = {
      type: 'experiment.decided',
      campaign: { id: 7, name: 'Summer sale' },
      outcome: 'wins',
      variant: { letter: 'B' },
    };
    await db.database.sql`
      insert into notification_episodes (website_id, kind, campaign_id, began, opened_at, payload)
      values (${OAK}, 'verdict', 7, '2026-11-01', '2026-11-16T00:20:00Z', ${JSON.stringify(payload)}::text::jsonb)`;
    const decided: number[] = [];
    for (const week of [WEEK - 7, WEEK, WEEK + 7]) {
      await db.database.sql`delete from notification_messages`;
      await db.database.sql`
        insert into notification_messages (channel_id, key, type, created_at)
        select id, ${`digest ${formatDay(week)}`}, 'digest.weekly', '2026-11-16T01:00:00Z' from notification_channels`;
      const [sent] = await deliver();
      const lines = (sent?.message as WeeklyDigest | undefined)?.websites ?? [];
      decided.push(lines.flatMap((line) => line.decided).length);
    }
    expect(decided).toEqual([0, 1, 0]);
  });

  test('waits for the numbers of the week, and then goes without them', async () => {
    const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1, role: 'owner' });
    expect(await digestOf(ann)).toBeUndefined();
    const [waiting] = await db.database.sql`select answer, attempts, done_at from notification_messages`;
    expect(waiting).toMatchObject({ answer: 'the week is not counted yet', attempts: 0, done_at: null });
    await db.database.sql`update notification_messages set due_at = now()`;
    expect(await deliver(new Date(NOW.getTime() + 4 * 3_600_000))).toHaveLength(1);
  });
});

describe('the hour of a digest', () => {
  const nextOf = async (timeZone: string, digestHour: number) => {
    const ann = await addPerson(db.database, `${timeZone}@example.com`, { accountId: 1 });
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), {
      digest: true,
      timeZone,
      digestHour,
    });
    const [row] = await db.database.sql<{ local: string; utc: string; soon: boolean }[]>`
      select to_char(next_digest_at at time zone time_zone, 'ID HH24:MI') as local,
        to_char(next_digest_at at time zone 'UTC', 'ID HH24:MI') as utc,
        next_digest_at > now() and next_digest_at <= now() + interval '8 days' as soon
      from notification_channels`;
    return row;
  };

  test('is a Monday in its time zone', async () => {
    expect(await nextOf('America/New_York', 8)).toMatchObject({ local: '1 08:00', soon: true });
  });

  test('but not before the week has ended in UTC and was counted', async () => {
    expect(await nextOf('Asia/Tokyo', 8)).toMatchObject({ utc: '1 04:00', local: '1 13:00', soon: true });
  });

  test('comes once a week, and after a pause only the newest', async () => {
    const ann = await addPerson(db.database, 'ann@example.com', { accountId: 1 });
    await addTold(db.database, { userId: ann }, mailTo('ann@example.com'), { digest: true });
    await db.database.sql`update notification_channels set next_digest_at = now() - interval '20 days'`;
    await Promise.all([deliver(), deliver(), deliver()]);
    const rows = await db.database.sql`select key from notification_messages`;
    expect(rows).toHaveLength(1);
    const [channel] = await db.database
      .sql`select next_digest_at > now() as is_planned from notification_channels`;
    expect(channel).toEqual({ is_planned: true });
  });
});
