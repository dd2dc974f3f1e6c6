import { ENCRYPTION_KEY } from '@funnel/fixtures';
import { addChannel, type NewChannel } from '@funnel/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const CHANNELS = '/beyond-v1/notifications/channels';
const EPISODES = '/beyond-v1/notifications/episodes';
const EPISODE = '0b7d3c52-8a4e-4a0b-9d0e-3f5a7c1e2b64';
const HOOK = { kind: 'webhook', url: 'https://example.com/hook', name: 'Alarms', website_ids: null };
/** Ann owns account 1, with the websites 11, 12 and 31, Ben account 2 with website 21. */
const [ANN, BEN] = [1, 2];
const ANN_EMAIL = 'ann@example.com';

let rest: RestApp;
/** Of all that Ann may see, of her chosen websites, and of all that Ben may see. */
let ann: string;
let narrow: string;
let ben: string;
beforeAll(async () => {
  rest = await startRestApp({ notifications: { encryptionKey: ENCRYPTION_KEY }, clock: () => new Date() });
  const scopes = ['notifications'];
  const tokenOf = async (userId: number, websiteIds: number[], coversPerson: boolean) =>
    (await rest.token({ websiteIds, scopes, userId, coversPerson })).token;
  ann = await tokenOf(ANN, [11], true);
  narrow = await tokenOf(ANN, [11], false);
  ben = await tokenOf(BEN, [21], true);
});
afterAll(() => rest.stop());
beforeEach(async () => {
  for (const table of ['notification_channels', 'notification_episodes', 'notification_limits'])
    await rest.database.sql.unsafe(`delete from ${table}`);
  await rest.database.sql`update account_members set role = 'owner' where user_id = ${ANN}`;
});

type Method = 'get' | 'post' | 'patch' | 'delete';
const send = (method: Method, path: string, body?: object, token = ann) => {
  const sent = rest.send(method, `Bearer ${token}`, path);
  return body ? sent.send(body) : sent;
};
const namesSeenBy = async (token: string) => {
  const { body } = await send('get', CHANNELS, undefined, token).expect(200);
  return (body.channels as { name: string }[]).map(({ name }) => name);
};
const add = async (name: string, owner: NewChannel['owner'], websiteIds: number[] | null) => {
  const wishes = {
    breaks: true,
    verdicts: true,
    digest: false,
    noData: true,
    language: 'en',
    timeZone: 'UTC',
  };
  const hours = { digestHour: 8, quietFrom: null, quietTo: null };
  const target = { kind: 'webhook', url: 'https://example.com/hook' } as const;
  const ids = websiteIds as NewChannel['websiteIds'];
  const channel = { ...wishes, ...hours, name, owner, target, websiteIds: ids };
  return (await addChannel(rest.database, channel, { encryptionKey: ENCRYPTION_KEY })).id;
};
const problem = (status: number, parameter?: string) =>
  expect.objectContaining({ status, ...(parameter !== undefined && { parameter }) });

