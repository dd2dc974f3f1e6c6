import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type AuthorizationStore,
  createAuthorizationStore,
  createUser,
  deleteExpired,
  deleteUnusedClients,
  issuePersonalToken,
} from '../src/index.ts';
import { trustedWebsiteId } from '@funnel/domain';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, reviveKeys, type TestDatabase } from '@funnel/testing';

let db: TestDatabase;
let store: AuthorizationStore;
let userId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  store = createAuthorizationStore(db.database);
  const catalog = {
    accounts: [{ id: 1, name: 'Oak & Linen' }],
    websites: [
      { id: 11, account_id: 1, name: 'one', currency: 'EUR' },
      { id: 12, account_id: 1, name: 'two', currency: 'EUR' },
      { id: 13, account_id: 1, name: 'three', currency: 'EUR' },
    ],
  };
  await importCatalog(db.database, catalog, {
    encryptionKey: new Uint8Array(randomBytes(32)),
    now: new Date('2026-11-14T12:00:00Z'),
  });
  const created = await createUser(db.database, {
    email: 'ann@example.com',
    passwordHash: '-',
    accountId: 1,
  });
  userId = 'user' in created ? created.user.id : 0;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.database.sql`delete from authorization_records`;
  await reviveKeys(db.database);
});

const endedKeys = async () =>
  (
    await db.database.sql<
      { id: number }[]
    >`select id from websites where api_key_ended_at is not null order by id`
  ).map(({ id }) => id);

async function grantWebsites(grantId: string, websiteIds: number[]): Promise<void> {
  await store.upsert('Grant', grantId, { jti: grantId, accountId: String(userId) }, 60);
  await store.saveGrantWebsites(grantId, userId, websiteIds.map(trustedWebsiteId));
}

describe('a record', () => {
  test('is found by its id, and stored without it', async () => {
    await store.upsert(
      'RefreshToken',
      'the-token',
      { jti: 'the-token', kind: 'RefreshToken', rotations: 2 },
      60,
    );
    expect(await store.find('RefreshToken', 'the-token')).toEqual({
      payload: { jti: 'the-token', kind: 'RefreshToken', rotations: 2 },
    });
    expect(await store.find('RefreshToken', 'another')).toBeUndefined();
    expect(await store.find('AccessToken', 'the-token')).toBeUndefined();
    const [row] = await db.database.sql`select t::text as text from authorization_records as t`;
    expect(row?.['text']).not.toContain('the-token');
  });

  test('of an interaction is stored without its id and session cookie, and keeps its return address', async () => {
    const payload = {
      jti: 'uid-1234567890',
      returnTo: 'http://127.0.0.1/authorize/uid-1234567890',
      session: { uid: 'session-uid', cookie: 'session-cookie' },
    };
    await store.upsert('Interaction', 'uid-1234567890', payload, 60);
    const [row] = await db.database.sql`select t::text as text from authorization_records as t`;
    expect(row?.['text']).not.toMatch(/uid-1234567890|session-cookie/);
    expect((await store.find('Interaction', 'uid-1234567890'))?.payload).toEqual({
      ...payload,
      session: { uid: 'session-uid' },
    });
  });

  test('of a client holds only the hash of its secret', async () => {
    await store.upsert('Client', 'c', { client_id: 'c', client_secret: 'the secret' });
    const found = await store.find('Client', 'c');
    expect(found?.payload).toEqual({ client_id: 'c', client_secret: expect.stringMatching(/^[\da-f]{64}$/) });
  });

  test('is replaced by a record with the same id', async () => {
    await store.upsert('Session', 's', { uid: 'u', accountId: '1' }, 60);
    await store.upsert('Session', 's', { uid: 'u', accountId: '2' }, 60);
    expect((await store.findByUid('Session', 'u'))?.['accountId']).toBe('2');
  });

  test('is not found after it has expired, neither by id nor by uid nor as an access token', async () => {
    await store.upsert('Session', 's', { uid: 'u' }, -1);
    await store.upsert('AccessToken', 't', { grantId: 'g' }, -1);
    expect(await store.find('Session', 's')).toBeUndefined();
    expect(await store.findByUid('Session', 'u')).toBeUndefined();
    expect(await store.findAccessToken('t')).toBeUndefined();
  });

  test('is consumed once, also by parallel requests, and keeps the time of the first use', async () => {
    await store.upsert('AuthorizationCode', 'code', { grantId: 'g' }, 60);
    const results = await Promise.all(
      Array.from({ length: 8 }, () => store.consume('AuthorizationCode', 'code')),
    );
    expect(results.filter(({ isFirst }) => isFirst)).toHaveLength(1);
    expect(new Set(results.map(({ salt }) => salt)).size).toBe(1);
    await store.upsert('AuthorizationCode', 'code', { grantId: 'other' }, 60);
    expect((await store.find('AuthorizationCode', 'code'))?.payload).toMatchObject({ grantId: 'g' });
    expect(await store.consume('AuthorizationCode', 'gone')).toEqual({ isFirst: false, salt: null });
    const first = await store.find('AuthorizationCode', 'code');
    await store.consume('AuthorizationCode', 'code');
    expect((await store.find('AuthorizationCode', 'code'))?.consumedAt).toBe(first?.consumedAt);
    expect(first?.consumedSecondsAgo).toBeGreaterThanOrEqual(0);
    expect(first?.consumedSecondsAgo).toBeLessThan(600);
  });
});

