import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { trustedWebsiteId } from '@funnel/domain';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase, until, watchStatements } from '@funnel/testing';
import { createTokenUses, issuePersonalToken, listPersonalTokens } from '../src/index.ts';

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
  return issuePersonalToken(db.database, { ...request, websiteIds: [trustedWebsiteId(1)] });
};
const lastUseOf = async (id: number) =>
  (await listPersonalTokens(db.database, null)).find((token) => token.id === id)?.lastUsedAt;

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
  for (const { token } of [...tokens, ...tokens]) uses.note(token);
  expect(statements()).toBe(0);
  await until(async () => {
    for (const { id } of tokens) expect(await lastUseOf(id)).toBeInstanceOf(Date);
  });
  expect(statements()).toBe(1);
});

test('what is still buffered is written when the process stops', async () => {
  const { uses } = watchedUses(60_000);
  const { id, token } = await issue();
  uses.note(token);
  await uses.close();
  expect(await lastUseOf(id)).toBeInstanceOf(Date);
});

test('a token is written at most once a minute, also by another process', async () => {
  const { uses, statements, passTime } = watchedUses(60_000);
  const { id, token } = await issue();
  for (const ms of [0, 30_000, 29_999]) {
    passTime(ms);
    uses.note(token);
    await uses.close();
  }
  expect(statements()).toBe(1);
  const written = await lastUseOf(id);
  const other = watchedUses(60_000);
  other.uses.note(token);
  await other.uses.close();
  expect([other.statements(), await lastUseOf(id)]).toEqual([1, written]);
  await db.database.sql`update personal_tokens set last_used_at = last_used_at - interval '1 hour'`;
  passTime(1);
  uses.note(token);
  await uses.close();
  expect(statements()).toBe(2);
  const again = await lastUseOf(id);
  expect(again?.getTime()).toBeGreaterThanOrEqual(written?.getTime() ?? Infinity);
});

test('a row that someone else is updating is skipped and does not block', async () => {
  const { uses, errors } = watchedUses(60_000);
  const { token } = await issue();
  await db.database.sql.begin(async (other) => {
    await other`update personal_tokens set name = 'locked'`;
    uses.note(token);
    await uses.close();
  });
  expect(errors).toEqual([]);
});

test('a failed write is reported, not thrown', async () => {
  const { uses, errors } = watchedUses(60_000);
  await db.database.sql`alter table personal_tokens rename to gone`;
  uses.note('any');
  await uses.close();
  await db.database.sql`alter table gone rename to personal_tokens`;
  expect(errors).toHaveLength(1);
});
