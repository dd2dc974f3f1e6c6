import type { Actor, MemberRole } from '@funnel/db';
import { randomBytes, randomUUID } from 'node:crypto';
import { trustedWebsiteId } from '@funnel/domain';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  changeMember,
  changePassword,
  createAuthorizationStore,
  createUser,
  deleteEndedShareLinks,
  deleteExpired,
  endSurplusApplications,
  findOpenableLink,
  leaveAccount,
  listApplications,
  listSecurityEvents,
  MAX_OF_NETWORK,
  noteOpening,
  type OpenableLink,
  removeUser,
  setTokenLife,
  tokenOfLink,
} from '../../src/index.ts';
import { looksLikeToken } from '@funnel/secrets';
import {
  createShareLink,
  findShareLink,
  listOpenings,
  listShareLinks,
  MAX_OPENINGS,
  revokeShareLink,
  type ShareLinkRequest,
} from '@funnel/sharing';

const RESOURCE = 'http://127.0.0.1:3000';
let db: TestDatabase;
let owner: number;
let people = 0;
beforeAll(async () => {
  db = await createTestDatabase();
  const catalog = {
    accounts: [
      { id: 1, name: 'Oak & Linen' },
      { id: 2, name: 'Tidewater' },
    ],
    websites: [
      { id: 11, account_id: 1, name: 'one', currency: 'EUR' },
      { id: 12, account_id: 1, name: 'two', currency: 'EUR' },
      { id: 21, account_id: 2, name: 'other', currency: 'EUR' },
    ],
  };
  const encryptionKey = new Uint8Array(randomBytes(32));
  await importCatalog(db.database, catalog, { encryptionKey, now: new Date('2026-11-14T12:00:00Z') });
  owner = await newPerson('owner');
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.database.sql`delete from share_links`;
  await db.database.sql`delete from authorization_records`;
  await db.database.sql`delete from notification_limits`;
  await setTokenLife(db.database, { accountId: 1, days: null });
});

async function newPerson(role: MemberRole, { accountId = 1, websiteIds = null as number[] | null } = {}) {
  people += 1;
  const created = await createUser(db.database, {
    email: `person-${people}@example.com`,
    passwordHash: '-',
    accountId,
    role,
    websiteIds: websiteIds?.map(trustedWebsiteId),
  });
  if ('error' in created) throw new Error(created.error);
  return created.user.id;
}

const share = (userId: number, changes: Partial<ShareLinkRequest> = {}) =>
  createShareLink(
    db.database,
    {
      requestId: randomUUID(),
      userId,
      name: 'For a client',
      websiteId: trustedWebsiteId(11),
      campaignId: null,
      password: null,
      lifeDays: 30,
      ...changes,
    },
    { hash: async (password) => `hash of ${password}`, by: { actorId: userId, address: '192.0.2.1' } },
  ).then(({ id, secret }) => {
    if (secret === undefined) throw new Error('The link was made before.');
    return { id, secret };
  });
/** All websites: what is not of the person is found by the rights of the person alone. */
const scope = (userId: number) => ({ userId, websiteIds: [11, 12, 21].map(trustedWebsiteId) });
const linksOf = async (userId: number) => (await listShareLinks(db.database, scope(userId))).links;
const revoke = (userId: number, id: number, by?: Actor) =>
  revokeShareLink(db.database, scope(userId), id, by);
const found = (secret: string) => findOpenableLink(db.database, secret);
async function opened(secret: string): Promise<{ link: OpenableLink; token: string }> {
  const link = await found(secret);
  const issued = link && (await tokenOfLink(db.database, secret, link, RESOURCE));
  if (!link || !issued) throw new Error('The link is not open.');
  return { link, token: issued.token };
}
/** What a token shows now; undefined if it has ended. */
async function shownBy(token: string) {
  const store = createAuthorizationStore(db.database, ['funnel-dashboard']);
  const [state] = await store.readTokenStates([token]);
  return state?.status === 'active' ? { websites: state.websiteIds, ...state.view } : undefined;
}

test('a link shows one website, or one campaign of it, and is stored without its secret', async () => {
  const website = await share(owner);
  const campaign = await share(owner, { campaignId: 7 });
  expect(looksLikeToken(website.secret)).toBe(true);
  expect(website.secret).toMatch(/^fnl_sl_/);
  const one = await opened(website.secret);
  expect(one.link).toMatchObject({ websiteId: 11, websiteName: 'one', accountName: 'Oak & Linen' });
  expect(await shownBy(one.token)).toEqual({ websites: [11], token_use: 'view' });
  const other = await opened(campaign.secret);
  expect(await shownBy(other.token)).toEqual({ websites: [11], campaign_ids: [7], token_use: 'view' });
  const tables = ['share_links', 'authorization_records', 'grant_websites', 'security_events'];
  for (const table of tables) {
    const rows = await db.database.sql.unsafe(`select t::text as text from ${table} as t`);
    for (const { secret } of [website, campaign]) expect(JSON.stringify(rows)).not.toContain(secret);
  }
});

