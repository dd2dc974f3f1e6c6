import { onSecurityEvent } from '@funnel/db';
import { createUser, listSecurityEvents } from '@funnel/identity';
import { SCOPES } from '@funnel/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const PATH = '/beyond-v1/embedding/accounts';
/** Ann owns account 1, with the websites 11 and 12, Ben account 2 with website 21. */
const [ANN, BEN] = [1, 2];

let rest: RestApp;
let ann: string;
let ben: string;
beforeAll(async () => {
  rest = await startRestApp();
  ann = await tokenOf(ANN, [11, 12]);
  ben = await tokenOf(BEN, [21]);
});
afterAll(() => rest.stop());
beforeEach(() => rest.database.sql`update accounts set embed_origins = '{}'`);

async function tokenOf(
  userId: number | undefined,
  websiteIds: number[],
  { scopes = ['embedding'], coversPerson = userId !== undefined } = {},
) {
  const owner = userId !== undefined && { userId };
  return (await rest.token({ websiteIds, scopes, coversPerson, ...owner })).token;
}

const list = (token = ann) => rest.get(token, PATH);
const save = (origins: unknown, token = ann, account: number | string = 1) =>
  rest.send('patch', `Bearer ${token}`, `${PATH}/${account}`).send({ origins });
const stored = async () => {
  const rows = await rest.database.sql`select id, embed_origins from accounts order by id`;
  return Object.fromEntries(
    rows
      .map((row) => [String(row['id']), row['embed_origins'] as string[]])
      .filter(([, each]) => each?.length),
  ) as Record<string, string[]>;
};

test('an owner sets origins as browsers write them, and the audit log has them', async () => {
  const logged: unknown[] = [];
  const stop = onSecurityEvent((one) => logged.push(one));
  const origins = ['https://app.example.com', 'http://localhost:4000'];
  const { body, headers } = await save([
    'https://App.Example.com/',
    'http://localhost:4000',
    'https://app.example.com',
  ]).expect(200);
  stop();
  expect(body).toEqual({ id: 1, name: expect.any(String), origins });
  expect(headers['cache-control']).toBe('private, no-store');
  expect(await stored()).toEqual({ 1: origins });
  expect((await list().expect(200)).body).toEqual({ accounts: [body] });
  const [event] = await listSecurityEvents(rest.database, { kinds: ['embed_origins_changed'], limit: 1 });
  const said = { kind: 'embed_origins_changed', accountId: 1, actorId: ANN, details: { origins } };
  expect(event).toMatchObject({ ...said, clientId: null });
  expect(event?.address).not.toBeNull();
  expect(logged).toMatchObject([{ ...said, address: event?.address }]);
});

test('an owner of an account without websites sets its origins as well', async () => {
  await rest.database.sql`insert into accounts (id, name) values (7, 'New')`;
  const made = await createUser(rest.database, {
    email: 'new@example.com',
    passwordHash: '-',
    accountId: 1,
    role: 'owner',
    isVerified: true,
  });
  if (!('user' in made)) throw new Error(made.error);
  const token = await tokenOf(made.user.id, [11]);
  await rest.database.sql`update account_members set account_id = 7 where user_id = ${made.user.id}`;
  expect((await list(token).expect(200)).body).toEqual({ accounts: [{ id: 7, name: 'New', origins: [] }] });
  await save(['https://new.example'], token, 7).expect(200);
  expect(await stored()).toEqual({ 7: ['https://new.example'] });
});

test('an empty list ends embedding', async () => {
  await save(['https://app.example.com']).expect(200);
  await save([]).expect(200);
  expect(await stored()).toEqual({});
});

describe('nothing is changed', () => {
  beforeEach(() => save(['https://app.example.com']).expect(200));
  const expectUnchanged = async () => expect(await stored()).toEqual({ 1: ['https://app.example.com'] });

  test.each([
    'http://example.com',
    'https://example.com/page',
    '*',
    'https://*.com',
    "https://a;script-src'*'",
    '',
  ])('by %s', async (origin) => {
    const { body } = await save(['https://fine.example', origin]).expect(422);
    expect(body).toMatchObject({ code: 'invalid_field', parameter: 'origins' });
    expect(body.detail).toContain('Nothing was changed.');
    await expectUnchanged();
  });

  test('by more than twenty', async () => {
    const many = Array.from({ length: 21 }, (_none, index) => `https://app-${index}.example.com`);
    await save(many).expect(422);
    await expectUnchanged();
    await save(many.slice(1)).expect(200);
  });

  test.each([
    ['no list', 'https://app.example.com', 422],
    ['no origins', undefined, 422],
    ['something else in the list', [7], 422],
  ])('by %s', async (_what, origins, status) => {
    await save(origins).expect(status);
    await expectUnchanged();
  });

  test('by an owner of another account, and for one that does not exist', async () => {
    for (const account of [1, 999]) await save(['https://evil.example'], ben, account).expect(404);
    await save(['https://evil.example'], ben, 'abc').expect(422);
    expect((await list(ben)).body.accounts.map(({ id }: { id: number }) => id)).not.toContain(1);
    await expectUnchanged();
  });

  test('by a token for chosen websites, although its person owns their account', async () => {
    const narrow = await tokenOf(ANN, [11, 12], { coversPerson: false });
    expect((await list(narrow).expect(403)).body.detail).toContain('chosen websites');
    await save(['https://evil.example'], narrow).expect(403);
    await expectUnchanged();
  });

  test.each(['member', 'reader'] as const)('by a %s', async (role) => {
    const made = await createUser(rest.database, {
      email: `${role}@example.com`,
      passwordHash: '-',
      accountId: 1,
      role,
      isVerified: true,
    });
    if (!('user' in made)) throw new Error(made.error);
    await rest.database.sql`update account_members set role = 'member' where user_id = ${made.user.id}`;
    const token = await tokenOf(made.user.id, [11]);
    await rest.database.sql`update account_members set role = ${role} where user_id = ${made.user.id}`;
    expect((await list(token).expect(200)).body).toEqual({ accounts: [] });
    await save(['https://evil.example'], token).expect(404);
    await expectUnchanged();
  });

  test('by a token of nobody, of another scope, or without a token', async () => {
    const { body } = await save(['https://evil.example'], await tokenOf(undefined, [11])).expect(403);
    expect(body).toMatchObject({ code: 'forbidden' });
    expect(body.detail).toContain('no person');
    const others = SCOPES.filter((scope) => scope !== 'embedding');
    await save(['https://evil.example'], await tokenOf(ANN, [11], { scopes: others })).expect(403);
    const sent = { origins: ['https://evil.example'] };
    await rest.send('patch', '', `${PATH}/1`).send(sent).expect(401);
    await expectUnchanged();
  });
});
