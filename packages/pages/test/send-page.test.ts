import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allowFormTo, allowRequests, layout, html, pageHeaders, sendPage } from '../src/index.ts';

const server = createServer((req, res) => {
  pageHeaders(req, res);
  if (req.url === '/with-requests') allowRequests(res);
  if (req.url === '/with-form') allowFormTo(res, 'https://reports.example.com/tokens');
  sendPage(res, 200, layout({ title: 'A <b> & B', content: html`<h1>A page</h1>` }));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close().closeAllConnections());

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'";

test('pages run only our scripts, load nothing from other hosts, and are not framed, cached or sent as referrer', async () => {
  const response = await fetch(url);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(await response.text()).toContain('<title>A &lt;b&gt; &amp; B · Funnel Reporting</title>');
});

test('a page allows only what it needs: our answers, a form to another of our origins', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${url}${path}`)).headers.get('content-security-policy');
  expect(await policyOf('/with-requests')).toBe(`${POLICY}; connect-src 'self'`);
  expect(await policyOf('/with-form')).toBe(
    POLICY.replace("form-action 'self'", "form-action 'self' https://reports.example.com"),
  );
});
