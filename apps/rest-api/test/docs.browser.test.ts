import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '@funnel/operations';
import { findChromium, launchBrowser, openContext } from '@funnel/testing/browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type RestApp, startRestApp } from './support/rest-app.ts';
import request from 'supertest';

const executable = findChromium();
if (!executable) console.warn('SKIPPED: no Chromium found, so /docs is not tested in a browser');
const inBrowser = executable ? test : test.skip;

let rest: RestApp;
let server: Server;
let url: string;
let browser: Browser | undefined;
beforeAll(async () => {
  rest = await startRestApp();
  server = createServer({ keepAliveTimeout: 0 }, rest.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (executable) browser = await launchBrowser(executable);
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
  await rest.stop();
});

test('has no inline script and loads files only from its own origin', async () => {
  const { text, headers } = await request(rest.app).get('/docs').expect(200);
  expect(text).not.toMatch(/<script(?![^>]*\ssrc="\/docs\/)/);
  expect(text).not.toContain('//');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  for (const [, path = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g))
    await request(rest.app).get(path).expect(200);
  await request(rest.app).get('/docs/package.json').expect(404);
  await request(rest.app).post('/docs').expect(405);
});

/** Opens the page and collects the errors of the browser. */
async function openDocs() {
  const watched = await openContext(browser as Browser);
  const errors: string[] = [];
  watched.page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  watched.page.on('pageerror', (error) => void errors.push(error.message));
  await watched.page.goto(`${url}/docs`);
  await watched.page.locator('.opblock').first().waitFor();
  return { ...watched, errors };
}

inBrowser('shows every operation, contacts no other origin and violates no policy', async () => {
  const { context, page, origins, errors } = await openDocs();
  const shown = await page.locator('.opblock-summary-path').allInnerTexts();
  expect(shown.map((path) => path.replaceAll(/[\s\u200b]/g, ''))).toEqual(OPERATIONS.map(({ path }) => path));
  await page.locator('#operations-Reports-get_campaign_report .opblock-summary-control').click();
  await page.getByText('Campaign id, from list_campaigns.').waitFor();
  await page.getByText('invalid_group_by').first().waitFor();
  expect([...origins]).toEqual([url]);
  expect(errors).toEqual([]);
  await context.close();
});

inBrowser('calls the API with the token that a reader enters', async () => {
  const { token } = await rest.token({ websiteIds: [11] });
  const { context, page, origins, errors } = await openDocs();
  await page.locator('.btn.authorize').click();
  await page.locator('.auth-container input').first().fill(token);
  await page.locator('.auth-container .btn.authorize').first().click();
  await page.locator('.btn-done').first().click();
  const operation = page.locator('#operations-Reports-list_websites');
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  const answered = page.waitForResponse(/\/api\/v1\/reports\/websites/);
  await operation.locator('.btn.execute').click();
  const response = await answered;
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ websites: [{ id: 11 }] });
  await operation.getByText('shop.oak.example').first().waitFor();
  expect([...origins]).toEqual([url]);
  expect(errors).toEqual([]);
  await context.close();
});
