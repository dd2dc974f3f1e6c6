import { ANN } from '@funnel/fixtures';
import { serveHttp } from '@funnel/testing';
import { readBuilt } from '@funnel/report-view';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Browser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

const PLATFORM = 'https://app.platform.example';
const OTHER = 'https://other.platform.example';
const REFERER = { referer: `${PLATFORM}/`, accept: 'text/html' };

let product: Product;
beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
  await allow(1, [PLATFORM, 'https://*.shops.example']);
  await allow(2, [OTHER]);
});
afterAll(() => product.stop());

const allow = (accountId: number, origins: string[]) =>
  product.database.sql`update accounts set embed_origins = ${origins} where id = ${accountId}`;
const load = (path: string, headers: Record<string, string> = REFERER, at = product.url) =>
  fetch(`${at}${path}`, { headers, redirect: 'manual' });
const ancestorsOf = (answer: Response) =>
  /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
/** Everything that differs between two answers, apart from time and ids of requests. */
const tellable = async (answer: Response) => {
  const volatile = ['date', 'x-request-id', 'content-length', 'etag', 'keep-alive'];
  const headers = [...answer.headers].filter(([name]) => !volatile.includes(name));
  return {
    status: answer.status,
    headers,
    text: (await answer.text()).replace(/<code[^>]*>.*?<\/code>/, ''),
  };
};

describe('the script', () => {
  test('has one address for ever, may be loaded anywhere, and is small', async () => {
    const answer = await load('/embed.js', {});
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const text = await answer.text();
    expect(text).toBe(readBuilt('embed.js'));
    expect(text.length).toBeLessThan(10 * 1024);
    expect(answer.headers.get('etag')).toMatch(/^W\/"/);
    expect((await fetch(`${product.url}/embed.js`, { method: 'POST' })).status).toBe(405);
  });
});

describe('a frame', () => {
  test.each([
    '/embed/websites/11',
    '/embed/websites/11/campaigns',
    '/embed/websites/11/experiments',
    '/embed/websites/11/insights',
    '/embed/websites/11/campaigns/101?timeframe=last_7_days&language=de',
    // Of the same account.
    '/embed/websites/12',
  ])('%s is shown to an allowed origin, and only to allowed origins', async (path) => {
    const answer = await load(path);
    expect(answer.status).toBe(200);
    expect(ancestorsOf(answer)).toBe(`${PLATFORM} https://*.shops.example`);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; /,
    );
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const text = await answer.text();
    expect(text).toContain(`data-parent="${PLATFORM}"`);
    expect(text).not.toMatch(/shops\.example|<style|style=|<script>|onload|fnl_/);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files).toHaveLength(2);
    for (const file of files) expect((await load(file, {})).status).toBe(200);
  });

  test('talks to the subdomain that shows it', async () => {
    const answer = await load('/embed/websites/11', { referer: 'https://ann.shops.example/a?b' });
    expect(await answer.text()).toContain('data-parent="https://ann.shops.example"');
  });

  const REFUSED: [string, string, Record<string, string>][] = [
    ['another origin', '/embed/websites/11', { ...REFERER, referer: 'https://evil.example/' }],
    ['an origin of another account', '/embed/websites/11', { ...REFERER, referer: OTHER }],
    ['a website of another account', '/embed/websites/21', REFERER],
    ['a website that does not exist', '/embed/websites/999', REFERER],
    ['what is no website', '/embed/websites/abc', REFERER],
    ['a very large number', `/embed/websites/${'9'.repeat(30)}`, REFERER],
    ['a parent of the origin', '/embed/websites/11', { ...REFERER, referer: 'https://platform.example' }],
    ['http', '/embed/websites/11', { ...REFERER, referer: 'http://app.platform.example' }],
    ['another port', '/embed/websites/11', { ...REFERER, referer: `${PLATFORM}:8443` }],
    ['a longer name', '/embed/websites/11', { ...REFERER, referer: `${PLATFORM}.evil.example` }],
    [
      'a user name',
      '/embed/websites/11',
      { ...REFERER, referer: 'https://app.platform.example@evil.example' },
    ],
    ['the domain of a star', '/embed/websites/11', { ...REFERER, referer: 'https://shops.example' }],
    ['nonsense', '/embed/websites/11', { ...REFERER, referer: 'nonsense' }],
    ['a file', '/embed/websites/11', { ...REFERER, referer: 'null' }],
    ['no referrer', '/embed/websites/11', { accept: 'text/html' }],
  ];
  test.each(REFUSED)('is refused to %s, and every refusal is the same', async (_who, path, headers) => {
    const answer = await load(path, headers);
    expect(answer.status).toBe(403);
    expect([ancestorsOf(answer), answer.headers.get('x-frame-options')]).toEqual(["'none'", 'DENY']);
    const told = await tellable(answer);
    expect(told.text).not.toMatch(/platform\.example|shops\.example|oak|script/i);
    expect(told).toEqual(await tellable(await load('/embed/websites/999', REFERER)));
  });

  test('knows no session', async () => {
    const browser = new Browser();
    await browser.signIn(`${product.url}/`, ANN);
    const answer = await browser.send(`${product.url}/embed/websites/11`, { headers: REFERER });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    const text = await answer.text();
    expect(text).not.toContain(ANN);
    // A person who is signed in and may see the website sees nothing elsewhere.
    expect((await browser.send(`${product.url}/embed/websites/11`)).status).toBe(403);
  });

  test.each([
    '/embed',
    '/embed/',
    '/embed/websites',
    '/embed/websites/11/variants/201',
    '/embed/websites/11/steps/301',
  ])('%s is not there', async (path) => {
    expect((await load(path)).status).toBe(404);
  });

  test('cannot be written', async () => {
    const answer = await fetch(`${product.url}/embed/websites/11`, { method: 'POST', headers: REFERER });
    expect(answer.status).toBe(405);
  });

  test('follows the list within a minute', async () => {
    const at = await product.replica();
    expect((await load('/embed/websites/11', REFERER, at.url)).status).toBe(200);
    await allow(1, ['https://new.example']);
    expect((await load('/embed/websites/11', REFERER, at.url)).status).toBe(200);
    at.passTime(60_000);
    expect((await load('/embed/websites/11', REFERER, at.url)).status).toBe(403);
    await allow(1, [PLATFORM, 'https://*.shops.example']);
  });

  test('nobody can ask for one frame after the other', async () => {
    const limited = await product.replica({ RATE_LIMIT_PER_MINUTE: '3' });
    const statuses = [];
    for (let id = 11; id < 16; id += 1)
      statuses.push(
        (await load(`/embed/websites/${id}`, { referer: 'https://evil.example' }, limited.url)).status,
      );
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
  });
});

