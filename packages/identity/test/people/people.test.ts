import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addMembership,
  consumeThrottle,
  createSession,
  createUser,
  deleteSession,
  deleteThrottles,
  findSession,
  findUser,
  findUserByEmail,
  refundThrottle,
  type User,
  websitesOfUser,
} from '../../src/index.ts';
import type { Database } from '@funnel/db';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, inTime, type TestDatabase } from '@funnel/testing';

const now = new Date('2026-11-14T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const HOUR = 3_600_000;

/** Two accounts with one website each. */
const catalog = {
  accounts: [
    { id: 1, name: 'Odd' },
    { id: 2, name: 'Even' },
  ],
  websites: [
    { id: 1, account_id: 1, name: 'odd.example', currency: 'EUR' },
    { id: 2, account_id: 2, name: 'even.example', currency: 'USD' },
  ],
};

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importCatalog(database, catalog, { encryptionKey: new Uint8Array(32), now });
});
afterAll(() => testDatabase.drop());

async function newUser(email: string, accountId = 1): Promise<User> {
  const result = await createUser(database, { email, passwordHash: 'a hash', accountId });
  if ('error' in result) throw new Error(result.error);
  return result.user;
}

describe('a person', () => {
  test('is found by email in any case, and by id', async () => {
    const user = await newUser(' Ada@Example.COM ');
    expect(user.email).toBe('ada@example.com');
    expect(await findUserByEmail(database, 'ADA@example.com')).toEqual({
      ...user,
      isVerified: false,
      passwordHash: 'a hash',
    });
    expect(await findUser(database, user.id)).toEqual({ ...user, isVerified: false });
    expect(await findUserByEmail(database, 'ada@example.com\0')).toMatchObject(user);
    expect(await findUser(database, 0)).toBeUndefined();
  });

  test('is one person, however the domain is written; one of before is found as it was written', async () => {
    const user = await newUser('eve@ｅve.example');
    expect(user.email).toBe('eve@eve.example');
    expect(await findUserByEmail(database, 'eve@EVE。example')).toMatchObject(user);
    const stored = await newUser('old@old.example');
    await database.sql`update users set email = 'old@öld.example' where id = ${stored.id}`;
    expect(await findUserByEmail(database, 'Old@ÖLD.example')).toMatchObject({ id: stored.id });
  });

  test('keeps their password when the email is added again', async () => {
    await newUser('bob@example.com');
    const again = { email: 'BOB@example.com', passwordHash: 'another', accountId: 2 };
    expect(await createUser(database, again)).toEqual({ error: 'email_taken' });
    expect(await findUserByEmail(database, 'bob@example.com')).toMatchObject({ passwordHash: 'a hash' });
  });

  test('is not created for an unknown account', async () => {
    const stray = { email: 'stray@example.com', passwordHash: 'a hash', accountId: 99 };
    expect(await createUser(database, stray)).toEqual({ error: 'unknown_account' });
    expect(await findUserByEmail(database, 'stray@example.com')).toBeUndefined();
  });

  test('sees only the websites of their accounts', async () => {
    const { id: userId } = await newUser('carol@example.com');
    const odd = { id: 1, name: 'odd.example', accountId: 1, accountName: 'Odd', role: 'member' };
    expect(await websitesOfUser(database, userId)).toEqual([odd]);
    expect(await addMembership(database, { userId, accountId: 2 })).toBe('added');
    expect(await addMembership(database, { userId, accountId: 2 })).toBe('already_member');
    expect(await addMembership(database, { userId, accountId: 99 })).toBe('unknown_account');
    expect(await websitesOfUser(database, userId)).toEqual([
      { id: 2, name: 'even.example', accountId: 2, accountName: 'Even', role: 'owner' },
      odd,
    ]);
  });
});

test('a person joins an account while a load holds the lock of the website with the same number', async () => {
  await database.sql.begin(async (load) => {
    await load`select pg_advisory_xact_lock(7203115, 2)`;
    const joining = createUser(database, { email: 'zoe@example.com', passwordHash: 'a hash', accountId: 2 });
    expect(await inTime(joining)).toMatchObject({ user: { email: 'zoe@example.com' } });
  });
});

describe('a session', () => {
  test('is found by its id, and only the hash of the id is stored', async () => {
    const user = await newUser('dora@example.com');
    const id = await createSession(database, user.id, now);
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(await findSession(database, id, now)).toEqual({
      ...user,
      isStrong: false,
      isTooWeak: false,
      isByCompany: false,
      companyAccountId: null,
      signedInAt: now,
    });
    const rows = await database.sql`select * from authorization_records where model = 'PersonSession'`;
    expect(JSON.stringify(rows)).not.toContain(id);
    await deleteSession(database, id);
    expect(await findSession(database, id, now)).toBeUndefined();
  });

  test('expires after 12 idle hours, and after 7 days at the latest', async () => {
    const user = await newUser('emil@example.com');
    const idle = await createSession(database, user.id, now);
    expect(await findSession(database, idle, after(12 * HOUR))).toBeUndefined();

    const used = await createSession(database, user.id, now);
    for (let hours = 10; hours < 7 * 24; hours += 10) {
      expect(await findSession(database, used, after(hours * HOUR))).toMatchObject(user);
    }
    expect(await findSession(database, used, after(7 * 24 * HOUR))).toBeUndefined();
  });
});

describe('a throttle', () => {
  const rule = { windowSeconds: 900, limit: 10 };

  test('allows exactly its limit of parallel attempts', async () => {
    const attempts = Array.from({ length: 40 }, () => consumeThrottle(database, 'burst', { ...rule, now }));
    const results = await Promise.all(attempts);
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  test('says when to retry, and then allows attempts again', async () => {
    const options = { windowSeconds: 900, limit: 1, now: after(60_000) };
    await consumeThrottle(database, 'patience', options);
    const refused = await consumeThrottle(database, 'patience', options);
    expect(refused).toEqual({ allowed: false, retryAfterSeconds: 840 });
    const later = await consumeThrottle(database, 'patience', { ...options, now: after(900_000) });
    expect(later.allowed).toBe(true);
  });

  test('counts each key separately, and can take an attempt back', async () => {
    const once = { windowSeconds: 900, limit: 1, now };
    expect((await consumeThrottle(database, 'one', once)).allowed).toBe(true);
    expect((await consumeThrottle(database, 'other', once)).allowed).toBe(true);
    await refundThrottle(database, 'one', once);
    expect((await consumeThrottle(database, 'one', once)).allowed).toBe(true);
    expect((await consumeThrottle(database, 'other', once)).allowed).toBe(false);
  });

  test('is deleted by the clean-up when its window has ended', async () => {
    await consumeThrottle(database, 'old', { ...rule, now: after(-30 * 24 * HOUR) });
    await deleteThrottles(database, after(-24 * HOUR));
    const rows = await database.sql<{ key: string }[]>`select key from throttles`;
    expect(rows.map(({ key }) => key)).not.toContain('old');
    expect(rows.map(({ key }) => key)).toContain('burst');
  });
});
