import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANN, PASSWORD } from '@funnel/fixtures';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser, openDetails, tooWide } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Product, startProduct } from './support/product.ts';

const SCREENSHOTS = fileURLToPath(new URL('../test-output/screenshots/', import.meta.url));
const HOSTILE = '<img src=x onerror="document.title=\'run\'"> & <b>Spring</b>';
const PAGES = {
  overview: '/?timeframe=all_time',
  website: '/websites/11?timeframe=last_90_days',
  campaigns: '/websites/11/campaigns?timeframe=all_time',
  experiments: '/websites/11/experiments?timeframe=all_time',
  insights: '/websites/11/insights',
  campaign: '/websites/11/campaigns/101?timeframe=last_90_days&metric=conversions,orders',
  variant: '/websites/11/variants/201?timeframe=last_90_days&metric=conversions&as=rate',
  step: '/websites/11/steps/301?timeframe=last_90_days',
  element: '/websites/11/elements/401?timeframe=last_90_days',
} as const;
/** From a phone to a large screen. All of them in both colours: ALL_LOOKS=1. */
const LOOKS = (
  [
    [390, 'light'],
    [768, 'dark'],
    [1200, 'light'],
    [1600, 'dark'],
  ] as const
).flatMap(([width, theme]) =>
  process.env['ALL_LOOKS']
    ? (['light', 'dark'] as const).map((one) => ({ width, theme: one }))
    : [{ width, theme }],
);