test('the receipt of a link with a password is not that of the same link without', async () => {
  const link = await share(owner, { password: 'secret' });
  const before = (await found(link.secret))?.receipt;
  await db.database.sql`update share_links set password_hash = null`;
  expect((await found(link.secret))?.receipt).not.toBe(before);
});

test('who limits the life of tokens limits that of links that exist', async () => {
  const { id, secret } = await share(owner, { lifeDays: 365 });
  await setTokenLife(db.database, { accountId: 1, days: 7 });
  for (const { createdAt, expiresAt } of await linksOf(owner))
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 86_400_000);
  await db.database.sql`update share_links set created_at = created_at - interval '8 days' where id = ${id}`;
  await setTokenLife(db.database, { accountId: 1, days: 6 });
  expect(await found(secret)).toBeUndefined();
});

describe('a link ends at once, with the tokens that were given out for it,', () => {
  const ends = async (secret: string, end: () => Promise<unknown>) => {
    const { token } = await opened(secret);
    expect(await shownBy(token)).toBeDefined();
    await end();
    expect(await found(secret)).toBeUndefined();
    const shown = await shownBy(token);
    expect(shown === undefined || shown.websites.length === 0).toBe(true);
  };
  const listed = async (userId: number) => (await linksOf(userId)).map(({ isActive }) => isActive);

  test('when its maker revokes it', async () => {
    const userId = await newPerson('member');
    const { secret, id } = await share(userId);
    await ends(secret, () => revoke(userId, id, { actorId: userId }));
    expect(await revoke(userId, id)).toBe(false);
    expect(await listed(userId)).toEqual([false]);
  });

  test('when an owner of the account revokes it', async () => {
    const { secret, id } = await share(await newPerson('member'));
    await ends(secret, () => revoke(owner, id));
  });

  test('when it expires', async () => {
    const { secret } = await share(owner, { lifeDays: 1 });
    await opened(secret);
    await db.database.sql`update share_links set expires_at = now() - interval '1 second'`;
    expect(await found(secret)).toBeUndefined();
  });

  test('when its maker loses the website', async () => {
    const userId = await newPerson('member');
    const { secret } = await share(userId);
    const change = { userId, accountId: 1, websiteIds: [trustedWebsiteId(12)] };
    await ends(secret, () => changeMember(db.database, change));
    // It stays ended, even if the person gets the website back.
    await changeMember(db.database, { userId, accountId: 1, websiteIds: null });
    expect(await found(secret)).toBeUndefined();
    expect(await listed(userId)).toEqual([false]);
  });

  test('when its maker may only read', async () => {
    const userId = await newPerson('member');
    const { secret } = await share(userId);
    await ends(secret, () => changeMember(db.database, { userId, accountId: 1, role: 'reader' }));
  });

  test('when its maker leaves the account', async () => {
    const userId = await newPerson('member');
    const { secret } = await share(userId);
    await ends(secret, () => leaveAccount(db.database, { userId, accountId: 1 }));
  });

  test('when its maker is removed, with everything that the list had', async () => {
    const userId = await newPerson('member');
    const { secret } = await share(userId);
    await ends(secret, () => removeUser(db.database, { id: userId }));
    expect(await db.database.sql`select from share_links`).toHaveLength(0);
  });

  test('when its maker changes the password: somebody else may have made it', async () => {
    const userId = await newPerson('member');
    const { secret } = await share(userId);
    await ends(secret, () => changePassword(db.database, { id: userId, passwordHash: '--' }));
    expect(await listed(userId)).toEqual([false]);
  });

  test('when the website moves to another account', async () => {
    const { secret } = await share(owner, { websiteId: trustedWebsiteId(12) });
    try {
      await ends(secret, () => db.database.sql`update websites set account_id = 2 where id = 12`);
    } finally {
      await db.database.sql`update websites set account_id = 1 where id = 12`;
    }
  });
});