describe('a token that covers its person', () => {
  test('lists what is about all websites, and what belongs to owned accounts; a token for chosen websites stays narrow', async () => {
    await add('all of Ann', { userId: ANN }, null);
    await add('one of Ann', { userId: ANN }, [11]);
    await add('two of Ann', { userId: ANN }, [11, 12]);
    await add('all of account 1', { accountId: 1 }, null);
    await add('one of account 1', { accountId: 1 }, [11]);
    await add('all of Ben', { userId: BEN }, null);
    await add('of account 2', { accountId: 2 }, [21]);
    expect(await namesSeenBy(ann)).toEqual([
      'all of Ann',
      'one of Ann',
      'two of Ann',
      'all of account 1',
      'one of account 1',
    ]);
    expect(await namesSeenBy(ben)).toEqual(['all of Ben', 'of account 2']);
    expect(await namesSeenBy(narrow)).toEqual(['one of Ann']);
    await rest.database.sql`update account_members set role = 'member' where user_id = ${ANN}`;
    expect(await namesSeenBy(ann)).toEqual(['all of Ann', 'one of Ann', 'two of Ann']);
  });

  test('reads, changes, mutes, tests and deletes nothing of another person or account', async () => {
    const others = [
      await add('all of Ben', { userId: BEN }, null),
      await add('of 2', { accountId: 2 }, null),
    ];
    for (const id of others) {
      const path = `${CHANNELS}/${id}`;
      const attempts: [Method, string, object?][] = [
        ['get', path],
        ['patch', path, { name: 'Mine' }],
        ['patch', path, { enabled: false }],
        ['delete', path],
        ['post', `${path}/secret`],
        ['post', `${path}/test`],
        ['post', `${path}/ask`],
        ['get', `${path}/deliveries`],
        ['get', `${path}/mutes`],
        ['post', `${path}/mutes`, { website_id: 11 }],
        ['delete', `${path}/mutes?website_id=21`],
      ];
      for (const [method, at, body] of attempts)
        expect([method, at, (await send(method, at, body)).status]).toEqual([method, at, 404]);
      for (const token of [narrow]) expect((await send('get', path, undefined, token)).status).toBe(404);
    }
    expect(await namesSeenBy(ben)).toEqual(['all of Ben', 'of 2']);
  });

  test('creates one about all websites, of the person or of an account that the person owns', async () => {
    const own = await send('post', CHANNELS, HOOK).expect(201);
    expect(own.body).toMatchObject({ belongs_to: 'person', account_id: null, website_ids: null });
    const shared = await send('post', CHANNELS, { ...HOOK, account_id: 1 }).expect(201);
    expect(shared.body).toMatchObject({ belongs_to: 'account', account_id: 1, website_ids: null });
    const several = await send('post', CHANNELS, { ...HOOK, website_ids: [11, 31] }).expect(201);
    expect(several.body.website_ids).toEqual([11, 31]);
    const [event] = await rest.database.sql`
      select actor_id, client_id, address, user_id, account_id from security_events
      where kind = 'notifications_added' and actor_id is not null order by id limit 1`;
    expect(event).toMatchObject({ actor_id: ANN, client_id: null, user_id: ANN, account_id: null });
    expect(event?.['address']).not.toBeNull();
  });

  test.each<[string, object, number, string | undefined]>([
    ['an account of somebody else', { account_id: 2 }, 422, 'account_id'],
    [
      'an account by mail',
      { account_id: 1, kind: 'email', url: undefined, email: 'a@example.com' },
      422,
      'account_id',
    ],
    ['a website of somebody else', { website_ids: [11, 21] }, 404, undefined],
    ['a website of another account than the channel', { account_id: 1, website_ids: [21] }, 404, undefined],
  ])('refuses %s', async (_what, changes, status, parameter) => {
    const { body } = await send('post', CHANNELS, { ...HOOK, ...changes });
    expect(body).toEqual(problem(status, parameter));
    expect(await rest.database.sql`select from notification_channels`).toHaveLength(0);
  });

  test('a member makes none of an account, and changes none', async () => {
    const id = await add('of account 1', { accountId: 1 }, null);
    await rest.database.sql`update account_members set role = 'member' where user_id = ${ANN}`;
    expect((await send('post', CHANNELS, { ...HOOK, account_id: 1 })).body).toEqual(
      problem(422, 'account_id'),
    );
    expect((await send('patch', `${CHANNELS}/${id}`, { name: 'Ours' })).status).toBe(404);
  });

  test.each([
    ['the person', () => ann, null],
    ['a program of the person', () => narrow, [11]],
  ])('a channel of %s that would never be told anything is refused', async (_whose, token, website_ids) => {
    const only = { ...HOOK, website_ids, breaks: false, verdicts: false, digest: false, no_data: true };
    const { body } = await send('post', CHANNELS, only, token()).expect(201);
    await rest.database.sql`update account_members set role = 'member' where user_id = ${ANN}`;
    expect((await send('post', CHANNELS, only, token())).body).toEqual(problem(422, 'breaks'));
    const usual = (await send('post', CHANNELS, { ...only, breaks: true }, token()).expect(201)).body;
    const changed = await send('patch', `${CHANNELS}/${usual.id}`, { breaks: false }, token());
    expect(changed.body).toEqual(problem(422, 'breaks'));
    await send('patch', `${CHANNELS}/${body.id}`, { digest: true }, token()).expect(200);
  });

  test('who owns another account is told nothing about the websites of this one', async () => {
    await rest.database
      .sql`insert into account_members (account_id, user_id, role) values (2, ${ANN}, 'member')`;
    try {
      const only = { ...HOOK, breaks: false, verdicts: false };
      expect((await send('post', CHANNELS, { ...only, website_ids: [21] })).body).toEqual(
        problem(422, 'breaks'),
      );
      await send('post', CHANNELS, { ...only, website_ids: [11, 21] }).expect(201);
    } finally {
      await rest.database.sql`delete from account_members where account_id = 2 and user_id = ${ANN}`;
    }
  });

  test('is not asked at their own address, if it is known to be theirs', async () => {
    const mail = { ...HOOK, kind: 'email', url: undefined, email: ' Ann@Example.com' };
    expect((await send('post', CHANNELS, mail)).body).toMatchObject({ state: 'on', destination: ANN_EMAIL });
    await rest.database.sql`update users set email_verified_at = null where id = ${ANN}`;
    try {
      expect((await send('post', CHANNELS, mail)).body.state).toBe('waiting');
      expect((await send('get', '/beyond-v1/notifications/choices')).body.is_verified).toBe(false);
    } finally {
      await rest.database.sql`update users set email_verified_at = now() where id = ${ANN}`;
    }
  });

  test('asks five strangers an hour, also by removing them again, and says who wants it', async () => {
    const mail = (index: number) => ({
      ...HOOK,
      kind: 'email',
      url: undefined,
      email: `s${index}@example.com`,
    });
    for (const index of [1, 2, 3, 4]) {
      const { body } = await send('post', CHANNELS, mail(index)).expect(201);
      if (index < 4) await send('delete', `${CHANNELS}/${body.id}`).expect(200);
      else await send('post', `${CHANNELS}/${body.id}/ask`).expect(200);
    }
    const refused = await send('post', CHANNELS, mail(5));
    expect(refused.body).toEqual(problem(429, 'email'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    const rows = await rest.database.sql`select payload ->> 'by' as by from notification_messages`;
    expect(rows.map((row) => row['by'])).toEqual([ANN_EMAIL, ANN_EMAIL]);
  });

  test('creates one channel of a request that is sent again', async () => {
    const request_id = 'a-form-that-was-shown';
    await send('post', CHANNELS, { ...HOOK, request_id, name: '' }).expect(422);
    await send('post', CHANNELS, { ...HOOK, request_id }).expect(201);
    expect((await send('post', CHANNELS, { ...HOOK, request_id })).body).toEqual(problem(422, 'request_id'));
    await send('post', CHANNELS, { ...HOOK, request_id }, ben).expect(201);
    expect(await namesSeenBy(ann)).toHaveLength(1);
  });

  test('changes the websites, within the account of a channel, and back to all', async () => {
    const id = await add('of account 1', { accountId: 1 }, null);
    const change = (website_ids: number[] | null) => send('patch', `${CHANNELS}/${id}`, { website_ids });
    expect((await change([11, 12])).body.website_ids).toEqual([11, 12]);
    await rest.database.sql`update account_members set account_id = 1 where user_id = ${BEN}`;
    try {
      expect((await send('patch', `${CHANNELS}/${id}`, { website_ids: [21] })).status).toBe(404);
    } finally {
      await rest.database.sql`update account_members set account_id = 2 where user_id = ${BEN}`;
    }
    expect((await change(null)).body.website_ids).toBeNull();
    // A channel keeps a website that the person has lost, unless its websites are changed.
    await rest.database.sql`update notification_channels set website_ids = '{11,21}' where id = ${id}`;
    expect((await send('patch', `${CHANNELS}/${id}`, { name: 'New' })).body.website_ids).toEqual([11, 21]);
  });

  test('names what mutes, log and episodes are about', async () => {
    const id = await add('all', { userId: ANN }, null);
    const [campaign] = await rest.database
      .sql`select id, name from campaigns where website_id = 11 order by id limit 1`;
    const until = '2099-01-01T00:00:00Z';
    const sent = { website_id: 11, campaign_id: campaign?.['id'], until };
    await send('post', `${CHANNELS}/${id}/mutes`, sent).expect(201);
    const muted = { website_id: 11, campaign_id: campaign?.['id'], campaign_name: campaign?.['name'] };
    const { body } = await send('get', '/beyond-v1/notifications/mutes').expect(200);
    expect(body).toMatchObject({ channels: [{ channel_id: id, mutes: [muted] }] });
    expect((await send('get', '/beyond-v1/notifications/mutes', undefined, ben)).body).toEqual({
      channels: [],
    });
    await rest.database
      .sql`insert into notification_mutes (channel_id, website_id, campaign_id) values (${id}, 21, 5)`;
    expect((await send('get', `${CHANNELS}/${id}/mutes`)).body.mutes).toMatchObject([
      muted,
      { website_id: 21, campaign_id: 5, campaign_name: null },
    ]);
    await send('delete', `${CHANNELS}/${id}/mutes?website_id=21&campaign_id=5`).expect(200);
    const tested = (await send('post', `${CHANNELS}/${id}/test`).expect(201)).body;
    const log = (await send('get', `${CHANNELS}/${id}/deliveries`)).body.deliveries;
    expect(log).toMatchObject([{ id: tested.delivery_id, type: 'channel.test', campaign_name: null }]);
    const [test_] = await rest.database.sql`select payload ->> 'by' as by from notification_messages`;
    expect(test_?.['by']).toBe(ANN_EMAIL);
  });

  test('a reader cannot mark a break as fixed', async () => {
    const payload = {
      type: 'campaign.broke',
      campaign: { id: 1, name: 'Spring' },
      what: 'conversions',
      seen: { viewers: 9, count: 0, expected: 4 },
    };
    await rest.database.sql`
      insert into notification_episodes (id, website_id, kind, campaign_id, began, payload)
      values (${EPISODE}, 11, 'break', 1, '2026-11-10', ${JSON.stringify(payload)}::text::jsonb)`;
    expect((await send('get', EPISODES)).body.episodes).toMatchObject([
      { campaign_name: 'Spring', stopped: 'conversions', seen: payload.seen, last_event_at: null },
    ]);
    const fix = (token = ann) => send('post', `${EPISODES}/${EPISODE}/fixed`, undefined, token);
    expect((await fix(ben)).status).toBe(404);
    for (const [role, status] of [
      ['reader', 404],
      ['member', 200],
      ['owner', 200],
    ] as const) {
      await rest.database.sql`update account_members set role = ${role} where user_id = ${ANN}`;
      expect([role, (await fix()).status]).toEqual([role, status]);
    }
  });

  test('says what a channel can be about, and what the person may do there', async () => {
    const { body } = await send('get', '/beyond-v1/notifications/choices').expect(200);
    expect(body).toMatchObject({ email: ANN_EMAIL, is_verified: true });
    expect(body.websites).toContainEqual({
      id: 11,
      name: expect.any(String),
      account_id: 1,
      account_name: expect.any(String),
      role: 'owner',
    });
    const few = (await send('get', '/beyond-v1/notifications/choices', undefined, narrow)).body;
    expect(few).toMatchObject({ email: null, websites: [{ id: 11, role: null }] });
    expect(few.websites).toHaveLength(1);
  });
});

test('a token for chosen websites gets none about all websites, and none of an account', async () => {
  expect((await send('post', CHANNELS, HOOK, narrow)).body).toEqual(problem(422, 'website_ids'));
  const ofAccount = { ...HOOK, website_ids: [11], account_id: 1 };
  expect((await send('post', CHANNELS, ofAccount, narrow)).body).toEqual(problem(422, 'account_id'));
  const id = await add('one of Ann', { userId: ANN }, [11]);
  const changed = await send('patch', `${CHANNELS}/${id}`, { website_ids: null }, narrow);
  expect(changed.body).toEqual(problem(422, 'website_ids'));
});
