import { ENCRYPTION_KEY, LEGACY_KEY } from '@funnel/fixtures';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { unseal } from '@funnel/db';
import { SCOPES } from '@funnel/domain';
import { addChannel } from '@funnel/notifications';
import { OPERATIONS } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const PATH = '/beyond-v1/notifications/channels';
const EPISODES = '/beyond-v1/notifications/episodes';
const HOOK = { kind: 'webhook', url: 'https://example.com/hook', name: 'Alarms', website_ids: [11] };
const ANN = 1;
const EPISODE = '0b7d3c52-8a4e-4a0b-9d0e-3f5a7c1e2b64';

let rest: RestApp;
/** Of the account 1, of Ann, and of website 21 of another account. */
let service: string;
let ann: string;
let stranger: string;
beforeAll(async () => {
  rest = await startRestApp({ notifications: { encryptionKey: ENCRYPTION_KEY }, clock: () => new Date() });
  const tokenOf = async (websiteIds: number[], userId?: number) =>
    (await rest.token({ websiteIds, scopes: ['notifications'], ...(userId && { userId }) })).token;
  service = await tokenOf([11, 12]);
  ann = await tokenOf([11, 12], ANN);
  stranger = await tokenOf([21]);
});
afterAll(() => rest.stop());
beforeEach(async () => {
  await rest.database.sql`delete from notification_channels`;
  await rest.database.sql`delete from notification_episodes`;
  await rest.database.sql`delete from notification_limits`;
});

type Method = 'get' | 'post' | 'patch' | 'delete';
const send = (method: Method, path: string, body?: object, token = service) => {
  const sent = rest.send(method, `Bearer ${token}`, path);
  return body ? sent.send(body) : sent;
};
const create = async (changes: object = {}, token = service): Promise<number> => {
  const { body } = await send('post', PATH, { ...HOOK, ...changes }, token).expect(201);
  return Number(body.id);
};
const problem = (status: number, code: string, parameter?: string) =>
  expect.objectContaining({ status, code, ...(parameter !== undefined && { parameter }) });

