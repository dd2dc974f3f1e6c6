import { ANN, BEN, PASSWORD } from '@funnel/fixtures';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Browser, type Page, websitesOf } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const DEEP = '/websites/11/campaigns?timeframe=last_7_days&sort=revenue&q=%22a%22';
const sessionOf = (browser: Browser) => browser.cookies.get('funnel_dashboard') ?? '';

/** Goes to the login, and returns the address that leads back with a code, without opening it. */
async function untilCallback(browser: Browser, email: string, target = '/'): Promise<URL> {
  const login = await browser.open(`${product.url}${target}`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(login.text)?.[1] ?? '';
  let url = new URL(login.url);
  let init: Parameters<Browser['send']>[1] = {
    method: 'POST',
    body: new URLSearchParams({ csrf, email, password: PASSWORD }),
  };
  for (;;) {
    const response = await browser.send(url, init);
    url = new URL(response.headers.get('location') ?? 'about:blank', url);
    init = {};
    if (url.pathname === '/sign-in/callback' || url.protocol === 'about:') return url;
  }
}

test('sends somebody who is not signed in to the authorization server, with PKCE, state and nonce', async () => {
  const response = await new Browser().send(`${product.url}/`);
  expect(response.status).toBe(303);
  const to = new URL(response.headers.get('location') ?? '');
  expect(to.origin + to.pathname).toBe(`${product.server.url}/authorize`);
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    client_id: 'funnel-dashboard',
    redirect_uri: `${product.url}/sign-in/callback`,
    response_type: 'code',
    scope: 'openid email reports notifications embedding sharing',
    resource: product.restUrl,
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(to.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  expect(response.headers.get('set-cookie')).toMatch(
    /^funnel_dashboard_login_[\w-]{8}=[\w-]+; Max-Age=900; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
  );
});

test('leads back to exactly the address that was asked for, without a consent', async () => {
  const browser = new Browser();
  const page = await browser.signIn(`${product.url}${DEEP}`, ANN);
  expect([page.status, page.url]).toEqual([200, `${product.url}${DEEP}`]);
  expect(page.text).toContain('<main id="view"');
  expect(page.text).toContain(ANN);
  expect(page.way.map((url) => new URL(url).pathname)).not.toContain('/consent');
  expect(await websitesOf(browser, product.url)).toEqual([11, 12, 31]);
});

test('signs in without a question who is signed in at the authorization server', async () => {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
  browser.cookies.delete('funnel_dashboard');
  const page = await browser.open(`${product.url}/websites/12`);
  expect([page.status, page.url]).toEqual([200, `${product.url}/websites/12`]);
});

test('keeps no token in the browser, and only hashes and sealed tokens in the database', async () => {
  const browser = new Browser();
  const page = await browser.signIn(`${product.url}/`, ANN);
  expect([...browser.cookies.values()].join() + page.text).not.toMatch(/fnl_/);
  const rows = await product.database.sql`select * from dashboard_sessions`;
  const stored = rows.map((row) => Object.values(row).map((value) => String(value)));
  expect(stored.join()).not.toContain(sessionOf(browser));
  expect(stored.join()).not.toMatch(/fnl_|@example/);
  expect(product.logged()).not.toMatch(/fnl_|@example/);
});

test('gives the session a new id with every sign-in, and ends the old one', async () => {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
  const before = sessionOf(browser);
  await browser.open(`${product.url}/sign-in?to=/websites/11`);
  expect(sessionOf(browser)).not.toBe(before);
  const thief = new Browser();
  thief.cookies.set('funnel_dashboard', before);
  expect(await websitesOf(thief, product.url)).toBe(401);
  expect(await websitesOf(browser, product.url)).toEqual([11, 12, 31]);
});

test('never leads to another place after a sign-in', async () => {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
  for (const to of [
    'https://evil.example/',
    '//evil.example/websites/1',
    '/\\evil.example',
    '/websites/1/../../../..//evil.example',
    'javascript:alert(1)',
    '/sign-out',
    '/data/reports/websites',
    '/sign-in/callback?code=1',
    `${product.url}.evil.example/`,
  ]) {
    const page = await browser.open(`${product.url}/sign-in?to=${encodeURIComponent(to)}`);
    expect([to, page.url]).toEqual([to, `${product.url}/`]);
  }
  const own = await browser.open(`${product.url}/sign-in?to=${encodeURIComponent(DEEP)}`);
  expect(own.url).toBe(`${product.url}${DEEP}`);
});

test('the first of many tabs leads to the reports, although its attempt was forgotten', async () => {
  const browser = new Browser();
  const callback = await untilCallback(browser, ANN);
  for (let tab = 0; tab < 6; tab++) await browser.send(`${product.url}/websites/11`);
  expect([...browser.cookies.keys()]).toContain('funnel_dashboard_forgotten');
  const page = await browser.open(callback);
  expect([page.status, new URL(page.url).pathname]).not.toEqual([400, '/sign-in/callback']);
  expect(browser.cookies.has('funnel_dashboard_forgotten')).toBe(false);
  // From then on the session decides, and nothing is taken from an answer that nobody waits for.
  const session = sessionOf(browser);
  const again = await browser.open(callback);
  expect([again.status, again.url, sessionOf(browser)]).toEqual([200, `${product.url}/`, session]);
  browser.cookies.delete('funnel_dashboard');
  expect((await browser.open(callback)).status).toBe(400);
});

describe('a sign-in is refused', () => {
  const refusedBy = async (browser: Browser, url: URL | string): Promise<Page> => {
    const page = await browser.open(url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('This sign-in was not accepted');
    expect(sessionOf(browser)).toBe('');
    return page;
  };

  test('when it comes back a second time', async () => {
    const browser = new Browser();
    const callback = await untilCallback(browser, ANN);
    const attempt = [...browser.cookies].filter(([name]) => name.startsWith('funnel_dashboard_login_'));
    expect((await browser.open(callback)).url).toBe(`${product.url}/`);
    const first = sessionOf(browser);
    browser.cookies.delete('funnel_dashboard');
    await refusedBy(browser, callback);
    // Also by somebody who has copied the cookie. A code that is used twice ends what it gave.
    const thief = new Browser();
    for (const [name, value] of attempt) thief.cookies.set(name, value);
    await refusedBy(thief, callback);
    browser.cookies.set('funnel_dashboard', first);
    expect(await websitesOf(browser, product.url)).toBe(401);
  });

  test('when another browser has begun it', async () => {
    const [attacker, victim] = [new Browser(), new Browser()];
    const callback = await untilCallback(attacker, BEN);
    await refusedBy(victim, callback);
    await victim.send(`${product.url}/`);
    await refusedBy(victim, callback);
  });

  test('when its state, its issuer or its code is another one', async () => {
    for (const [name, value] of [
      ['state', 'x'.repeat(43)],
      ['iss', 'https://evil.example'],
      ['iss', ''],
      ['code', 'x'.repeat(43)],
      ['error', 'access_denied'],
    ] as const) {
      const browser = new Browser();
      const callback = await untilCallback(browser, ANN);
      if (value) callback.searchParams.set(name, value);
      else callback.searchParams.delete(name);
      await refusedBy(browser, callback);
    }
  });

  test('when the code belongs to another attempt of the same browser', async () => {
    const browser = new Browser();
    const first = await untilCallback(browser, ANN);
    const second = new URL((await browser.send(`${product.url}/`)).headers.get('location') ?? '');
    const swapped = new URL(first);
    swapped.searchParams.set('state', second.searchParams.get('state') ?? '');
    await refusedBy(browser, swapped);
  });

  test('when it took too long, or its cookie was changed', async () => {
    const slow = new Browser();
    const replica = await product.replica();
    const callback = await untilCallback(slow, ANN);
    replica.passTime(16 * 60_000);
    await refusedBy(slow, `${replica.url}${callback.pathname}${callback.search}`);
    const forger = new Browser();
    const other = await untilCallback(forger, ANN);
    for (const [name, value] of forger.cookies)
      if (name.startsWith('funnel_dashboard_login_')) forger.cookies.set(name, `A${value.slice(1)}`);
    await refusedBy(forger, other);
  });
});

test('forgets sign-ins that were never finished, and keeps those of some tabs', async () => {
  const browser = new Browser();
  for (let tab = 0; tab < 12; tab += 1) await browser.send(`${product.url}/websites/${tab}`);
  expect(browser.cookies.size).toBeLessThanOrEqual(5);
  const page = await browser.signIn(`${product.url}/websites/11`, ANN);
  expect(page.url).toBe(`${product.url}/websites/11`);
});

test('leaves a query out that is too long for the way back', async () => {
  const page = await new Browser().signIn(`${product.url}/websites/11?q=${'x'.repeat(5000)}`, ANN);
  expect([page.status, page.url]).toEqual([200, `${product.url}/websites/11`]);
});

describe('signing out', () => {
  test('ends the session and its tokens, and offers the same at the authorization server', async () => {
    const browser = new Browser();
    const page = await browser.signIn(`${product.url}/`, ANN);
    await browser.ask(`${product.url}/data/reports/websites`);
    const token = String(product.asked.at(-1)?.headers['authorization']);
    const before = sessionOf(browser);
    const after = await browser.submit(page, {});
    expect([after.status, after.url]).toEqual([200, `${product.url}/signed-out`]);
    expect(after.text).toContain(`href="${product.server.url}/logout"`);
    expect(sessionOf(browser)).toBe('');
    const direct = await fetch(`${product.restUrl}/api/v1/reports/websites`, {
      headers: { authorization: token },
    });
    expect(direct.status).toBe(401);
    const thief = new Browser();
    thief.cookies.set('funnel_dashboard', before);
    expect(await websitesOf(thief, product.url)).toBe(401);
    // There it is a form, too.
    const offered = await browser.open(`${product.server.url}/logout`);
    expect(offered.text).toContain('You are signed in as');
    expect((await browser.submit(offered, {})).url).toBe(`${product.server.url}/login`);
    expect((await browser.open(`${product.url}/`)).text).toContain('name="password"');
  });

  test('needs the token of the form', async () => {
    const browser = new Browser();
    const page = await browser.signIn(`${product.url}/`, ANN);
    const own = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const other = await new Browser().signIn(`${product.url}/`, BEN);
    const foreign = /name="csrf" value="([^"]+)"/.exec(other.text)?.[1] ?? '';
    const out = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      browser.send(`${product.url}/sign-out`, { method: 'POST', body: new URLSearchParams(fields), headers });
    expect((await out({})).status).toBe(403);
    expect((await out({ csrf: foreign })).status).toBe(403);
    expect((await out({ csrf: own }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await websitesOf(browser, product.url)).toEqual([11, 12, 31]);
    expect((await out({ csrf: own }, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    expect(await websitesOf(browser, product.url)).toBe(401);
    expect((await out({})).status).toBe(303);
  });
});
