import { randomBytes } from 'node:crypto';
import { ANN, BEN } from '@funnel/fixtures';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteExpiredDashboardSessions } from '@funnel/dashboard-sessions';
import { Browser, websitesOf } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const HOUR_MS = 3_600_000;
const signedIn = async (email = ANN) => {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, email);
  return browser;
};
const tokenUsed = () => String(product.asked.at(-1)?.headers['authorization']);
const rows = () => product.database.sql<{ id_hash: Buffer; sealed: Buffer; subject: string }[]>`
  select id_hash, sealed, subject from dashboard_sessions order by created_at`;
/** Access tokens of the dashboard that the authorization server knows. */
const accessTokens = async () => {
  const [row] = await product.database.sql`
    select count(*)::int as count from authorization_records
    where model = 'AccessToken' and payload ->> 'clientId' = 'funnel-dashboard'`;
  return Number(row?.['count']);
};

describe('an access token that has expired', () => {
  test('is replaced, and the new one is kept', async () => {
    const browser = await signedIn();
    const replica = await product.replica();
    expect(await websitesOf(browser, replica.url)).toEqual([11, 12, 31]);
    const first = tokenUsed();
    replica.passTime(HOUR_MS);
    expect(await websitesOf(browser, replica.url)).toEqual([11, 12, 31]);
    const second = tokenUsed();
    expect(second).not.toBe(first);
    expect(await websitesOf(browser, replica.url)).toEqual([11, 12, 31]);
    expect(tokenUsed()).toBe(second);
  });

  test('is replaced once for many requests of a process', async () => {
    const browser = await signedIn();
    const replica = await product.replica();
    replica.passTime(HOUR_MS);
    const before = await accessTokens();
    const answers = await Promise.all(Array.from({ length: 20 }, () => websitesOf(browser, replica.url)));
    expect(new Set(answers.map(String))).toEqual(new Set(['11,12,31']));
    expect((await accessTokens()) - before).toBe(1);
  });

  test('is replaced by several processes at once without harm', async () => {
    const browser = await signedIn();
    const replicas = await Promise.all([product.replica(), product.replica(), product.replica()]);
    for (let round = 0; round < 3; round += 1) {
      for (const replica of replicas) replica.passTime(HOUR_MS);
      const answers = await Promise.all(
        [...replicas, ...replicas].map((replica) => websitesOf(browser, replica.url)),
      );
      expect(new Set(answers.map(String))).toEqual(new Set(['11,12,31']));
    }
  });

  test('is replaced when a page is opened', async () => {
    const browser = await signedIn();
    const replica = await product.replica();
    replica.passTime(HOUR_MS);
    const before = await accessTokens();
    expect((await browser.send(`${replica.url}/websites/11`)).status).toBe(200);
    expect((await accessTokens()) - before).toBe(1);
  });
});