describe('channels', () => {
  test('a program creates one of the account; the secret is returned once', async () => {
    const { body, headers } = await send('post', PATH, HOOK).expect(201);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(body).toMatchObject({
      kind: 'webhook',
      belongs_to: 'account',
      destination: 'https://example.com/hook',
      state: 'on',
      website_ids: [11],
      breaks: true,
      digest: false,
      quiet_from: null,
      time_zone: 'UTC',
      secret: expect.stringMatching(/^whsec_/),
    });
    const [row] = await rest.database.sql`select account_id, user_id, secret from notification_channels`;
    expect([row?.['account_id'], row?.['user_id']]).toEqual([1, null]);
    expect(unseal(row?.['secret'] as Uint8Array, ENCRYPTION_KEY)).toBe(body.secret);
    const { secret: _secret, ...channel } = body;
    expect((await send('get', `${PATH}/${body.id}`).expect(200)).body).toEqual(channel);
    expect((await send('get', PATH).expect(200)).body).toEqual({ channels: [channel] });
    expect(rest.logged()).not.toContain(body.secret);
  });

  test('a token of a person creates one of the person, which a program of the account does not see', async () => {
    const id = await create({}, ann);
    expect((await send('get', `${PATH}/${id}`, undefined, ann)).body.belongs_to).toBe('person');
    expect((await send('get', `${PATH}/${id}`)).status).toBe(404);
    const ofAccount = await create();
    expect((await send('get', `${PATH}/${ofAccount}`, undefined, ann)).status).toBe(404);
  });

  test('mail is only for people, and only after its reader has agreed', async () => {
    const mail = { kind: 'email', email: 'Team@example.com', url: undefined };
    expect((await send('post', PATH, { ...HOOK, ...mail })).body).toEqual(
      problem(422, 'invalid_field', 'kind'),
    );
    const { body } = await send('post', PATH, { ...HOOK, ...mail }, ann).expect(201);
    expect(body).toMatchObject({ state: 'waiting', destination: 'team@example.com', secret: null });
    const [asked] = await rest.database.sql`select type from notification_messages`;
    expect(asked).toEqual({ type: 'channel.confirm' });
    await send('delete', `${PATH}/${body.id}`, undefined, ann).expect(200);
  });

  test('a person asks five addresses an hour, with whatever tokens, also by deleting what was asked', async () => {
    const other = await rest.token({ websiteIds: [12], scopes: ['notifications'], userId: ANN });
    const ask = (index: number) => {
      const [token, websiteId] = index % 2 === 0 ? [ann, 11] : [other.token, 12];
      const mail = { kind: 'email', email: `s${index}@example.com`, url: undefined };
      return { token, sent: send('post', PATH, { ...HOOK, ...mail, website_ids: [websiteId] }, token) };
    };
    for (const index of [0, 1, 2, 3, 4]) {
      const { token, sent } = ask(index);
      await send('delete', `${PATH}/${(await sent.expect(201)).body.id}`, undefined, token).expect(200);
    }
    for (const index of [5, 6])
      expect((await ask(index).sent).body).toEqual(problem(429, 'rate_limited', 'email'));
    await rest.database.sql`update notification_limits set used_at[5] = now() - interval '50 minutes'`;
    const { headers } = await ask(7).sent.expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(590);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
  });

  test.each([
    ['channels of a person', { userId: ANN }, 49, HOOK],
    ['channels of an account', {}, 49, HOOK],
    ['addresses of a person that wait', { userId: ANN }, 4, { ...HOOK, kind: 'email', url: undefined }],
  ])('%s are counted whatever websites a token has, of many at once', async (_what, owner, before, body) => {
    const isMail = body.kind === 'email';
    await rest.database.sql`
      insert into notification_channels (user_id, account_id, kind, name, hint, email, confirmed_at, website_ids)
      select ${'userId' in owner ? ANN : null}::int, ${'userId' in owner ? null : 1}::int, ${body.kind}::text, 'x', '',
        ${isMail ? 'a@example.com' : null}::text, ${isMail ? null : new Date().toISOString()}::timestamptz, '{31}'
      from generate_series(1, ${before}::int)`;
    const tokenOf = async (websiteId: number) =>
      (await rest.token({ websiteIds: [websiteId], scopes: ['notifications'], ...owner })).token;
    const tokens = [await tokenOf(11), await tokenOf(12)];
    const added = [0, 1, 2, 3].map((index) => {
      const email = isMail ? `s${index}@example.com` : undefined;
      const website_ids = [[11, 12][index % 2]];
      return send('post', PATH, { ...body, email, website_ids }, tokens[index % 2]);
    });
    const statuses = (await Promise.all(added)).map(({ status }) => status);
    expect(statuses.sort((one, other) => one - other)).toEqual([201, 422, 422, 422]);
  });

  test('of deletions at once, one deletes', async () => {
    const id = await create();
    const deleted = await Promise.all([1, 2, 3, 4].map(() => send('delete', `${PATH}/${id}`)));
    expect(deleted.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 404, 404, 404,
    ]);
  });

  test.each<[string, object, number, string, string | undefined]>([
    ['no kind', { kind: undefined }, 422, 'invalid_field', 'kind'],
    ['an unknown kind', { kind: 'pigeon' }, 422, 'invalid_field', 'kind'],
    ['no address', { url: undefined }, 422, 'invalid_field', 'url'],
    ['two addresses', { email: 'a@example.com' }, 422, 'invalid_field', 'url'],
    ['an address without https', { url: 'http://example.com' }, 422, 'invalid_field', 'url'],
    ['no websites', { website_ids: undefined }, 422, 'invalid_field', 'website_ids'],
    ['an empty list of websites', { website_ids: [] }, 422, 'invalid_field', 'website_ids'],
    ['a website of somebody else', { website_ids: [11, 21] }, 404, 'not_found', undefined],
    ['an hour after 23', { digest_hour: 24 }, 422, 'invalid_field', 'digest_hour'],
    ['half of the quiet hours', { quiet_from: 22 }, 422, 'invalid_field', 'quiet_from'],
    ['nowhere', { time_zone: 'Nowhere' }, 422, 'invalid_field', 'time_zone'],
    ['an unknown field', { colour: 'red' }, 422, 'invalid_field', 'colour'],
    ['a name that is a number', { name: 7 }, 422, 'invalid_field', 'name'],
  ])('refuses %s and says what to do', async (_what, changes, status, code, parameter) => {
    const { body } = await send('post', PATH, { ...HOOK, ...changes });
    expect(body).toEqual(problem(status, code, parameter));
    expect(body.detail).toMatch(/\.$/);
    expect(await rest.database.sql`select from notification_channels`).toHaveLength(0);
  });

  test('refuses a body that is no object', async () => {
    const { body } = await rest.send('post', `Bearer ${service}`, PATH).send([1]);
    expect(body).toEqual(problem(422, 'invalid_body'));
  });

  test('websites of several accounts need several channels', async () => {
    const both = await rest.token({ websiteIds: [11, 21], scopes: ['notifications'] });
    const { body } = await send('post', PATH, { ...HOOK, website_ids: [11, 21] }, both.token);
    expect(body).toEqual(problem(422, 'invalid_field', 'website_ids'));
    await create({ website_ids: [21] }, both.token);
  });

  test('changes what is sent and nothing else; off and on', async () => {
    const id = await create({ digest: true });
    const { body } = await send('patch', `${PATH}/${id}`, { quiet_from: 22, quiet_to: 7, website_ids: [12] });
    expect(body).toMatchObject({
      quiet_from: 22,
      quiet_to: 7,
      website_ids: [12],
      digest: true,
      name: 'Alarms',
    });
    expect((await send('patch', `${PATH}/${id}`, { enabled: false })).body).toMatchObject({
      state: 'off',
      off_reason: 'switched off',
    });
    expect((await send('patch', `${PATH}/${id}`, { enabled: true, name: 'New' })).body).toMatchObject({
      state: 'on',
      name: 'New',
    });
    for (const [wrong, status] of [
      [{ website_ids: [21] }, 404],
      [{ url: 'https://example.com' }, 422],
      [{ quiet_to: null }, 422],
    ] as const)
      expect((await send('patch', `${PATH}/${id}`, wrong)).status).toBe(status);
    expect((await send('get', `${PATH}/${id}`)).body).toMatchObject({ quiet_to: 7, website_ids: [12] });
  });

  test('a new secret, and the audit log', async () => {
    const id = await create();
    const { body } = await send('post', `${PATH}/${id}/secret`).expect(200);
    expect(body.secret).toMatch(/^whsec_/);
    const [row] = await rest.database.sql`select secret, previous_secret from notification_channels`;
    expect(unseal(row?.['secret'] as Uint8Array, ENCRYPTION_KEY)).toBe(body.secret);
    expect(row?.['previous_secret']).not.toBeNull();
    await send('delete', `${PATH}/${id}`).expect(200);
    await send('delete', `${PATH}/${id}`).expect(404);
    const events = await rest.database.sql`
      select kind, account_id, client_id is not null as has_client from security_events
      where details ->> 'channel' = ${String(id)} order by id`;
    expect(events.map(({ kind, account_id }) => [kind, account_id])).toEqual(
      ['added', 'changed', 'removed'].map((what) => [`notifications_${what}`, 1]),
    );
    const slack = await create({ kind: 'slack', url: 'https://hooks.slack.com/services/T/B/x' });
    expect((await send('post', `${PATH}/${slack}/secret`)).body).toEqual(problem(422, 'invalid_field'));
  });

  test('a test is sent, and the log says what became of it', async () => {
    const id = await create();
    const { body } = await send('post', `${PATH}/${id}/test`).expect(201);
    await rest.database.sql`
      insert into notification_messages (channel_id, key, type, website_id) values (${id}, 'x', 'website.silent', 21)`;
    const log = await send('get', `${PATH}/${id}/deliveries`).expect(200);
    // Not the one about a website that the token does not cover.
    expect(log.body).toEqual({
      deliveries: [
        {
          id: body.delivery_id,
          type: 'channel.test',
          website_id: null,
          campaign_id: null,
          campaign_name: null,
          created_at: expect.any(String),
          attempts: 0,
          next_attempt_at: expect.any(String),
          done_at: null,
          outcome: null,
          answer: null,
        },
      ],
    });
    for (let count = 1; count < 10; count += 1) await send('post', `${PATH}/${id}/test`).expect(201);
    const refused = await send('post', `${PATH}/${id}/test`);
    expect(refused.body).toEqual(problem(429, 'rate_limited'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  });

  test('mutes', async () => {
    const id = await create();
    const path = `${PATH}/${id}/mutes`;
    const until = '2099-12-24T18:00:00.000Z';
    await send('post', path, { website_id: 11, campaign_id: 101, until }).expect(201);
    await send('post', path, { website_id: 11 }).expect(201);
    expect((await send('get', path)).body).toEqual({
      mutes: [
        { website_id: 11, campaign_id: null, campaign_name: null, until: null },
        { website_id: 11, campaign_id: 101, campaign_name: 'Spring quiz', until },
      ],
    });
    await send('delete', `${path}?website_id=11&campaign_id=101`).expect(200);
    await send('delete', `${path}?website_id=11&campaign_id=101`).expect(404);
    await send('delete', `${path}?website_id=11`).expect(200);
    await send('delete', path).expect(422);
    for (const [wrong, status] of [
      [{ website_id: 21 }, 404],
      [{ website_id: 11, campaign_id: 999 }, 404],
      // Of website 21.
      [{ website_id: 11, campaign_id: 102 }, 404],
      [{ website_id: 12, campaign_id: 101 }, 404],
      [{ website_id: 11, until: 'tomorrow' }, 422],
      [{ website_id: 11, until: '2020-01-01T00:00:00Z' }, 422],
      [{}, 422],
    ] as const)
      expect((await send('post', path, wrong)).status).toBe(status);
    expect((await send('get', path)).body).toEqual({ mutes: [] });
  });
});

describe('episodes', () => {
  const add = async (websiteId: number, isOpen = true) => {
    const [row] = await rest.database.sql`
      insert into notification_episodes (website_id, kind, campaign_id, began, ended_at, payload)
      values (${websiteId}, 'break', ${websiteId * 10}, '2026-11-10', ${isOpen ? null : new Date().toISOString()}, '{}') returning id`;
    return String(row?.['id']);
  };

  test('lists those of the token’s websites, and notes that one is fixed', async () => {
    const [open, ended, foreign] = [await add(11), await add(12, false), await add(21)];
    const ids = async (query = '') =>
      (await send('get', `${EPISODES}${query}`).expect(200)).body.episodes.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids()).toEqual([open]);
    expect((await ids('?state=all')).sort()).toEqual([open, ended].sort());
    expect(await ids('?website_id=12')).toEqual([]);
    await send('get', `${EPISODES}?website_id=21`).expect(404);
    await send('get', `${EPISODES}?state=x`).expect(422);
    await send('post', `${EPISODES}/${open}/fixed`).expect(200);
    for (const id of [ended, foreign]) await send('post', `${EPISODES}/${id}/fixed`).expect(404);
    await send('post', `${EPISODES}/x/fixed`).expect(422);
    expect((await send('get', EPISODES)).body.episodes[0]).toMatchObject({
      campaign_id: 110,
      began: '2026-11-10',
      fixed_at: expect.any(String),
    });
  });
});