describe('an access token', () => {
  test('is not found if nobody owns it', async () => {
    await store.upsert('AccessToken', 't', { grantId: 'nowhere' }, 60);
    expect(await store.findAccessToken('t')).toBeUndefined();
    await store.upsert('AccessToken', 'u', {}, 60);
    expect(await store.findAccessToken('u')).toBeUndefined();
  });

  test('disables the legacy keys of its websites, and no others', async () => {
    await grantWebsites('g1', [11, 13]);
    expect(await endedKeys()).toEqual([]);
    await store.upsert('AccessToken', 't', { grantId: 'g1' }, 60);
    expect(await endedKeys()).toEqual([11, 13]);
    expect((await store.findAccessToken('t'))?.websiteIds).toEqual([11, 13]);
  });

  test('keeps the time at which a key was disabled', async () => {
    await grantWebsites('g1', [11]);
    await store.upsert('AccessToken', 't', { grantId: 'g1' }, 60);
    const ended = () => db.database.sql`select api_key_ended_at::text as at from websites where id = 11`;
    const [before] = await ended();
    await store.upsert('AccessToken', 'u', { grantId: 'g1' }, 60);
    expect((await ended())[0]).toEqual(before);
  });

  test('and the end of a key are one transaction: if one fails, neither happens', async () => {
    await grantWebsites('g1', [11]);
    await failOn('authorization_records', "new.model = 'AccessToken'", 'insert');
    await expect(store.upsert('AccessToken', 't', { grantId: 'g1' }, 60)).rejects.toThrow();
    await expect(issue()).rejects.toThrow();
    expect(await endedKeys()).toEqual([]);
    await recover('authorization_records');

    await failOn('websites', 'true', 'update');
    await expect(store.upsert('AccessToken', 't', { grantId: 'g1' }, 60)).rejects.toThrow();
    await expect(issue()).rejects.toThrow();
    expect(await store.findAccessToken('t')).toBeUndefined();
    expect(await db.database.sql`select 1 from personal_tokens`).toHaveLength(0);
    await recover('websites');
  });

  test('can be issued many times in parallel for the same websites without a deadlock', async () => {
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        await grantWebsites(`many-${n}`, n % 2 ? [11, 12, 13] : [13, 12, 11]);
        await store.upsert('AccessToken', `t-${n}`, { grantId: `many-${n}` }, 60);
        await issue();
      }),
    );
    expect(await endedKeys()).toEqual([11, 12, 13]);
  });

  test('for a service disables keys as well', async () => {
    await issue({ userId: null, websiteIds: [12] });
    expect(await endedKeys()).toEqual([12]);
  });

  const issue = ({
    userId: owner = userId,
    websiteIds = [12, 11],
  }: {
    userId?: number | null;
    websiteIds?: number[];
  } = {}) =>
    issuePersonalToken(db.database, {
      userId: owner,
      name: 'script',
      websiteIds: websiteIds.map(trustedWebsiteId),
      scopes: ['reports'],
      resource: 'http://127.0.0.1:3000',
      lifeSeconds: 60,
    });

  async function failOn(table: string, condition: string, event: string): Promise<void> {
    await db.database.sql.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger fail before ${event} on ${table} for each row when (${condition}) execute function fail();`);
  }

  async function recover(table: string): Promise<void> {
    await db.database.sql.unsafe(`drop trigger fail on ${table}; drop function fail();`);
  }
});

describe('ending a grant', () => {
  test('removes its websites, and ends its tokens', async () => {
    await grantWebsites('g1', [11]);
    await store.upsert('AccessToken', 't', { grantId: 'g1' }, 60);
    await store.endGrant('g1');
    expect(await store.find('Grant', 'g1')).toBeUndefined();
    expect(await store.findAccessToken('t')).toBeUndefined();
  });

  test('can destroy only the tokens of one model and grant', async () => {
    await store.upsert('RefreshToken', 'a', { grantId: 'g1' }, 60);
    await store.upsert('RefreshToken', 'b', { grantId: 'g2' }, 60);
    await store.destroyOfGrant('RefreshToken', 'g1');
    expect(await store.find('RefreshToken', 'a')).toBeUndefined();
    expect(await store.find('RefreshToken', 'b')).toBeDefined();
  });
});

describe('the clean-up', () => {
  test('deletes expired records and the websites of expired grants, and nothing else', async () => {
    await grantWebsites('live', [11]);
    await grantWebsites('dead', [11]);
    await store.upsert('Grant', 'dead', {}, -1);
    await store.upsert('Client', 'c', { client_id: 'c' });
    await db.database.sql`
      insert into authorization_records (model, id_hash, payload, expires_at)
      select 'Session', decode(md5(n::text), 'hex'), '{}', now() - interval '1 second' from generate_series(1, 2500) as n`;
    expect(await deleteExpired(db.database)).toBe(2501);
    expect(await store.find('Grant', 'live')).toBeDefined();
    expect(await store.find('Client', 'c')).toBeDefined();
    const bound = await db.database.sql`
      select 1 from grant_websites where grant_id_hash = sha256('dead'::bytea) or grant_id_hash = sha256('live'::bytea)`;
    expect(bound).toHaveLength(1);
  });

  test('deletes unused clients, but not those with a grant or a recent use', async () => {
    for (const id of ['unused', 'granted', 'used']) await store.upsert('Client', id, { client_id: id });
    await store.upsert('Grant', 'g', { clientId: 'granted' }, 60);
    await db.database.sql`update authorization_records set created_at = now() - interval '2 days'`;
    await store.noteClientUse('used');
    expect(await deleteUnusedClients(db.database, new Date(Date.now() - 24 * 3600 * 1000))).toBe(1);
    expect(await store.find('Client', 'unused')).toBeUndefined();
    expect(await store.find('Client', 'granted')).toBeDefined();
    expect(await store.find('Client', 'used')).toBeDefined();
  });
});

test('a client metadata document is updated if it is stored, and never created', async () => {
  await store.renewClientMetadata('https://a.example', { client_id: 'https://a.example', v: 1 });
  expect(await store.find('ClientMetadata', 'https://a.example')).toBeUndefined();
  await store.upsert('ClientMetadata', 'https://a.example', { client_id: 'https://a.example', v: 1 }, 60);
  await store.renewClientMetadata('https://a.example', { client_id: 'https://a.example', v: 2 });
  expect((await store.find('ClientMetadata', 'https://a.example'))?.payload['v']).toBe(2);
});
