import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WEBHOOK_EVENT_TYPES } from '@funnel/notifications';
import { OPERATIONS, TOOL_OPERATIONS } from '@funnel/operations';
import { accessibilityFindings, findChromium, launchBrowser, openContext } from '@funnel/testing/browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
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
  expect(text).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)/);
  expect(text).not.toMatch(/\s(style|onclick)=/);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  for (const [, path = ''] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g))
    await request(rest.app).get(path).expect(200);
  await request(rest.app).get('/docs/package.json').expect(404);
  await request(rest.app).post('/docs').expect(405);
});

test('leads to the token page', async () => {
  const { text } = await request(rest.app).get('/docs').expect(200);
  expect(text).toMatch(/href="http:\/\/127\.0\.0\.1:\d+\/tokens"/);
});

/** Opens the page and collects the errors of the browser. */
async function openDocs(options: BrowserContextOptions = {}) {
  const watched = await openContext(browser as Browser, options);
  const errors: string[] = [];
  watched.page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  watched.page.on('pageerror', (error) => void errors.push(error.message));
  await watched.page.goto(`${url}/docs`);
  return { ...watched, errors };
}

const PHONE = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true };

if (executable)
  test.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['on a phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ])('shows every operation, and is accessible: %s', async (_look, options) => {
    const { context, page, origins, errors } = await openDocs(options);
    const shown = await page.locator('article .path code').allInnerTexts();
    const shownAs = (path: string) => (path.startsWith('/beyond-v1/') ? `/api${path}` : path);
    const operations = OPERATIONS.map(({ path }) => shownAs(path));
    expect(shown.toSorted()).toEqual([...operations, ...WEBHOOK_EVENT_TYPES].sort());
    for (const details of await page
      .locator('#get_campaign_report details, #on_campaign_broke details')
      .all())
      await details.locator('summary').click();
    await page.locator('#on_campaign_broke').getByText('"campaign.broke"').first().waitFor();
    await page.locator('#get_campaign_report').getByText('invalid_group_by').first().waitFor();
    const aov = page.locator('#object-Metrics tr', { hasText: 'aov' });
    expect(await aov.locator('td').textContent()).toMatch(/^Average order value/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goto(`${url}/`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.waitForURL(`${url}/docs`);
    expect([...origins]).toEqual([url]);
    expect(errors).toEqual([]);
    await context.close();
  });

inBrowser('fits every screen, with everything open', async () => {
  const { context, page } = await openDocs();
  await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
  for (const width of [390, 700, 1_000, 1_600]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  await context.close();
});

inBrowser('the first try of every report succeeds, because the token fills in the forms', async () => {
  const { token } = await rest.token({ websiteIds: [11, 12] });
  const { context, page, origins, errors } = await openDocs({
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  expect(await page.locator('#get_website_report-sample').innerText()).toContain("website_id=1'");
  await page.fill('#token', token);
  await page.keyboard.press('Enter');
  await page.getByText('The token works. The forms are filled in for website_id 11.').waitFor();
  const sample = page.locator('#get_website_report .copyable code').first();
  expect(await sample.innerText()).toContain('/api/v1/reports/website?website_id=11');
  await page.locator('#get_website_report .copy').first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await sample.innerText());
  for (const { name } of TOOL_OPERATIONS) {
    const article = page.locator(`#${name}`);
    await article.locator('.try > summary').click();
    await article.getByRole('button', { name: 'Send' }).click();
    await article.getByText(/^200, \d+ ms$/).waitFor();
  }
  await page.locator('#list_websites').getByText('shop.oak.example').first().waitFor();
  expect(await page.locator('#get_element_report-sample').innerText()).toContain('/reports/elements/4');
  expect([...origins]).toEqual([url]);
  expect(errors).toEqual([]);
  await context.close();
});

inBrowser('says why a token is not accepted', async () => {
  const { context, page } = await openDocs();
  await page.fill('#token', 'not-a-token');
  await page.getByRole('button', { name: 'Use token' }).click();
  await page.getByText(/^unauthorized: /).waitFor();
  await context.close();
});