describe('who may', () => {
  /** A request for each endpoint. */
  const requests = (id: number) =>
    OPERATIONS.filter(({ tag }) => tag === 'Notifications').map(({ name, method, path, example }) => ({
      method: method.toLowerCase() as Method,
      path: `${path.replace('{id}', String(id)).replace('{episode_id}', EPISODE)}${name === 'unmute_notifications' ? '?website_id=11' : ''}`,
      body: example.body as object | undefined,
    }));

  test('every endpoint needs its scope; a legacy key does not have it', async () => {
    const others = SCOPES.filter((scope) => scope !== 'notifications');
    const { token } = await rest.token({ websiteIds: [11], scopes: others });
    for (const { method, path, body } of requests(1)) {
      expect([path, (await send(method, path, body, token)).status]).toEqual([path, 403]);
      const legacy = await rest.send(method, `api_key=${LEGACY_KEY}`, path).send(body);
      expect([path, legacy.status]).toEqual([path, 403]);
      expect([path, (await rest.send(method, '', path).send(body)).status]).toEqual([path, 401]);
    }
  });

  test('nobody reaches the channel of another account, nor one about more websites than the token has', async () => {
    const id = await create({ website_ids: [11, 12] });
    const { token: narrow } = await rest.token({ websiteIds: [11], scopes: ['notifications'] });
    for (const token of [stranger, narrow]) {
      expect((await send('get', PATH, undefined, token)).body).toEqual({ channels: [] });
      for (const { method, path, body } of requests(id).filter((each) =>
        each.path.includes(`channels/${id}`),
      )) {
        const { status } = await send(method, path, body, token);
        expect([method, path, status]).toEqual([method, path, 404]);
      }
    }
    expect((await send('get', `${PATH}/${id}`)).body).toMatchObject({ name: 'Alarms', state: 'on' });
  });

  test('the channel about all websites of a person is only on the page', async () => {
    const wishes = {
      name: 'All',
      websiteIds: null,
      breaks: true,
      verdicts: true,
      digest: true,
      noData: true,
    };
    const hours = { language: 'en', timeZone: 'UTC', digestHour: 8, quietFrom: null, quietTo: null };
    const target = { kind: 'webhook', url: 'https://example.com' } as const;
    const channel = { ...wishes, ...hours, owner: { userId: ANN }, target };
    await addChannel(rest.database, channel, { encryptionKey: ENCRYPTION_KEY });
    expect((await send('get', PATH, undefined, ann)).body).toEqual({ channels: [] });
  });

  test('without a key, every endpoint says how to switch notifications on', async () => {
    const off = await startRestApp();
    try {
      const { token } = await off.token({ websiteIds: [11], scopes: ['notifications'] });
      for (const { method, path, body } of requests(1)) {
        const answer = await off.send(method, `Bearer ${token}`, path).send(body);
        expect([path, answer.status, answer.body.detail]).toEqual([
          path,
          404,
          expect.stringContaining('NOTIFICATIONS_ENCRYPTION_KEY'),
        ]);
      }
    } finally {
      await off.stop();
    }
  });
});