describe('as the role of the REST API', () => {
  test('a link is made, listed and revoked, within the websites that are stated', async () => {
    const rest = db.openAs('rest-api');
    const userId = await newPerson('member');
    const made = await createShareLink(
      rest,
      {
        requestId: randomUUID(),
        userId,
        name: 'x',
        campaignId: null,
        lifeDays: 1,
        password: 'x',
        websiteId: trustedWebsiteId(11),
      },
      { hash: async () => 'a hash', by: { actorId: userId } },
    );
    const { link, token } = await opened(made.secret ?? '');
    await noteOpening(db.database, link, { openedAt: new Date(), network: null, browser: 'x' });
    const [one, other] = [[11], [12, 21]].map((ids) => ({
      userId: owner,
      websiteIds: ids.map(trustedWebsiteId),
    }));
    if (!one || !other) throw new Error('no scope');
    const { links, total } = await listShareLinks(rest, one);
    expect(links).toMatchObject([
      {
        id: made.id,
        hasPassword: true,
        isActive: true,
        openings: 1,
        email: expect.stringMatching(/^person-/),
      },
    ]);
    expect(total).toBe(1);
    expect(await listOpenings(rest, one, made.id)).toHaveLength(1);
    // The same person, with a token for other websites.
    expect(await listShareLinks(rest, other)).toEqual({ links: [], total: 0 });
    expect(await findShareLink(rest, other, made.id)).toBeUndefined();
    expect(await listOpenings(rest, other, made.id)).toEqual([]);
    expect(await revokeShareLink(rest, other, made.id)).toBe(false);
    expect(await shownBy(token)).toBeDefined();
    // It reaches no grant, and the tokens end all the same.
    expect(await revokeShareLink(rest, one, made.id, { actorId: owner })).toBe(true);
    expect(await db.database.sql`select from authorization_records where model = 'Grant'`).toHaveLength(1);
    expect(await shownBy(token)).toBeUndefined();
  });
});

test('the grant of a link is made when it is first opened, once', async () => {
  const grants = () => db.database.sql`select id_hash from authorization_records where model = 'Grant'`;
  const { secret } = await share(owner);
  expect(await grants()).toHaveLength(0);
  await Promise.all([opened(secret), opened(secret), opened(secret)]);
  expect(await grants()).toHaveLength(1);
  expect(
    await db.database
      .sql`select website_ids from grant_websites where grant_id_hash in (select id_hash from authorization_records)`,
  ).toEqual([{ website_ids: [11] }]);
});

test('a link whose grant was made with it goes on, as links of earlier versions do', async () => {
  const { secret } = await share(owner);
  await opened(secret);
  await db.database.sql`delete from authorization_records where model = 'AccessToken'`;
  const [before] = await db.database.sql`select created_at from authorization_records`;
  expect(await shownBy((await opened(secret)).token)).toMatchObject({ websites: [11] });
  const [after] = await db.database.sql`select created_at from authorization_records where model = 'Grant'`;
  expect(after).toEqual(before);
});

describe('a link that nobody has opened', () => {
  test('ends for good when its maker loses the website', async () => {
    const userId = await newPerson('member');
    const { secret } = await share(userId);
    await changeMember(db.database, { userId, accountId: 1, websiteIds: [trustedWebsiteId(12)] });
    await changeMember(db.database, { userId, accountId: 1, websiteIds: null });
    expect(await found(secret)).toBeUndefined();
  });

  test('ends with a new password, and no later than the owner says', async () => {
    const userId = await newPerson('member');
    const { secret } = await share(userId);
    await changePassword(db.database, { id: userId, passwordHash: '--' });
    expect(await found(secret)).toBeUndefined();
    const { secret: long } = await share(owner);
    await db.database.sql`update share_links set created_at = created_at - interval '8 days'`;
    await setTokenLife(db.database, { accountId: 1, days: 7 });
    expect(await found(long)).toBeUndefined();
  });
});

test('a link without its own grant does not open: nothing would end its tokens', async () => {
  const { secret } = await share(owner);
  await db.database.sql`update share_links set grant_id_hash = sha256('another'::bytea)`;
  expect(await found(secret)).toBeUndefined();
});

test('a link is no application, and does not count as one', async () => {
  const userId = await newPerson('member');
  const { secret } = await share(userId);
  expect(await listApplications(db.database, userId)).toEqual([]);
  await endSurplusApplications(db.database, { userId, most: 0 });
  expect(await found(secret)).toBeDefined();
});

test('openings are listed, the newest first, and at most so many are kept', async () => {
  const { secret, id } = await share(owner);
  const { link } = await opened(secret);
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 0, minute));
  await noteOpening(db.database, link, { openedAt: at(0), network: '192.0.2.7', browser: 'a\0browser' });
  await noteOpening(db.database, link, { openedAt: at(1), network: null, browser: '' });
  expect(await listOpenings(db.database, scope(owner), id)).toEqual([
    { openedAt: at(1), network: null, browser: null },
    { openedAt: at(0), network: '192.0.2.7', browser: 'abrowser' },
  ]);
  expect(await linksOf(owner)).toMatchObject([{ openings: 2, lastOpenedAt: at(1) }]);
  await db.database.sql`
    insert into share_link_openings (link_id, opened_at, network)
    select ${id}, '2026-11-18 01:00Z'::timestamptz + make_interval(mins => n), n / 10 from generate_series(1, 2100) as n`;
  await noteOpening(db.database, link, { openedAt: at(6000), network: null, browser: 'x'.repeat(5_000) });
  const kept = await listOpenings(db.database, scope(owner), id);
  expect(kept.length).toBeLessThanOrEqual(MAX_OPENINGS);
  expect(kept.length).toBeGreaterThan(MAX_OPENINGS / 2);
  expect(kept[0]?.browser).toHaveLength(200);
});

