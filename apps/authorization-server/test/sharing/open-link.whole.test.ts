import { linkScope, makeLink, PASSWORD as password } from '@funnel/fixtures';
import { listOpenings, revokeShareLink, type ShareLinkRequest } from '@funnel/sharing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ShareApp, startShareApp } from '../support/share-app.ts';
import { introspect } from '../support/test-client.ts';

const WINDOW_MS = 15 * 60_000;
const NETWORK = '192.0.2.44';
let app: ShareApp;
beforeAll(async () => {
  app = await startShareApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.sql`delete from share_links`;
  await app.database.sql`delete from throttles`;
});

const newLink = (changes: Partial<ShareLinkRequest> = {}) => makeLink(app.database, changes);
const openings = async (id: number) => (await listOpenings(app.database, linkScope(), id)).length;

test('gives a token for what is shared, says what that is, and notes the opening', async () => {
  const { secret, id } = await newLink({ campaignId: 101 });
  const { status, body, headers } = await app.open({ secret, network: NETWORK, browser: 'Firefox' });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^fnl_vt_/),
    expires_in: expect.any(Number),
    receipt: expect.any(String),
    website: { id: 11, name: 'shop.oak.example' },
    campaign_id: 101,
    account_name: 'Oak & Linen',
    expires_at: expect.any(String),
  });
  expect(body.expires_in).toBeLessThanOrEqual(600);
  expect(await introspect(app.url, body.access_token)).toMatchObject({
    active: true,
    website_ids: [11],
    campaign_ids: [101],
    scope: 'reports',
    token_use: 'view',
    client_id: 'funnel-dashboard',
  });
  expect(await listOpenings(app.database, linkScope(), id)).toMatchObject([
    { network: NETWORK, browser: 'Firefox' },
  ]);
});

test('an open page gets its next token with the receipt, which is no opening', async () => {
  const { secret, id } = await newLink();
  const { receipt, access_token: first } = (await app.open({ secret })).body;
  const next = await app.open({ secret, receipt }).expect(200);
  expect(next.body.access_token).not.toBe(first);
  expect(await openings(id)).toBe(1);
  for (const wrong of [`${receipt}x`, 'x', receipt.toUpperCase()])
    await app.open({ secret, receipt: wrong }).expect(410, { error: 'ended' });
});

test('nobody but the dashboard may ask', async () => {
  const { secret, id } = await newLink();
  const strangers = [
    'funnel-dashboard:wrong',
    'funnel-dashboard:',
    `funnel-services:${'i'.repeat(40)}`,
    'funnel-tokens:',
    'nonsense',
  ];
  for (const credentials of strangers)
    await app.open({ secret }, credentials).expect(401, { error: 'invalid_client' });
  expect(await openings(id)).toBe(0);
});

test('an unknown, malformed, revoked or expired link is the same: ended', async () => {
  const [expired, revoked] = [await newLink(), await newLink()];
  await app.database.sql`update share_links set expires_at = now() where id = ${expired.id}`;
  await revokeShareLink(app.database, linkScope(), revoked.id);
  const other = `${expired.secret.slice(0, -1)}${expired.secret.endsWith('0') ? '1' : '0'}`;
  const unknown = `fnl_sl_${'0'.repeat(43)}000000`;
  for (const secret of [expired.secret, revoked.secret, other, unknown, '', 'x', 'fnl_sl_'])
    await app.open({ secret }).expect(410, { error: 'ended' });
  expect(app.logged()).not.toContain(expired.secret);
});

test('a link that is revoked ends its tokens, and gives no other one', async () => {
  const { secret, id } = await newLink();
  const { access_token: token, receipt } = (await app.open({ secret })).body;
  await revokeShareLink(app.database, linkScope(), id);
  expect(await introspect(app.url, token)).toEqual({ active: false });
  await app.open({ secret, receipt }).expect(410);
});

describe('a link with a password', () => {
  // Away from the end of a window, where attempts are counted anew.
  beforeEach(() => {
    const leftMs = WINDOW_MS - (app.now().getTime() % WINDOW_MS);
    if (leftMs < WINDOW_MS / 2) app.passTime(leftMs);
  });

  test('opens with it, and not without', async () => {
    const { secret, id } = await newLink({ password });
    await app.open({ secret }).expect(403, { error: 'password_required' });
    await app.open({ secret, password: 'wrong' }).expect(403, { error: 'wrong_password' });
    expect(await openings(id)).toBe(0);
    const { receipt } = (await app.open({ secret, password }).expect(200)).body;
    expect(await openings(id)).toBe(1);
    await app.open({ secret, receipt }).expect(200);
    const stored = await app.database.sql`select t::text as text from share_links as t`;
    expect(JSON.stringify(stored)).not.toContain(password);
    expect(app.logged()).not.toContain(password);
  });

  test('slows guesses down, per link and network, and nobody else', async () => {
    const [one, other] = [await newLink({ password }), await newLink({ password })];
    const guess = (secret: string, network: string, guessed = 'wrong') =>
      app.open({ secret, network, password: guessed });
    for (let count = 0; count < 3; count += 1) expect((await guess(one.secret, NETWORK)).status).toBe(403);
    // As after many more. The next one is still heard, and then nothing for 15 minutes.
    await app.database.sql`update throttles set attempts = 25 where key like 'share:pair:%'`;
    expect((await guess(one.secret, NETWORK)).status).toBe(403);
    const refused = await guess(one.secret, NETWORK, password);
    expect([refused.status, refused.body]).toEqual([429, { error: 'throttled' }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess(one.secret, '192.0.2.45', password)).status).toBe(200);
    expect((await guess(other.secret, NETWORK, password)).status).toBe(200);
    app.passTime(16 * 60_000);
    expect((await guess(one.secret, NETWORK, password)).status).toBe(200);
  });

  test('slows a network down that guesses at many links', async () => {
    const { secret } = await newLink({ password });
    await app.open({ secret, network: NETWORK, password: 'wrong' });
    await app.database.sql`update throttles set attempts = 50 where key = ${`share:address:${NETWORK}`}`;
    expect((await app.open({ secret, network: NETWORK, password })).status).toBe(429);
  });
});
