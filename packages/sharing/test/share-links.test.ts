import { createHash, randomUUID } from 'node:crypto';
import { trustedWebsiteId } from '@funnel/domain';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, ENCRYPTION_KEY, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createShareLink,
  findShareLink,
  listShareLinks,
  MAX_ACTIVE_LINKS,
  revokeShareLink,
  type ShareLinkRequest,
} from '../src/index.ts';

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
    ],
  };
  const now = new Date('2026-11-14T12:00:00Z');
  await importCatalog(db.database, catalog, { encryptionKey: ENCRYPTION_KEY, now });
  owner = await newPerson('owner');
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.database.sql`delete from share_links`;
  await db.database.sql`delete from notification_limits`;
  await db.database.sql`update accounts set max_token_days = null`;
});

async function newPerson(
  role: string,
  { accountId = 1, websiteIds = null as number[] | null } = {},
): Promise<number> {
  people += 1;
  const [person] = await db.database.sql<{ id: number }[]>`
    insert into users (email, password_hash) values (${`person-${people}@example.com`}, '-') returning id`;
  if (!person) throw new Error('no person');
  await db.database.sql`
    insert into account_members (account_id, user_id, role, website_ids)
    values (${accountId}, ${person.id}, ${role}, ${websiteIds})`;
  return person.id;
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
const revoke = (userId: number, id: number) => revokeShareLink(db.database, scope(userId), id);

test('only who may share a website shares it', async () => {
  const reader = await newPerson('reader');
  const ofOne = await newPerson('member', { websiteIds: [12] });
  const stranger = await newPerson('owner', { accountId: 2 });
  for (const userId of [reader, ofOne, stranger])
    await expect(share(userId)).rejects.toMatchObject({ code: 'not_found' });
  expect(await db.database.sql`select from share_links`).toHaveLength(0);
  await share(ofOne, { websiteId: trustedWebsiteId(12) });
  await share(await newPerson('member'));
});

describe('limits', () => {
  test('of how many links a person makes, also if they are revoked at once', async () => {
    const userId = await newPerson('member');
    await db.database.sql`
      insert into notification_limits (key, uses, used_at, last_used_at)
      select ${createHash('sha256').update(`share links person ${userId}`).digest('base64url')},
        array_agg(gen_random_uuid()), array_agg(now()), now() from generate_series(1, 199)`;
    const { id } = await share(userId);
    await revoke(userId, id);
    await expect(share(userId)).rejects.toMatchObject({ code: 'rate_limited' });
    await share(owner);
  });

  test('of the number of active links, also of two requests at once', async () => {
    const userId = await newPerson('member');
    for (let count = 1; count < MAX_ACTIVE_LINKS; count += 1) await share(userId);
    const both = await Promise.allSettled([share(userId), share(userId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(share(userId)).rejects.toMatchObject({ code: 'invalid_field' });
    const [link] = await linksOf(userId);
    await revoke(userId, link?.id ?? 0);
    await share(userId);
  });

  test('of the life: a year, and what the owner of the account says', async () => {
    await expect(share(owner, { lifeDays: 366 })).rejects.toMatchObject({ code: 'invalid_field' });
    await share(owner, { lifeDays: 365 });
    await db.database.sql`update accounts set max_token_days = 7 where id = 1`;
    await expect(share(owner)).rejects.toThrow(
      'A link may be valid for 7 days at most for websites of Oak & Linen: its owner says so.',
    );
    await share(owner, { lifeDays: 7 });
    const lives = (await linksOf(owner)).map(
      (link) => (link.expiresAt.getTime() - link.createdAt.getTime()) / 86_400_000,
    );
    expect(new Set(lives)).toEqual(new Set([7, 365]));
  });

  test('the links of a person count whatever website they are of', async () => {
    const rest = db.openAs('rest-api');
    const userId = await newPerson('member');
    await db.database.sql`
      insert into share_links (account_id, user_id, name, website_id, secret_hash, grant_id_hash, expires_at)
      select 1, ${userId}, 'x', 12, sha256(n::text::bytea), sha256(n::text::bytea), now() + interval '1 day'
      from generate_series(1, ${MAX_ACTIVE_LINKS}) as n`;
    const request = {
      requestId: randomUUID(),
      userId,
      name: 'x',
      campaignId: null,
      lifeDays: 1,
      password: null,
    };
    const options = { hash: async () => '', by: {} };
    await expect(
      createShareLink(rest, { ...request, websiteId: trustedWebsiteId(11) }, options),
    ).rejects.toMatchObject({ detail: expect.stringContaining('100 active links') });
  });
});

test('people see and revoke their own links, owners those of their accounts, and nobody others', async () => {
  const [member, other] = [await newPerson('member'), await newPerson('member')];
  const stranger = await newPerson('owner', { accountId: 2 });
  const { id } = await share(member);
  const seen = async (userId: number) => (await linksOf(userId)).map((link) => link.id);
  expect([await seen(member), await seen(owner)]).toEqual([[id], [id]]);
  for (const userId of [other, stranger]) {
    expect(await seen(userId)).toEqual([]);
    expect(await findShareLink(db.database, scope(userId), id)).toBeUndefined();
    expect(await revoke(userId, id)).toBe(false);
  }
  expect((await findShareLink(db.database, scope(owner), id))?.isActive).toBe(true);
});

describe('a request that is sent again makes no second link,', () => {
  const again = (request: Partial<ShareLinkRequest>, database = db.database) =>
    createShareLink(
      database,
      {
        requestId: randomUUID(),
        userId: owner,
        name: 'x',
        campaignId: null,
        lifeDays: 30,
        websiteId: trustedWebsiteId(11),
        password: null,
        ...request,
      },
      {
        hash: async () => {
          hashed += 1;
          return 'a hash';
        },
        by: {},
      },
    );
  let hashed = 0;

  test('and hashes no password again; the secret is not returned twice', async () => {
    const request = { requestId: randomUUID(), password: 'a password' };
    const first = await again(request);
    hashed = 0;
    expect(await again(request)).toEqual({ id: first.id, secret: undefined });
    expect([hashed, (await linksOf(owner)).length]).toEqual([0, 1]);
  });

  test('nor do several at once, from two processes', async () => {
    const other = db.openAs('rest-api');
    const requestId = randomUUID();
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) => again({ requestId }, index % 2 === 0 ? db.database : other)),
    );
    expect(made.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await linksOf(owner)).toHaveLength(1);
  });

  test('and is refused for another website; another person may have the same', async () => {
    const requestId = randomUUID();
    await again({ requestId });
    for (const database of [db.database, db.openAs('rest-api')])
      await expect(again({ requestId, websiteId: trustedWebsiteId(12) }, database)).rejects.toMatchObject({
        code: 'invalid_field',
        parameter: 'request_id',
      });
    expect((await again({ requestId, userId: await newPerson('member') })).secret).toBeDefined();
  });
});