describeInBrowser('the pages', (launch) => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    product = await startProduct();
    await product.database.sql`update campaigns set name = ${HOSTILE} where id = 103 and website_id = 11`;
    browser = await launch();
    ({ context, page } = await openContext(browser));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(product.url);
    await page.getByLabel('E-mail').fill(ANN);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('h1').waitFor();
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await product?.stop();
  });

  const open = async (path: string) => {
    await page.goto(`${product.url}${path}`);
    await page.locator('h1').waitFor();
    await page.locator('.chart.waiting').waitFor({ state: 'detached' });
  };
  /** What the REST API says, with the token of the session. */
  const rest = async (path: string) => {
    const authorization = String(product.asked.at(-1)?.headers['authorization']);
    const answer = await fetch(`${product.restUrl}/api/v1${path}`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { data: Record<string, unknown> };
  };

  test('every page at every width, light and dark, with every detail open: axe finds nothing, nothing is too wide', async () => {
    const findings: string[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      for (const { width, theme } of LOOKS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme });
        await open(path);
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${theme}.png`), fullPage: true });
        await openDetails(page);
        const found = [...(await accessibilityFindings(page)), ...(await tooWide(page))];
        findings.push(...found.map((finding) => `${name} ${width} ${theme} ${finding}`));
        expect([name, await page.locator('.problem').count()]).toEqual([name, 0]);
      }
    }
    expect(findings).toEqual([]);
    expect(complaints).toEqual([]);
    await page.setViewportSize({ width: 1200, height: 900 });
  });

  test.each([
    ['website', '/reports/website?website_id=11&timeframe=last_90_days'],
    ['campaign', '/reports/campaigns/101?website_id=11&timeframe=last_90_days'],
    ['variant', '/reports/variants/201?website_id=11&timeframe=last_90_days'],
    ['step', '/reports/steps/301?website_id=11&timeframe=last_90_days'],
    ['element', '/reports/elements/401?website_id=11&timeframe=last_90_days'],
  ] as const)('the numbers of the %s are those of the REST API', async (name, path) => {
    await open(PAGES[name]);
    const { data } = await rest(path);
    const metrics = data['metrics'] as Record<string, number>;
    const shown = await page.locator('.tile').evaluateAll((tiles) =>
      tiles.map((tile) => [
        tile.querySelector('.label')?.textContent,
        // Without the change behind it.
        tile.querySelector('.value')?.childNodes[0]?.textContent,
      ]),
    );
    const written = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
    const expected = ['views', 'conversions', 'completions', 'subscribes', 'orders'].map((key) =>
      written.format(metrics[key] ?? 0),
    );
    const labels = ['Viewers', 'Conversions', 'Completions', 'Subscribes', 'Orders'];
    for (const [index, label] of labels.entries()) expect(shown).toContainEqual([label, expected[index]]);
  });

  test('the lists have the rows and numbers of the REST API', async () => {
    await open(PAGES.overview);
    await openDetails(page);
    const { data } = await rest('/reports/account/performance?timeframe=all_time');
    const websites = data['websites'] as { name: string; viewers: number; conversions: number }[];
    const rows = await page
      .locator('.numbers tbody tr')
      .evaluateAll((list) =>
        list.map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent)),
      );
    expect(new Set(rows.map((row) => row.join()))).toEqual(
      new Set(websites.map((one) => [one.name, one.viewers, one.conversions].join())),
    );
    await open(PAGES.campaigns);
    const campaigns = (await rest('/reports/campaigns?website_id=11&timeframe=all_time&sort=views')).data[
      'campaigns'
    ] as { name: string }[];
    expect(await page.locator('.bars tbody th .link').allInnerTexts()).toEqual(
      campaigns.map(({ name }) => name),
    );
  });

  test('everything is in the address: look, reload and back', async () => {
    await open('/websites/11?timeframe=last_90_days');
    await page.getByRole('button', { name: /^Conversions/ }).click();
    await page.getByRole('button', { name: 'Rate', exact: true }).click();
    await page.getByLabel('Add a line').selectOption('orders');
    const address = `${product.url}/websites/11?timeframe=last_90_days&metric=conversions,orders&as=rate`;
    expect(page.url()).toBe(address);
    await page.reload();
    await page.locator('.key.line-1').waitFor();
    expect(await page.locator('.legend .key').allInnerTexts()).toEqual(['Conversion rate', 'Order rate']);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    expect(page.url()).toBe(`${product.url}/websites/11/campaigns?timeframe=last_90_days`);
    expect(await page.title()).toBe('Campaigns · Funnel reports');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'shop.oak.example' }).waitFor();
    expect(page.url()).toBe(address);
    await page.locator('.key.line-1').waitFor();
    // Other days, the same lines.
    await page.getByLabel('Days of the report').selectOption('last_30_days');
    await page.waitForURL(
      `${product.url}/websites/11?timeframe=last_30_days&metric=conversions,orders&as=rate`,
    );
  });

  test('days that are not valid lead on, and a year of two digits is refused at once', async () => {
    await page.goto(
      `${product.url}/websites/11?timeframe=custom&range_start=0026-11-01&range_end=2026-11-02`,
    );
    expect(await page.locator('.problem').innerText()).toBe(
      'The days, or another part of this address, are not valid.',
    );
    await page.getByRole('link', { name: 'Show the last 30 days' }).click();
    await page.getByRole('heading', { level: 1, name: 'shop.oak.example' }).waitFor();
    await open('/websites/11?timeframe=last_30_days');
    await page.getByLabel('Days of the report').selectOption('custom');
    await page.getByLabel('First day').fill('0026-11-01');
    const before = page.url();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect([
      page.url(),
      await page.getByLabel('First day').evaluate((one) => one.matches(':invalid')),
    ]).toEqual([before, true]);
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await tooWide(page)).toEqual([]);
    await page.setViewportSize({ width: 1200, height: 900 });
    complaints.length = 0;
  });

  test('days that have not begun say so, and are compared with nothing', async () => {
    await open('/websites/11?timeframe=custom&range_start=2027-01-01&range_end=2027-01-31');
    await page.getByText('These days have not begun.').waitFor();
    expect(await page.locator('.tile .change').count()).toBe(0);
  });

  test('a month that is not over says so below the chart; days without events lead to those with some', async () => {
    await open('/websites/11?timeframe=this_year');
    await page.getByText('The point of 1 November covers only 1 to 14 November').waitFor();
    await open('/websites/11?timeframe=custom&range_start=2026-03-01&range_end=2026-03-31');
    await page.getByText('Events were recorded from 1 Nov 2026 to 14 Nov 2026.').waitFor();
  });

  test('few orders are shown by their values, in tiles and in lists, which say among how many they are judged', async () => {
    const days = 'timeframe=custom&range_start=2026-11-08&range_end=2026-11-13';
    await open(`/websites/11?${days}`);
    const orders = page.locator('.tile', { hasText: 'Orders' });
    expect(await orders.locator('.value').innerText()).toBe('2 after 4');
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await tooWide(page)).toEqual([]);
    await page.setViewportSize({ width: 1200, height: 900 });
    await open(`/?${days}`);
    await page.getByText('Grey could be chance among 3 websites.').waitFor();
    await page.getByText('after €121', { exact: true }).waitFor();
  });

  test('a large amount stays inside its tile on a small screen', async () => {
    await open(PAGES.website);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const out = await page.locator('.tile .value').evaluateAll((values) =>
        values.map((value) => {
          if (value.firstChild) value.firstChild.textContent = '€1,110,378';
          return value.scrollWidth - value.clientWidth;
        }),
      );
      expect([width, Math.max(...out)]).toEqual([width, 0]);
    }
    await page.setViewportSize({ width: 1200, height: 900 });
  });

  test('the menu of the account closes with Escape and with a click beside it', async () => {
    await open(PAGES.website);
    const menu = page.locator('header details.account');
    const isOpen = () => menu.evaluate((one) => one.hasAttribute('open'));
    await page.locator('.account summary').click();
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isOpen()).toBe(false);
    await page.locator('.account summary').click();
    await page.locator('h1').click();
    expect(await isOpen()).toBe(false);
  });

  test('with the keyboard alone, from the overview to an element', async () => {
    await open('/?timeframe=all_time');
    const way: [string | RegExp, string | RegExp][] = [
      ['shop.oak.example', 'shop.oak.example'],
      ['Campaigns', 'Campaigns'],
      ['Spring quiz', 'Spring quiz'],
      ['A · Short', 'A · Short'],
      [/^(Step 1|1\. )/, /^(Step 1|1\. )/],
      [/^(?!Step).* 1$/, /^(?!Step).* 1$/],
    ];
    for (const [link, heading] of way) {
      await page.locator('main').getByRole('link', { name: link, exact: true }).last().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    }
    expect(new URL(page.url()).pathname).toBe('/websites/11/elements/401');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });

  test('CSV is what the REST API sends, and a picture of the chart can be saved', async () => {
    await open(PAGES.campaign);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    for (const [name, head] of [
      ['website', /^date,/],
      ['element', /^date,/],
      ['insights', /^week,recommendation/],
    ] as const) {
      await open(PAGES[name]);
      const [made] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV', exact: true }).click(),
      ]);
      expect(made.suggestedFilename()).toMatch(/\.csv$/);
      expect(readFileSync(await made.path(), 'utf8')).toMatch(head);
    }
    await open(PAGES.campaign);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PNG: save the chart as a picture' }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe('Spring-quiz.png');
  });

  test('a name is text, whatever it contains; the pages load nothing from elsewhere', async () => {
    await open('/websites/11/campaigns/103?timeframe=last_90_days');
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    expect(await page.locator('main img, main b').count()).toBe(0);
    await open('/websites/11/campaigns?timeframe=all_time');
    await page.getByRole('link', { name: HOSTILE }).waitFor();
    expect(await page.title()).toBe('Campaigns · Funnel reports');
    expect(complaints).toEqual([]);
  });

  test('a website of another account, and one that does not exist, show no number', async () => {
    for (const path of [
      '/websites/21',
      '/websites/21/campaigns/102',
      '/websites/999',
      '/websites/11/campaigns/102',
    ]) {
      await open(path);
      expect(await page.locator('.problem').count()).toBe(1);
      expect(await page.locator('.tile, table').count()).toBe(0);
    }
    complaints.length = 0;
  });

  test('a website without insights yet says when they come, on the page of the website', async () => {
    await open('/websites/12/insights');
    expect(await page.locator('.problem').innerText()).toContain('They are written on Mondays');
    expect(await page.locator('.tabs [aria-current=page]').innerText()).toBe('Insights');
    await page.locator('.trail').getByRole('link', { name: 'journal.oak.example' }).click();
    await page.getByRole('heading', { level: 1, name: 'journal.oak.example' }).waitFor();
    await open('/websites/21/insights');
    expect(await page.locator('.problem').innerText()).toContain('There is no such report');
    expect(await page.locator('.tabs').count()).toBe(0);
    complaints.length = 0;
  });

  test('an old tab of somebody who has signed out leads to the sign-in, also when it was there a moment ago', async () => {
    await open(PAGES.website);
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.evaluate(
      "sessionStorage.setItem('sent-to-sign-in-at', String(performance.timeOrigin + performance.now()))",
    );
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect(await page.locator('header').getByText(ANN).count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
    await context.addCookies(cookies);
    complaints.length = 0;
  });

  test('pages are small, with all that each loads', async () => {
    const rows: string[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      await open(path);
      const { files, answers } = await page.evaluate<{ files: number; answers: number }>(`{
        const all = performance.getEntriesByType('resource');
        const sum = (some) => some.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
        const isAnswer = ({ name }) => new URL(name).pathname.startsWith('/data/');
        ({ files: sum(all.filter((one) => !isAnswer(one))), answers: sum(all.filter(isAnswer)) });
      }`);
      const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
      rows.push(`${name}: files ${kilobytes(files)}, answers ${kilobytes(answers)}`);
      expect([name, files + answers < 150 * 1024]).toEqual([name, true]);
    }
    console.warn(rows.join('\n'));
  });
});