test('a network that opens a link again and again, and thousands of networks, push out no first opening', async () => {
  const { secret, id } = await share(owner);
  const { link } = await opened(secret);
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 0, minute));
  const open = (minute: number, network: string) =>
    noteOpening(db.database, link, { openedAt: at(minute), network, browser: '' });
  const first = async (network: string) =>
    (await listOpenings(db.database, scope(owner), id))
      .filter((opening) => opening.network === network)
      .at(-1)?.openedAt;
  const addOpenings = (from: number, count: number, network: string) => db.database.sql`
    insert into share_link_openings (link_id, opened_at, network)
    select ${id}, ${at(from).toISOString()}::timestamptz + make_interval(secs => n), replace(${network}, '*', n::text)
    from generate_series(1, ${count}::int) as n`;
  await open(0, '192.0.2.1');
  await open(1, '192.0.2.2');
  await addOpenings(10, 1_500, '192.0.2.3');
  await open(100, '192.0.2.3');
  expect(await first('192.0.2.1')).toEqual(at(0));
  expect(await first('192.0.2.2')).toEqual(at(1));
  const openings = await listOpenings(db.database, scope(owner), id);
  expect(openings.filter(({ network }) => network === '192.0.2.3')).toHaveLength(MAX_OF_NETWORK);
  expect(openings[0]?.openedAt).toEqual(at(100));

  await addOpenings(200, 2_000, '2001:db8:*::');
  await open(300, '192.0.2.3');
  expect([await first('192.0.2.1'), await first('192.0.2.2')]).toEqual([at(0), at(1)]);
  const kept = await listOpenings(db.database, scope(owner), id);
  expect(kept.length).toBeLessThanOrEqual(MAX_OPENINGS);
  expect(kept[0]?.openedAt).toEqual(at(300));
});

test('the audit log has making, revoking, and opening from a new network', async () => {
  const userId = await newPerson('member');
  const since = new Date(Date.now() - 1_000);
  const { secret, id } = await share(userId, { campaignId: 7, password: 'x' });
  const { link } = await opened(secret);
  for (const network of ['192.0.2.8', '192.0.2.8', '192.0.2.9', null])
    await noteOpening(db.database, link, { openedAt: new Date(), network, browser: '' });
  await revoke(owner, id, { actorId: owner });
  const events = await listSecurityEvents(db.database, { since, ownedBy: owner, limit: 100 });
  const about = { accountId: 1, websiteIds: [11] };
  expect(events.filter(({ details }) => details?.['link'] === id).reverse()).toMatchObject([
    {
      ...about,
      kind: 'share_link_created',
      actorId: userId,
      details: { link: id, campaign: 7, days: 30, password: true },
    },
    { ...about, kind: 'share_link_opened', actorId: null, address: '192.0.2.8' },
    { ...about, kind: 'share_link_opened', address: '192.0.2.9' },
    { ...about, kind: 'share_link_revoked', actorId: owner, userId },
  ]);
});

test('links are deleted a while after their end, with who opened them', async () => {
  const [live, expired, revoked] = [await share(owner), await share(owner), await share(owner)];
  const { link } = await opened(expired.secret);
  for (const { secret } of [live, revoked]) await opened(secret);
  await noteOpening(db.database, link, { openedAt: new Date(), network: null, browser: '' });
  await revoke(owner, revoked.id);
  await db.database
    .sql`update share_links set expires_at = now() - interval '2 hours' where id = ${expired.id}`;
  await db.database
    .sql`update share_links set revoked_at = now() - interval '2 hours' where id = ${revoked.id}`;
  await deleteExpired(db.database);
  expect(await deleteEndedShareLinks(db.database, new Date(Date.now() - 3 * 3600_000))).toBe(0);
  expect(await deleteEndedShareLinks(db.database, new Date(Date.now() - 3600_000))).toBe(2);
  expect((await linksOf(owner)).map(({ id }) => id)).toEqual([live.id]);
  expect(await db.database.sql`select from share_link_openings`).toHaveLength(0);
  expect(await db.database.sql`select id_hash from authorization_records where model = 'Grant'`).toEqual(
    await db.database.sql`select grant_id_hash as id_hash from share_links`,
  );
});
