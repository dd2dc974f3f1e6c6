import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { trustedWebsiteId } from '@funnel/domain';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase, until, watchStatements } from '@funnel/testing';
import {
  createTokenUses,
  deleteExpired,
  issuePersonalToken,
  listPersonalTokens,
  listSecurityEvents,
} from '../src/index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const catalog = {
    accounts: [{ id: 1, name: 'Account' }],
    websites: [{ id: 1, account_id: 1, name: 'one.example' }],
  };
  await importCatalog(db.database, catalog, { encryptionKey: new Uint8Array(32), now: new Date() });
});
afterAll(() => db.drop());

const issue = async () => {
  const request = { userId: null, name: 'n', scopes: ['reports'], resource: 'http://r', lifeSeconds: 60 };
  const issued = await issuePersonalToken(db.database, { ...request, websiteIds: [trustedWebsiteId(1)] });
  const [row] = await db.database.sql<{ grantId: string }[]>`
    select payload ->> 'grantId' as "grantId" from authorization_records
    where model = 'AccessToken' and id_hash = sha256(${issued.token}::bytea)`;
  return { id: issued.id, grantId: row?.grantId ?? '' };
};
const useOf = async (id: number) =>
  (await listPersonalTokens(db.database, null)).find((token) => token.id === id);
const lastUseOf = async (id: number) => (await useOf(id))?.lastUsedAt;
const newAddresses = async (tokenId: number) =>
  (await listSecurityEvents(db.database, { kinds: ['token_used_from_new_address'], limit: 1000 }))
    .filter((event) => event.tokenId === tokenId)
    .map(({ address }) => address);

/** Token uses with a clock that a test can move, and the number of statements they sent. */
function watchedUses(delayMs?: number) {
  let nowMs = Date.now();
  let statements = 0;
  const errors: unknown[] = [];
  const uses = createTokenUses({
    database: watchStatements(db.database, () => (statements += 1)),
    now: () => new Date(nowMs),
    onError: (error) => errors.push(error),
    ...(delayMs !== undefined && { delayMs }),
  });
  return { uses, errors, statements: () => statements, passTime: (ms: number) => (nowMs += ms) };
}

test('the uses of many tokens are written with one statement, after a moment', async () => {
  const { uses, statements } = watchedUses(10);
  const tokens = await Promise.all(Array.from({ length: 5 }, issue));
  for (const { grantId } of [...tokens, ...tokens]) uses.note({ grantId });
  expect(statements()).toBe(0);
  await until(async () => {
    for (const { id } of tokens) expect(await lastUseOf(id)).toBeInstanceOf(Date);
  });
  expect(statements()).toBe(1);
});

test('what is still buffered is written when the process stops', async () => {
  const { uses } = watchedUses(60_000);
  const { id, grantId } = await issue();
  uses.note({ grantId });
  await uses.close();
  expect(await lastUseOf(id)).toBeInstanceOf(Date);
});

test('a token is written at most once a minute, also by another process', async () => {
  const { uses, statements, passTime } = watchedUses(60_000);
  const { id, grantId } = await issue();
  for (const ms of [0, 30_000, 29_999]) {
    passTime(ms);
    uses.note({ grantId });
    await uses.close();
  }
  expect(statements()).toBe(1);
  const written = await lastUseOf(id);
  const other = watchedUses(60_000);
  other.uses.note({ grantId });
  await other.uses.close();
  expect([other.statements(), await lastUseOf(id)]).toEqual([1, written]);
  await db.database.sql`update grant_uses set last_used_at = last_used_at - interval '1 hour'`;
  passTime(1);
  uses.note({ grantId });
  await uses.close();
  expect(statements()).toBe(2);
  const again = await lastUseOf(id);
  expect(again?.getTime()).toBeGreaterThanOrEqual(written?.getTime() ?? Infinity);
});

test('a row that someone else is updating is skipped and does not block', async () => {
  const { uses, errors, passTime } = watchedUses(60_000);
  const { grantId } = await issue();
  uses.note({ grantId });
  await uses.close();
  passTime(60_000);
  await db.database.sql.begin(async (other) => {
    await other`update grant_uses set networks = '{}'`;
    uses.note({ grantId });
    await uses.close();
  });
  expect(errors).toEqual([]);
});

test('a failed write is reported, not thrown', async () => {
  const { uses, errors } = watchedUses(60_000);
  await db.database.sql`alter table grant_uses rename to gone`;
  uses.note({ grantId: 'any' });
  await uses.close();
  await db.database.sql`alter table gone rename to grant_uses`;
  expect(errors).toHaveLength(1);
});

test('the list says where a token was used last, and a new network is recorded, but not the first', async () => {
  const { uses, passTime } = watchedUses(60_000);
  const { id, grantId } = await issue();
  const use = async (...networks: (string | undefined)[]) => {
    for (const network of networks) uses.note({ grantId, network });
    await uses.close();
  };
  await use('192.0.2.1');
  expect([(await useOf(id))?.lastAddress, await newAddresses(id)]).toEqual(['192.0.2.1', []]);
  await use('192.0.2.1', undefined, '192.0.2.2');
  expect([(await useOf(id))?.lastAddress, await newAddresses(id)]).toEqual(['192.0.2.2', ['192.0.2.2']]);
  passTime(60_000);
  await use('192.0.2.1', '192.0.2.2');
  expect(await newAddresses(id)).toEqual(['192.0.2.2']);
  // A use without a network changes only the time.
  await db.database.sql`update grant_uses set last_used_at = now() - interval '1 hour'`;
  passTime(60_000);
  await use(undefined);
  const { lastUsedAt, lastAddress } = (await useOf(id)) ?? {};
  expect([Date.now() - (lastUsedAt?.getTime() ?? 0) < 60_000, typeof lastAddress]).toEqual([true, 'string']);
});

test('a bounded number of networks is remembered for a token', async () => {
  const { uses } = watchedUses(60_000);
  const { id, grantId } = await issue();
  for (let block = 0; block < 3; block += 1) {
    for (let host = 0; host < 60; host += 1) uses.note({ grantId, network: `198.51.${block}.${host}` });
    await uses.close();
  }
  const [row] = await db.database.sql<{ count: number }[]>`
    select cardinality(networks)::int as count from grant_uses where grant_id_hash = sha256(${grantId}::bytea)`;
  expect([row?.count, (await newAddresses(id)).length]).toEqual([100, 120]);
});

test('the uses of a grant that has ended and is on no list are deleted', async () => {
  const { uses } = watchedUses(60_000);
  const [kept, gone] = [await issue(), await issue()];
  for (const { grantId } of [kept, gone]) uses.note({ grantId });
  await uses.close();
  const { sql } = db.database;
  for (const { grantId } of [kept, gone])
    await sql`delete from authorization_records where model = 'Grant' and id_hash = sha256(${grantId}::bytea)`;
  await sql`delete from personal_tokens where id = ${gone.id}`;
  await deleteExpired(db.database);
  expect(await lastUseOf(kept.id)).toBeInstanceOf(Date);
  const left = await sql`select from grant_uses where grant_id_hash = sha256(${gone.grantId}::bytea)`;
  expect(left).toHaveLength(0);
});
