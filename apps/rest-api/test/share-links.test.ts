import type { MemberRole } from '@funnel/db';
import { randomUUID } from 'node:crypto';
import { LEGACY_KEY } from '@funnel/fixtures';
import { SCOPES } from '@funnel/domain';
import {
  createAuthorizationStore,
  createUser,
  findOpenableLink,
  noteOpening,
  tokenOfLink,
} from '@funnel/identity';
import { OPERATIONS } from '@funnel/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const PATH = '/beyond-v1/share-links';
const ANN = 1;
let rest: RestApp;
/** Of Ann, who owns the account of the websites 11 and 12. */
let ann: string;
let people = 0;
beforeAll(async () => {
  rest = await startRestApp({ clock: () => new Date() });
  ann = await tokenOf(ANN, [11, 12]);
});
afterAll(() => rest.stop());
beforeEach(async () => {
  await rest.database.sql`delete from share_links`;
  await rest.database.sql`delete from notification_limits`;
});

const tokenOf = async (userId: number | undefined, websiteIds: number[], scopes = ['sharing']) =>
  (await rest.token({ websiteIds, scopes, ...(userId && { userId }) })).token;
async function newPerson(role: MemberRole, accountId = 1): Promise<number> {
  people += 1;
  const email = `person-${people}@example.com`;
  const made = await createUser(rest.database, { email, passwordHash: '-', accountId, role });
  if ('error' in made) throw new Error(made.error);
  return made.user.id;
}
type Method = 'get' | 'post' | 'delete';
const send = (method: Method, path: string, body?: object, token = ann) => {
  const sent = rest.send(method, `Bearer ${token}`, path);
  return body ? sent.send(body) : sent;
};
const link = (changes: object = {}) => ({ request_id: randomUUID(), name: 'For a client', ...changes });
const create = (changes: object = {}, token = ann, query = '?website_id=11') =>
  send('post', `${PATH}${query}`, link(changes), token);
const problem = (status: number, code: string, parameter?: string) =>
  expect.objectContaining({ status, code, ...(parameter !== undefined && { parameter }) });
const stored = async () => (await rest.database.sql`select id from share_links`).length;

test('a link is made, its secret returned once, and it opens', async () => {
  const { body, headers } = await create({ campaign_id: 101, days: 7, name: ' Spring\u0007 ' }).expect(201);
  expect(headers['cache-control']).toBe('private, no-store');
  const { secret, ...shown } = body;
  expect(shown).toEqual({
    id: expect.any(Number),
    name: 'Spring',
    website_id: 11,
    campaign_id: 101,
    campaign_name: expect.any(String),
    state: 'active',
    has_password: false,
    is_own: true,
    made_by: expect.stringContaining('@'),
    created_at: expect.any(String),
    expires_at: expect.any(String),
    openings: 0,
    last_opened_at: null,
  });
  expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(7 * 86_400_000);
  expect((await send('get', PATH).expect(200)).body).toEqual({
    links: [shown],
    pagination: { page: 1, per_page: 100, total_entries: 1, total_pages: 1 },
    shareable_website_ids: [11, 12],
  });
  expect(await findOpenableLink(rest.database, secret)).toMatchObject({ websiteId: 11, campaignId: 101 });
  expect(rest.logged()).not.toContain(secret);
});

test('a password is stored as a hash of full strength, and neither returned nor logged', async () => {
  const password = 'the password of a link';
  const { body } = await create({ password }).expect(201);
  expect(body.has_password).toBe(true);
  const [row] = await rest.database.sql`select password_hash from share_links`;
  expect(row?.['password_hash']).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect(JSON.stringify(body) + rest.logged()).not.toContain(password);
});

