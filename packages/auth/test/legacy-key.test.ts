import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { reviveKeys } from '@funnel/testing';
import type { Database } from '@funnel/db';
import { RESOURCE_SCOPES } from '@funnel/domain';
import { API_KEYS, type Fixture, createFixture, goodClaims, rejection, RESOURCE } from './support/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => reviveKeys(fixture.database));

const present = (key: string, options = {}) => fixture.authenticator(options).authenticate(`api_key=${key}`);
const token = (overrides = {}) => `Bearer ${fixture.server.issue(goodClaims(overrides))}`;

async function disabledWebsites(): Promise<number[]> {
  const rows = await fixture.database
    .sql`select id from websites where api_key_ended_at is not null order by id`;
  return rows.map((row) => row['id'] as number);
}

describe('the legacy key of a website', () => {
  test('gives access to its website with every scope but that of notifications, without asking the authorization server', async () => {
    const before = { ...fixture.server.counts };
    expect(await present(API_KEYS[2])).toEqual({
      kind: 'legacy_key',
      subject: null,
      clientId: null,
      websiteIds: [2],
      scopes: new Set(
        RESOURCE_SCOPES.rest.filter((scope) => !['notifications', 'embedding', 'sharing'].includes(scope)),
      ),
      expiresAt: null,
      budgetKey: createHash('sha256').update(API_KEYS[2]).digest('hex'),
      challenge: { realm: RESOURCE },
    });
    expect(fixture.server.counts).toEqual(before);
  });

  test.each([
    ['an unknown key', 'no-such-key'],
    ['a key of the right length with one wrong character', API_KEYS[1].replace(/.$/, 'X')],
    ['the beginning of a key', API_KEYS[1].slice(0, -1)],
    ['a key with different case', API_KEYS[1].toUpperCase()],
    ['the stored hash of a key', createHash('sha256').update(API_KEYS[1]).digest('hex')],
    ['a key with trailing text', `${API_KEYS[1]}, api_key=${API_KEYS[1]}`],
  ])('rejects %s', async (_what, key) => {
    const error = await rejection(present(key));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(error.headers?.['WWW-Authenticate']).toContain('error="invalid_token"');
  });

  test('is rejected where legacy keys are not allowed', async () => {
    const error = await rejection(present(API_KEYS[1], { allowLegacyKey: false }));
    expect(error.headers).toEqual({ 'WWW-Authenticate': `Bearer realm="${RESOURCE}"` });
  });

  test('is rejected as a bearer token', async () => {
    expect((await rejection(fixture.authenticator().authenticate(`Bearer ${API_KEYS[1]}`))).status).toBe(401);
  });
});

describe('the first OAuth token of a website', () => {
  test('disables the key of that website only, for every replica, from the next call on', async () => {
    const replica = fixture.authenticator();
    await replica.authenticate(`api_key=${API_KEYS[1]}`);
    await fixture.authenticator({ allowLegacyKey: false }).authenticate(token({ website_ids: [1] }));
    const error = await rejection(replica.authenticate(`api_key=${API_KEYS[1]}`));
    expect(error).toMatchObject({ status: 401, detail: expect.stringContaining('first OAuth token') });
    expect((await present(API_KEYS[2])).websiteIds).toEqual([2]);
  });

  test('disables the keys of all its websites', async () => {
    await fixture.authenticator().authenticate(token({ website_ids: [3, 1, 999] }));
    expect(await disabledWebsites()).toEqual([1, 3]);
  });

  test.each([
    ['rejected for its audience', { aud: 'https://other.example' }],
    ['expired', { exp: 1 }],
    ['inactive', { active: false }],
    ['bound to no website', { website_ids: [] }],
  ])('that is %s disables no key', async (_what, overrides) => {
    await fixture
      .authenticator()
      .authenticate(token(overrides))
      .catch(() => {});
    expect(await disabledWebsites()).toEqual([]);
  });

  test('runs a statement once, not on every call', async () => {
    const { database, statements } = counting(fixture.database);
    const authenticator = fixture.authenticator({ database });
    for (let call = 0; call < 5; call++) await authenticator.authenticate(token({ website_ids: [1, 2] }));
    expect(statements()).toBe(1);
    await authenticator.authenticate(token({ website_ids: [2, 3] }));
    expect(statements()).toBe(2);
  });

  test('also disables the key of a website created after the token', async () => {
    const authenticator = fixture.authenticator();
    const header = token({ website_ids: [4] });
    await authenticator.authenticate(header);
    await fixture.database.sql`insert into websites (id, account_id, name, api_key_encrypted, api_key_hash)
      values (4, 1, '4.example', '', sha256('key-of-website-four'))`;
    await authenticator.authenticate(header);
    expect((await rejection(present('key-of-website-four'))).status).toBe(401);
  });

  test('does not deadlock when many tokens with overlapping websites arrive together', async () => {
    const bindings = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? [1, 2, 3] : [3, 2, 1]));
    await Promise.all(
      bindings.map((website_ids) => fixture.authenticator().authenticate(token({ website_ids }))),
    );
    expect(await disabledWebsites()).toEqual(expect.arrayContaining([1, 2, 3]));
  });
});

/** The same database, counting its statements. */
function counting(database: Database): { database: Database; statements: () => number } {
  let statements = 0;
  const sql = new Proxy(database.sql, {
    get(target, property, receiver) {
      if (property === 'begin') statements++;
      return Reflect.get(target, property, receiver);
    },
  });
  return { database: { ...database, sql }, statements: () => statements };
}