describe('tokens that were revoked', () => {
  const endGrants = () =>
    product.database.sql`delete from authorization_records
      where model = 'Grant' and payload ->> 'clientId' = 'funnel-dashboard'`;

  test('end the session: scripts get 401, pages lead to the sign-in', async () => {
    const browser = await signedIn();
    const before = (await rows()).length;
    await endGrants();
    const answer = await browser.ask(`${product.url}/data/reports/websites`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({
      code: 'unauthorized',
      detail: 'You are not signed in, or your session has ended. Sign in again.',
    });
    expect(browser.cookies.has('funnel_dashboard')).toBe(false);
    expect((await rows()).length).toBe(before - 1);
    const page = await browser.open(`${product.url}/websites/11?a=b`);
    expect([page.status, page.url]).toEqual([200, `${product.url}/websites/11?a=b`]);
  });

  test('lead to the sign-in when a page is opened with an expired access token', async () => {
    const browser = await signedIn();
    await endGrants();
    const replica = await product.replica();
    replica.passTime(HOUR_MS);
    const response = await browser.send(`${replica.url}/websites/11`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toContain(`${product.server.url}/authorize?`);
  });

  test('one access token alone is replaced without notice', async () => {
    const browser = await signedIn();
    expect(await websitesOf(browser, product.url)).toEqual([11, 12, 31]);
    const first = tokenUsed();
    await product.database.sql`delete from authorization_records
      where model = 'AccessToken' and payload ->> 'clientId' = 'funnel-dashboard'`;
    expect(await websitesOf(browser, product.url)).toEqual([11, 12, 31]);
    expect(tokenUsed()).not.toBe(first);
  });
});

describe('a session ends', () => {
  test('after 12 hours without a request, and after 7 days in any case', async () => {
    const [idle, busy] = [await signedIn(), await signedIn(BEN)];
    const replica = await product.replica();
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      expect([hours, await websitesOf(busy, replica.url)]).toEqual([hours, [21]]);
      if (hours > 12) expect(await websitesOf(idle, replica.url)).toBe(401);
      replica.passTime(6 * HOUR_MS);
    }
    replica.passTime(6 * HOUR_MS);
    expect(await websitesOf(busy, replica.url)).toBe(401);
    const later = new Date(Date.now() + 8 * 24 * HOUR_MS);
    expect(await deleteExpiredDashboardSessions(product.database, later)).toBeGreaterThan(0);
    expect((await rows()).length).toBe(0);
  });

  test('when the person has 20 newer ones, and its tokens with it', async () => {
    const first = await signedIn();
    await websitesOf(first, product.url);
    const token = tokenUsed();
    for (let count = 0; count < 20; count += 1) {
      const again = new Browser();
      // One login for all: what counts is the dashboard.
      for (const [name, value] of first.cookies)
        if (!name.startsWith('funnel_dashboard')) again.cookies.set(name, value);
      await again.open(`${product.url}/`);
      if (count === 18) expect(await websitesOf(first, product.url)).toEqual([11, 12, 31]);
    }
    expect(await websitesOf(first, product.url)).toBe(401);
    expect((await rows()).length).toBe(20);
    const direct = await fetch(`${product.restUrl}/api/v1/reports/websites`, {
      headers: { authorization: token },
    });
    expect(direct.status).toBe(401);
    await product.database.sql`delete from dashboard_sessions`;
  });
});

describe('a cookie', () => {
  test('that was invented, changed or is malformed opens nothing', async () => {
    const browser = await signedIn();
    const own = browser.cookies.get('funnel_dashboard') ?? '';
    for (const value of [
      randomBytes(32).toString('base64url'),
      `${own}A`,
      own.slice(1),
      own.toUpperCase(),
      'x',
      "' or true --",
      '%00',
      'x'.repeat(5000),
    ]) {
      const forger = new Browser();
      forger.cookies.set('funnel_dashboard', value);
      expect([value, await websitesOf(forger, product.url)]).toEqual([value, 401]);
      expect((await forger.send(`${product.url}/`)).status).toBe(303);
    }
    expect(await websitesOf(browser, product.url)).toEqual([11, 12, 31]);
  });

  test('opens only the tokens that were sealed for it, also if somebody swaps them in the table', async () => {
    const [ann, ben] = [await signedIn(ANN), await signedIn(BEN)];
    const [first, second] = (await rows()).slice(-2);
    const { sql } = product.database;
    const give = (to: Buffer | undefined, sealed: Buffer | undefined) =>
      sql`update dashboard_sessions set sealed = ${sealed ?? ''} where id_hash = ${to ?? ''}`;
    await give(first?.id_hash, second?.sealed);
    await give(second?.id_hash, first?.sealed);
    expect(await websitesOf(ann, product.url)).toBe(401);
    expect(await websitesOf(ben, product.url)).toBe(401);
  });

  test('is Secure and bound to the host where the dashboard is on https', async () => {
    const replica = await product.replica({ DASHBOARD_URL: 'https://reports.example.com' });
    const response = await new Browser().send(`${replica.url}/`);
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-funnel_dashboard_login_.*; Path=\/;.* HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
  });
});

test('a key that was rotated still opens the sessions of before', async () => {
  const browser = await signedIn();
  const old = Buffer.alloc(32, 'a key of the tests').toString('base64');
  const next = Buffer.alloc(32, 'the next key').toString('base64');
  const both = await product.replica({ DASHBOARD_ENCRYPTION_KEY: `${next},${old}` });
  expect(await websitesOf(browser, both.url)).toEqual([11, 12, 31]);
  const alone = await product.replica({ DASHBOARD_ENCRYPTION_KEY: next });
  expect(await websitesOf(browser, alone.url)).toBe(401);
});
