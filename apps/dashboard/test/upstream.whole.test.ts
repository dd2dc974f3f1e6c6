import { ANN } from '@funnel/fixtures';
import { serveHttp } from '@funnel/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_ANSWER_BYTES } from '../src/upstream/ask-rest.ts';
import { Browser } from './support/browser.ts';
import { type Dashboard, type Product, startProduct } from './support/product.ts';

let product: Product;
let impatient: Dashboard;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  impatient = await product.replica({ UPSTREAM_TIMEOUT_MS: '500' });
  browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
});
afterAll(() => product.stop());
afterEach(() => product.replaceRest(undefined));

const HOUR_MS = 3_600_000;
const ask = (at: Dashboard = product) => browser.ask(`${at.url}/data/reports/websites`);

async function expectUnavailable(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({
    code: 'unavailable',
    detail: 'The reports cannot be reached right now. Try again in some seconds.',
  });
}

describe('the REST API', () => {
  test('is down: 503 with Retry-After', async () => {
    const down = await product.replica({ REST_API_URL: 'http://127.0.0.1:1' });
    await expectUnavailable(await ask(down));
    // Pages are there all the same: their script says what is wrong.
    expect((await browser.send(`${down.url}/websites/11`)).status).toBe(200);
  });

  test('hangs before its headers: 503, although it never answers', async () => {
    product.replaceRest(() => {});
    await expectUnavailable(await ask(impatient));
  });

  test('hangs within its body: the answer breaks off', async () => {
    product.replaceRest((_req, res) => void res.writeHead(200, { 'content-type': 'text/csv' }).write('a,b'));
    await expect(ask(impatient).then((answer) => answer.text())).rejects.toThrow();
  });

  test('breaks off: the answer breaks off, and is never taken for a whole one', async () => {
    product.replaceRest((_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).write('{"websites":');
      setTimeout(() => res.destroy(), 50);
    });
    await expect(ask().then((answer) => answer.text())).rejects.toThrow();
    expect(product.logged()).toContain('an answer of the REST API broke off');
  });

  test('sends more than allowed, and says so: 503', async () => {
    product.replaceRest((_req, res) => {
      res.writeHead(200, { 'content-length': String(MAX_ANSWER_BYTES + 1) }).write('x');
    });
    await expectUnavailable(await ask());
  });

  test('sends more than allowed without saying so: the answer breaks off', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let pieces = 0;
    product.replaceRest((_req, res) => {
      const more = () => {
        pieces += 1;
        if (!res.destroyed) res.write(piece, more);
      };
      more();
    });
    await expect(ask().then((answer) => answer.arrayBuffer())).rejects.toThrow();
    expect(pieces).toBeLessThan(100);
  });

  test('redirects: nobody follows', async () => {
    let isFollowed = false;
    const other = await serveHttp((_req, res) => {
      isFollowed = true;
      res.end('{}');
    });
    product.replaceRest((_req, res) => void res.writeHead(302, { location: other.url }).end());
    await expectUnavailable(await ask());
    await other.close();
    expect(isFollowed).toBe(false);
  });

  test('refuses: its problem and Retry-After come through', async () => {
    product.replaceRest((_req, res) => {
      res.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '7' });
      res.end('{"code":"overloaded"}');
    });
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '7',
      '{"code":"overloaded"}',
    ]);
  });
});

describe('the authorization server', () => {
  /** Dashboards of an authorization server that behaves like this. */
  async function dashboardsOf(handler: Parameters<typeof serveHttp>[0]) {
    const server = await serveHttp(handler);
    const at = await product.replica({
      AUTHORIZATION_SERVER_ISSUER: server.url,
      UPSTREAM_TIMEOUT_MS: '1000',
    });
    return { at, close: () => server.close() };
  }

  async function expectNoSignIn(at: Dashboard): Promise<void> {
    const response = await new Browser().send(`${at.url}/websites/11`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('Signing in is not possible right now.');
  }

  test('is down, hangs, fails or is something else: a page says so', async () => {
    await expectNoSignIn(await product.replica({ AUTHORIZATION_SERVER_ISSUER: 'http://127.0.0.1:1' }));
    for (const handler of [
      () => {},
      (_req, res) => void res.writeHead(500).end(),
      (_req, res) => void res.end('hello'),
      (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":"x"}'),
      (_req, res) => void res.end(Buffer.alloc(1024 * 1024, 'x')),
    ] as Parameters<typeof serveHttp>[0][]) {
      const { at, close } = await dashboardsOf(handler);
      await expectNoSignIn(at);
      await close();
    }
  });

  test('is down when a token must be replaced: 503, and the session lives on', async () => {
    const down = await product.replica({ AUTHORIZATION_SERVER_ISSUER: 'http://127.0.0.1:1' });
    expect((await ask(down)).status).toBe(200);
    down.passTime(HOUR_MS);
    const answer = await ask(down);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const page = await browser.send(`${down.url}/`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await ask()).status).toBe(200);
  });

  test('does not know the dashboard, or another secret: 503, and the log says why', async () => {
    const stranger = await product.replica({ DASHBOARD_CLIENT_SECRET: 'x'.repeat(40) });
    stranger.passTime(HOUR_MS);
    expect((await ask(stranger)).status).toBe(503);
    expect(stranger.logged()).toContain('request failed');
    expect((await ask()).status).toBe(200);
  });

  test('is down when somebody signs out: the session has ended all the same', async () => {
    const own = new Browser();
    const page = await own.signIn(`${product.url}/`, ANN);
    const down = await product.replica({ AUTHORIZATION_SERVER_ISSUER: 'http://127.0.0.1:1' });
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const cookie = own.cookies.get('funnel_dashboard') ?? '';
    const body = new URLSearchParams({ csrf });
    expect((await own.send(`${down.url}/sign-out`, { method: 'POST', body })).status).toBe(303);
    own.cookies.set('funnel_dashboard', cookie);
    expect((await own.ask(`${product.url}/data/reports/websites`)).status).toBe(401);
  });
});

test('logs no token when something fails', () => {
  expect(product.logged() + impatient.logged()).not.toMatch(/fnl_|Bearer/);
});