describe('without an answer of the authorization server, no frame is shown', () => {
  async function dashboardOf(handler: Parameters<typeof serveHttp>[0]) {
    const server = await serveHttp(handler);
    const at = await product.replica({
      AUTHORIZATION_SERVER_ISSUER: server.url,
      UPSTREAM_TIMEOUT_MS: '1000',
    });
    return { at, server };
  }

  test.each<[string, Parameters<typeof serveHttp>[0]]>([
    ['an error', (_req, res) => void res.writeHead(500).end('{"origins":["https://app.platform.example"]}')],
    ['a refusal', (_req, res) => void res.writeHead(401).end('{"origins":["https://app.platform.example"]}')],
    ['another answer', (_req, res) => void res.end('{"origins":"https://app.platform.example"}')],
    ['null', (_req, res) => void res.end('null')],
    ['no JSON', (_req, res) => void res.end('<html>')],
    ['silence', () => {}],
    ['far too much', (_req, res) => void res.end(`{"origins":["${'x'.repeat(100_000)}"]}`)],
    ['a redirect', (_req, res) => void res.writeHead(302, { location: 'https://evil.example' }).end()],
  ])('after %s', async (_what, handler) => {
    const { at, server } = await dashboardOf(handler);
    const answer = await load('/embed/websites/11', REFERER, at.url);
    expect([answer.status, answer.headers.get('retry-after'), ancestorsOf(answer)]).toEqual([
      503,
      '5',
      "'none'",
    ]);
    expect(await answer.text()).not.toContain('data-parent');
    await server.close();
  });

  test('and nothing but origins gets into the policy', async () => {
    const origins = [
      PLATFORM,
      '*',
      "'self'",
      "https://a.example; script-src 'unsafe-inline'",
      'https://b.example/x',
      7,
    ];
    const { at, server } = await dashboardOf((_req, res) => void res.end(JSON.stringify({ origins })));
    const answer = await load('/embed/websites/11', REFERER, at.url);
    expect([answer.status, ancestorsOf(answer)]).toEqual([200, PLATFORM]);
    await server.close();
  });

  test('a failure is not kept', async () => {
    let isDown = true;
    const { at, server } = await dashboardOf((_req, res) => {
      if (isDown) res.writeHead(503).end();
      else res.end(JSON.stringify({ origins: [PLATFORM] }));
    });
    expect((await load('/embed/websites/11', REFERER, at.url)).status).toBe(503);
    isDown = false;
    expect((await load('/embed/websites/11', REFERER, at.url)).status).toBe(200);
    await server.close();
  });
});
