import { ANN, PASSWORD } from '@funnel/fixtures';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Product, startProduct } from './support/product.ts';

describeInBrowser('in a browser', (launch) => {
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    product = await startProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail').fill(ANN);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('a person signs in, comes back to the same address, and signs out', async () => {
    const { context, page, origins } = await openContext(browser);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    const deep = `${product.url}/websites/11?timeframe=last_7_days`;
    await page.goto(deep);
    await logIn(page);
    await page.waitForURL(deep);
    await page.getByRole('link', { name: 'shop.oak.example' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const cookies = await context.cookies(product.url);
    expect(cookies.find(({ name }) => name === 'funnel_dashboard')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });
    await page.locator('.account summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${product.url}/signed-out`);
    await page.getByRole('link', { name: 'sign out there, too' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${product.server.url}/login`);
    expect(errors).toEqual([]);
    expect([...origins].sort()).toEqual([product.url, product.server.url].sort());
    await context.close();
  });

  test('a login that was open in two tabs leads to the reports in both; in six tabs each leads to reports', async () => {
    const { context, page } = await openContext(browser);
    const second = await context.newPage();
    await page.goto(`${product.url}/`);
    await second.goto(`${product.url}/websites/12`);
    for (const tab of [page, second]) await logIn(tab);
    await page.waitForURL(`${product.url}/`);
    await second.waitForURL(`${product.url}/websites/12`);
    const many = await openContext(browser);
    const tabs = [many.page];
    while (tabs.length < 6) tabs.push(await many.context.newPage());
    for (const tab of tabs) await tab.goto(`${product.url}/websites/11/campaigns`);
    for (const tab of tabs) {
      await logIn(tab);
      await tab.locator('h1').waitFor();
      expect([`${product.url}/`, `${product.url}/websites/11/campaigns`]).toContain(tab.url());
    }
    await many.context.close();
    await context.close();
  });

  test('the login of the authorization server leads to the reports, and its pages lead back', async () => {
    const { context, page } = await openContext(browser);
    await page.goto(`${product.server.url}/login`);
    await logIn(page);
    await page.waitForURL(`${product.url}/`);
    await page.locator('.account summary').click();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.waitForURL(`${product.server.url}/members`);
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.waitForURL(`${product.url}/`);
    await page.getByRole('link', { name: 'shop.oak.example' }).waitFor();
    await context.close();
  });

  test('a page whose session has ended signs in again without a question', async () => {
    const { context, page } = await openContext(browser);
    await page.goto(`${product.url}/`);
    await logIn(page);
    await page.getByRole('link', { name: 'shop.oak.example' }).waitFor();
    await product.database.sql`delete from dashboard_sessions`;
    await page.goto(`${product.url}/websites/12?a=b`);
    await page.getByRole('heading', { name: 'journal.oak.example' }).waitFor();
    expect(page.url()).toBe(`${product.url}/websites/12?a=b`);
    await context.close();
  });

  test('a page of another origin gets nothing', async () => {
    const { context, page } = await openContext(browser);
    await page.goto(`${product.url}/`);
    await logIn(page);
    await page.getByRole('link', { name: 'shop.oak.example' }).waitFor();
    // The same site, another origin: its cookies are sent.
    await page.goto(`${product.restUrl}/docs`);
    const read = (headers: Record<string, string>) =>
      page.evaluate(
        ([url, own]) =>
          fetch(url, { credentials: 'include', headers: own })
            .then((answer) => answer.text())
            .catch(() => 'refused'),
        [`${product.url}/data/reports/websites`, headers] as const,
      );
    expect(await read({})).toBe('refused');
    expect(await read({ 'X-Funnel-Dashboard': '1' })).toBe('refused');
    await context.close();
  });
});