test('a request that is sent again, also at the same time, makes one link', async () => {
  const body = link();
  const answers = await Promise.all([1, 2].map(() => send('post', `${PATH}?website_id=11`, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  const again = await send('post', `${PATH}?website_id=11`, body).expect(200);
  expect(again.body.secret).toBeNull();
  expect(again.body.id).toBe(answers[0]?.body.id);
  expect(await stored()).toBe(1);
  const other = await send('post', `${PATH}?website_id=12`, body);
  expect(other.body).toEqual(problem(422, 'invalid_field', 'request_id'));
});

test.each<[string, object, number, string, string | undefined]>([
  ['no request_id', { request_id: undefined }, 422, 'invalid_field', 'request_id'],
  ['a malformed request_id', { request_id: 'x' }, 422, 'invalid_field', 'request_id'],
  ['no name', { name: ' ' }, 422, 'invalid_field', 'name'],
  ['a long name', { name: 'x'.repeat(81) }, 422, 'invalid_field', 'name'],
  ['a campaign that is no number', { campaign_id: 'spring' }, 422, 'invalid_field', 'campaign_id'],
  ['a campaign of another website', { campaign_id: 9_999 }, 404, 'not_found', 'campaign_id'],
  ['no day', { days: 0 }, 422, 'invalid_field', 'days'],
  ['more than a year', { days: 366 }, 422, 'invalid_field', 'days'],
  ['a short password', { password: 'short' }, 422, 'invalid_field', 'password'],
  ['a long password', { password: 'x'.repeat(201) }, 422, 'invalid_field', 'password'],
  ['an unknown field', { colour: 'red' }, 422, 'invalid_field', 'colour'],
])('refuses %s and says what to do', async (_what, changes, status, code, parameter) => {
  const { body } = await create(changes);
  expect(body).toEqual(problem(status, code, parameter));
  expect(body.detail).toMatch(/\.$/);
  expect(await stored()).toBe(0);
});

test('several faults are reported in the documented order', async () => {
  const wrong = { name: '', campaign_id: 9_999 };
  const unscoped = await tokenOf(ANN, [11, 12], ['reports']);
  expect((await rest.send('post', 'Bearer x', `${PATH}?website_id=x`).send(wrong)).status).toBe(401);
  expect((await create(wrong, unscoped, '?website_id=x')).body).toEqual(problem(403, 'forbidden'));
  const nobody = await tokenOf(undefined, [11, 12]);
  expect((await create(wrong, nobody, '?website_id=x')).body).toEqual(problem(403, 'forbidden'));
  const { body: unnamed } = await create({ website_id: 11 }, ann, '');
  expect(unnamed).toEqual(problem(400, 'website_id_required'));
  expect(unnamed.detail).toContain('pass website_id. It belongs in the query, not in the body. Websites: 11');
  expect((await create(wrong, ann, '?website_id=x')).body).toEqual(problem(422, 'invalid_website_id'));
  for (const id of [21, 999])
    expect((await create(wrong, ann, `?website_id=${id}`)).body).toEqual(problem(404, 'not_found'));
  expect((await create(wrong)).body).toEqual(problem(422, 'invalid_field', 'name'));
  expect((await create({ campaign_id: 9_999 })).body).toEqual(problem(404, 'not_found', 'campaign_id'));
});

test('the owner of the account limits the life of links', async () => {
  await rest.database.sql`update accounts set max_token_days = 7 where id = 1`;
  try {
    const { body } = await create();
    expect(body).toEqual(problem(422, 'invalid_field', 'days'));
    expect(body.detail).toContain('A link may be valid for 7 days at most for websites of');
    await create({ days: 7 }).expect(201);
  } finally {
    await rest.database.sql`update accounts set max_token_days = null`;
  }
});

test('who makes too many links is told to wait', async () => {
  await create().expect(201);
  await rest.database.sql`
    update notification_limits set uses = array_fill(uses[1], array[200]), used_at = array_fill(now(), array[200])`;
  const { body, headers } = await create();
  expect(body).toEqual(problem(429, 'rate_limited'));
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('who opened a link is listed, and revoking ends what is open', async () => {
  const { body } = await create().expect(201);
  const opened = await findOpenableLink(rest.database, body.secret);
  if (!opened) throw new Error('The link does not open.');
  const issued = await tokenOfLink(rest.database, body.secret, opened, 'http://127.0.0.1:3000');
  const store = createAuthorizationStore(rest.database, ['funnel-dashboard']);
  const state = async () => (await store.readTokenStates([issued?.token ?? '']))[0]?.status;
  const openedAt = new Date();
  await noteOpening(rest.database, opened, { openedAt, network: '192.0.2.7', browser: 'Firefox' });
  expect(await state()).toBe('active');
  const { body: seen } = await send('get', `${PATH}/${body.id}/openings`).expect(200);
  expect(seen).toMatchObject({
    link: { id: body.id, openings: 1, last_opened_at: openedAt.toISOString() },
    openings: [{ opened_at: openedAt.toISOString(), network: '192.0.2.7', browser: 'Firefox' }],
  });
  await send('delete', `${PATH}/${body.id}`).expect(200);
  expect(await state()).toBe('inactive');
  expect((await send('delete', `${PATH}/${body.id}`)).body).toEqual(problem(404, 'not_found', 'id'));
  expect((await send('get', PATH)).body.links).toMatchObject([{ id: body.id, state: 'revoked' }]);
});

test('lists active and ended links page by page, of the websites that are asked for', async () => {
  const made = [];
  for (const query of ['?website_id=11', '?website_id=12', '?website_id=12'])
    made.push(Number((await create({}, ann, query)).body.id));
  const [one, two, three] = made;
  await send('delete', `${PATH}/${two}`).expect(200);
  const list = async (query: string) => {
    const { body } = await send('get', `${PATH}${query}`).expect(200);
    return [(body.links as { id: number }[]).map(({ id }) => id), body.pagination.total_entries];
  };
  expect(await list('')).toEqual([[three, two, one], 3]);
  expect(await list('?state=active')).toEqual([[three, one], 2]);
  expect(await list('?state=ended')).toEqual([[two], 1]);
  expect(await list('?website_id=12')).toEqual([[three, two], 2]);
  expect(await list('?per_page=2&page=2')).toEqual([[one], 3]);
  expect((await send('get', `${PATH}?state=x`)).body).toEqual(problem(422, 'invalid_status', 'state'));
});

describe('who may', () => {
  const requests = (id: number) =>
    OPERATIONS.filter(({ tag }) => tag === 'Share links').map(({ method, path, example }) => ({
      method: method.toLowerCase() as Method,
      path: `${path.replace('{id}', String(id))}${method === 'POST' ? '?website_id=11' : ''}`,
      body: example.body as object | undefined,
    }));

  test('every endpoint needs its scope and the token of a person, and rejects a legacy key', async () => {
    const { body: made } = await create();
    const others = await tokenOf(
      ANN,
      [11],
      SCOPES.filter((scope) => scope !== 'sharing'),
    );
    const nobody = await tokenOf(undefined, [11]);
    for (const { method, path, body } of requests(made.id)) {
      expect([path, (await send(method, path, body, others)).status]).toEqual([path, 403]);
      const refused = await send(method, path, body, nobody);
      expect([path, refused.status, refused.body.detail]).toEqual([
        path,
        403,
        expect.stringContaining('requires the token of a person'),
      ]);
      expect(refused.headers['www-authenticate']).toContain('insufficient_scope');
      const legacy = await rest.send(method, `api_key=${LEGACY_KEY}`, path).send(body);
      expect([path, legacy.status]).toEqual([path, 403]);
      expect([path, (await rest.send(method, '', path).send(body)).status]).toEqual([path, 401]);
    }
    expect((await send('get', PATH)).body.links).toMatchObject([{ state: 'active' }]);
  });

  test('a link of others, or of a website that the token does not cover, is 404 everywhere', async () => {
    const [member, colleague] = [await newPerson('member'), await newPerson('member')];
    const { body: made } = await create({}, await tokenOf(member, [11]));
    const tokens = [
      await tokenOf(colleague, [11, 12]),
      await tokenOf(await newPerson('owner', 2), [21]),
      // The owner, and the maker, with a token for another website.
      await tokenOf(ANN, [12]),
      await tokenOf(member, [12]),
    ];
    for (const token of tokens) {
      expect((await send('get', PATH, undefined, token)).body.links).toEqual([]);
      for (const { method, path } of requests(made.id).filter((each) => each.path.includes(`/${made.id}`)))
        expect([method, (await send(method, path, undefined, token)).status]).toEqual([method, 404]);
    }
    // The owner of the account sees it, and who made it.
    expect((await send('get', PATH)).body.links).toMatchObject([
      { id: made.id, is_own: false, made_by: expect.stringMatching(/^person-/), state: 'active' },
    ]);
    await send('delete', `${PATH}/${made.id}`).expect(200);
  });

  test('a reader shares nothing', async () => {
    const reader = await newPerson('reader');
    // A reader cannot make such a token; the dashboard has one for everybody.
    await rest.database.sql`update account_members set role = 'member' where user_id = ${reader}`;
    const token = await tokenOf(reader, [11]);
    await rest.database.sql`update account_members set role = 'reader' where user_id = ${reader}`;
    const { body } = await create({}, token);
    expect(body).toEqual(problem(404, 'not_found', 'website_id'));
    expect((await send('get', PATH, undefined, token)).body.shareable_website_ids).toEqual([]);
    expect(body.detail).toContain('may only read');
    expect(await stored()).toBe(0);
  });
});

test('the audit log has who made and revoked a link, from which network', async () => {
  const member = await newPerson('member');
  const { body } = await create({ days: 7, password: 'eight letters' }, await tokenOf(member, [11]));
  await send('delete', `${PATH}/${body.id}`).expect(200);
  const events = await rest.database.sql`
    select kind, actor_id, user_id, account_id, website_ids, client_id, address, details from security_events
    where (details ->> 'link')::int = ${body.id} order by id`;
  const about = { user_id: member, account_id: 1, website_ids: [11], client_id: 'funnel-tokens' };
  expect(events).toMatchObject([
    {
      ...about,
      kind: 'share_link_created',
      actor_id: member,
      address: expect.stringMatching(/\d/),
      details: { link: body.id, days: 7, password: true },
    },
    { ...about, kind: 'share_link_revoked', actor_id: ANN, details: { link: body.id } },
  ]);
});

test('an account that makes many links with a password at once waits, and others go on', async () => {
  const other = await tokenOf(await newPerson('member', 2), [21]);
  const password = 'the password of a link';
  const flood = Array.from({ length: 24 }, () => create({ password }));
  const statuses = Promise.all(flood.map(async (each) => (await each).status));
  expect((await create({ password }, other, '?website_id=21')).status).toBe(201);
  const counted = await statuses;
  expect(new Set(counted)).toEqual(new Set([201, 503]));
  expect(await stored()).toBe(counted.filter((status) => status === 201).length + 1);
});

test('a link ends when its website moves to another account', async () => {
  const { body } = await create().expect(201);
  await rest.database.sql`update websites set account_id = 2 where id = 11`;
  try {
    expect(await findOpenableLink(rest.database, body.secret)).toBeUndefined();
    expect((await create()).status).toBe(404);
  } finally {
    await rest.database.sql`update websites set account_id = 1 where id = 11`;
  }
});
