import { ANN } from '@funnel/fixtures';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pageAddress, PAGE_PATHS } from '../src/pages/page-paths.ts';
import { Browser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
});
afterAll(() => product.stop());

const PAGES = PAGE_PATHS.map((path) => path.replace(':website', '11').replace(':id', '101'));

test.each(PAGES)('%s is the same small page', async (path) => {
  const [first, page] = [await browser.open(`${product.url}/`), await browser.open(`${product.url}${path}`)];
  expect([page.status, page.url]).toEqual([200, `${product.url}${path}`]);
  expect(page.text).toBe(first.text);
  expect(page.text.length).toBeLessThan(4_000);
  expect(page.text).not.toMatch(/<style|style=|<script>|onclick|javascript:/);
});

test('each page is a route of its own in metrics', async () => {
  await browser.open(`${product.url}/websites/11/campaigns/101`);
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  expect(metrics).toContain('route="/websites/:website/campaigns/:id"');
});

test('allows only its own files, and no framing', async () => {
  const { headers } = await browser.open(`${product.url}/`);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; connect-src 'self'",
  );
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('leads to the pages of the account, and says what to do without scripts', async () => {
  const { text } = await browser.open(`${product.url}/`);
  for (const path of ['/tokens', '/applications', '/members', '/password']) {
    expect(text).toContain(`href="${product.server.url}${path}"`);
    expect((await browser.open(`${product.server.url}${path}`)).status).toBe(200);
  }
  expect(text).toMatch(/<noscript>.*Allow scripts/);
});

test('loads files that can be kept for ever, because their names change with them', async () => {
  const { text } = await browser.open(`${product.url}/`);
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.length).toBe(4);
  for (const path of files) {
    expect(path).toMatch(/^\/assets\/[\w-]+\.[\w-]{12}\.(js|css)$/);
    const response = await fetch(`${product.url}${path}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(response.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
  }
  expect((await fetch(`${product.url}/assets/page.other.js`)).status).toBe(404);
});

describe('errors', () => {
  test.each([
    ['GET', '/nothing', 404],
    ['GET', '/websites', 404],
    ['GET', '/websites/11/contacts', 404],
    ['GET', '/websites/%E0%A4%A', 404],
    ['POST', '/', 405],
    ['DELETE', '/websites/11', 405],
    ['GET', '/sign-out', 405],
    ['POST', '/sign-in', 405],
    ['PUT', '/healthz', 405],
  ])('%s %s: %i as a page for a person and as a problem for a program', async (method, path, status) => {
    const page = await browser.send(`${product.url}${path}`, { method });
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const text = await page.text();
    expect(text).toContain(page.headers.get('x-request-id'));
    expect(text).not.toMatch(/node_modules|\.ts:|\n +at /);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const problem = await browser.send(`${product.url}${path}`, { method, headers: { accept: '*/*' } });
    expect([problem.status, problem.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(await problem.json()).toMatchObject({ status, instance: problem.headers.get('x-request-id') });
    if (status === 405) expect(problem.headers.get('allow')).toMatch(/^(GET, HEAD|POST)$/);
  });

  test('a program gets an overview, and 401 without a session, not a login page', async () => {
    expect(await (await fetch(`${product.url}/`)).json()).toMatchObject({ name: 'Funnel dashboard' });
    const response = await fetch(`${product.url}/websites/11`, { redirect: 'manual' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      401,
      'application/problem+json',
    ]);
  });

  test('a form that is too large gets 413', async () => {
    const body = new URLSearchParams({ csrf: 'x'.repeat(10_000) });
    const response = await browser.send(`${product.url}/sign-out`, { method: 'POST', body });
    expect(response.status).toBe(413);
  });

  test('a database that is gone is a page that says nothing of its inside', async () => {
    await product.database.sql`alter table dashboard_sessions rename to gone`;
    const page = await browser.send(`${product.url}/`);
    const text = await page.text();
    await product.database.sql`alter table gone rename to dashboard_sessions`;
    expect(page.status).toBe(500);
    expect(text).toContain('This is a problem on our side');
    expect(text).not.toMatch(/dashboard_sessions|relation|SQL/i);
    expect(product.logged()).toContain('dashboard_sessions');
  });
});

test('a target is a page of the dashboard, or the first page', () => {
  const origin = 'https://reports.example.com';
  for (const [text, address] of [
    ['/', '/'],
    ['/?timeframe=today', '/?timeframe=today'],
    ['/websites/11/steps/301?a=b&c=%20#d', '/websites/11/steps/301?a=b&c=%20'],
    [`${origin}/websites/1`, '/websites/1'],
    ['https://evil.example/websites/1', '/'],
    ['//evil.example/websites/1', '/'],
    ['\\\\evil.example/websites/1', '/'],
    ['/websites/1/../../sign-out', '/'],
    ['/data/reports/websites', '/'],
    ['', '/'],
    [undefined, '/'],
    [['/websites/1'], '/'],
  ] as const)
    expect([text, pageAddress(text, origin)]).toEqual([text, address]);
});
