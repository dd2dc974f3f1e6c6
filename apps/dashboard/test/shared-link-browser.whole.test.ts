import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANN, PASSWORD } from '@funnel/fixtures';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser, openDetails, tooWide } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Product, startProduct } from './support/product.ts';
import { newLink } from './support/sharing.ts';

const SCREENSHOTS = fileURLToPath(new URL('../test-output/screenshots/', import.meta.url));
const LOOKS = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1600, theme: 'light' },
  { width: 1600, theme: 'dark' },
] as const;
const LINK_PASSWORD = 'only for the client';

describeInBrowser('share links in a browser', (launch) => {
  let product: Product;
  let browser: Browser;
  let [ann, client]: BrowserContext[] = [];
  let [hers, theirs]: Page[] = [];
  const complaints: string[] = [];
  const findings: string[] = [];

  async function openPage(): Promise<{ context: BrowserContext; page: Page }> {
    const { context, page } = await openContext(browser);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    return { context, page };
  }

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    product = await startProduct();
    browser = await launch();
    ({ context: ann, page: hers } = await openPage());
    ({ context: client, page: theirs } = await openPage());
    await hers.goto(`${product.url}/websites/11/campaigns/101?timeframe=last_90_days`);
    await hers.getByLabel('E-mail').fill(ANN);
    await hers.getByLabel('Password').fill(PASSWORD);
    await hers.getByRole('button', { name: 'Sign in', exact: true }).click();
    await hers.getByRole('heading', { level: 1, name: 'Spring quiz' }).waitFor();
  });
  afterAll(async () => {
    await ann?.close();
    await client?.close();
    await browser?.close();
    await product?.stop();
  });
  const both = (): { owner: Page; guest: Page } => {
    if (!hers || !theirs) throw new Error('there is no page');
    return { owner: hers, guest: theirs };
  };

  /** In every look: nothing is too wide, and axe finds nothing. */
  async function look(page: Page, name: string): Promise<void> {
    for (const { width, theme } of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${theme}.png`), fullPage: true });
      const found = [...(await accessibilityFindings(page)), ...(await tooWide(page))];
      findings.push(...found.map((finding) => `${name} ${width} ${theme} ${finding}`));
    }
    await page.setViewportSize({ width: 1200, height: 900 });
  }

  test('from the page of a campaign to a link, to the numbers, and to its end', async () => {
    const { owner, guest } = both();
    await owner.getByRole('link', { name: 'Share', exact: true }).click();
    await owner.waitForURL(`${product.url}/share-links?**`);
    await openDetails(owner);
    await look(owner, 'share-form');
    expect(await owner.getByLabel('Name', { exact: true }).inputValue()).toBe('Spring quiz');
    expect(await owner.getByLabel('Only this campaign').inputValue()).toBe('101');
    expect(await owner.getByLabel('Website', { exact: true }).inputValue()).toBe('11');
    await owner.getByLabel('Password, if you want one').fill(LINK_PASSWORD);
    await owner.getByRole('button', { name: 'Create link' }).click();
    const address = await owner.getByLabel('Address').inputValue();
    expect(address.startsWith(`${product.url}/s/fnl_sl_`)).toBe(true);
    await ann?.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
    await owner.getByRole('button', { name: 'Copy' }).click();
    await owner.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await owner.evaluate('navigator.clipboard.readText()')).toBe(address);
    await look(owner, 'share-created');

    await guest.goto(address);
    await look(guest, 'share-password');
    await guest.getByLabel('Password').fill('something else');
    await guest.getByRole('button', { name: 'Open' }).click();
    await guest.getByText('That is not the password of this link.').waitFor();
    complaints.length = 0;
    await guest.getByLabel('Password').fill(LINK_PASSWORD);
    await guest.getByRole('button', { name: 'Open' }).click();
    await guest.getByRole('heading', { level: 1, name: 'Spring quiz' }).waitFor();
    expect(guest.url()).not.toContain('fnl_sl_');
    await guest.getByText(/^Shared with you: one campaign of shop\.oak\.example, by Oak & Linen/).waitFor();
    await guest.locator('.chart.waiting').waitFor({ state: 'detached' });
    await openDetails(guest);
    await look(guest, 'shared-campaign');
    // Nothing leads out of what is shared.
    const out = await guest
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const base = /^\/shared\/[\w-]+/.exec(new URL(guest.url()).pathname)?.[0] ?? '-';
    expect(out.length).toBeGreaterThan(0);
    for (const path of out) expect(path).toMatch(new RegExp(`^${base}/(websites/11/variants|data)/`));
    expect(await guest.getByRole('link', { name: 'Overview' }).count()).toBe(0);
    expect(await guest.getByRole('link', { name: 'Share' }).count()).toBe(0);

    await guest.getByRole('link', { name: 'A · Short' }).click();
    await guest.getByRole('heading', { level: 1, name: 'A · Short' }).waitFor();
    await guest.getByLabel('Days of the report').selectOption('last_90_days');
    await guest.waitForURL(`${product.url}${base}/websites/11/variants/201?timeframe=last_90_days`);
    await guest
      .locator('main')
      .getByRole('link', { name: /^(Step 1|1\. )/ })
      .last()
      .click();
    await guest.getByRole('heading', { level: 1, name: /^(Step 1|1\. )/ }).waitFor();
    await guest.reload();
    await guest.getByRole('heading', { level: 1, name: /^(Step 1|1\. )/ }).waitFor();
    await guest.goBack();
    await guest.getByRole('heading', { level: 1, name: 'A · Short' }).waitFor();
    await guest.getByRole('navigation', { name: 'Where you are' }).getByRole('link').first().click();
    await guest.getByRole('heading', { level: 1, name: 'Spring quiz' }).waitFor();
    const [file] = await Promise.all([
      guest.waitForEvent('download'),
      guest.getByRole('link', { name: 'CSV', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);

    await owner.goto(`${product.url}/share-links`);
    await owner.getByText(/^once, last on/).waitFor();
    await owner.getByRole('link', { name: 'Who opened Spring quiz' }).click();
    await owner.getByText(/Chrome on Linux/).waitFor();
    await openDetails(owner);
    await look(owner, 'share-openings');
    await owner.getByRole('button', { name: 'Revoke link' }).click();
    await owner.getByText('The link was revoked and shows nothing more.').waitFor();
    expect(complaints).toEqual([]);

    await guest.getByRole('link', { name: 'A · Short' }).click();
    await guest.getByText('This link has ended. Ask who sent it for a new one.').waitFor();
    expect(await guest.locator('.tile, table').count()).toBe(0);
    await guest.goto(address);
    await guest.getByRole('heading', { name: 'This link has ended' }).waitFor();
    await look(guest, 'share-ended');
    expect(findings).toEqual([]);
  });

  test('a whole website has its tabs and no overview, beside another link in the same browser', async () => {
    const { guest } = both();
    complaints.length = 0;
    findings.length = 0;
    const other = await newLink(product, { websiteId: 12 });
    await guest.goto(other.url);
    await guest.getByRole('heading', { level: 1, name: 'journal.oak.example' }).waitFor();
    const journal = guest.url();
    await guest.goto((await newLink(product)).url);
    await guest.getByRole('heading', { level: 1, name: 'shop.oak.example' }).waitFor();
    await guest.locator('.chart.waiting').waitFor({ state: 'detached' });
    await look(guest, 'shared-website');
    expect(await guest.getByRole('link', { name: 'Overview' }).count()).toBe(0);
    for (const tab of ['Campaigns', 'Experiments', 'Insights']) {
      await guest.getByRole('link', { name: tab, exact: true }).click();
      await guest.locator(`.tabs [aria-current=page]`, { hasText: tab }).waitFor();
    }
    await guest.goto(journal);
    await guest.getByRole('heading', { level: 1, name: 'journal.oak.example' }).waitFor();
    expect(complaints).toEqual([]);
    expect(findings).toEqual([]);
  });

  test('another website cannot show it in a frame', async () => {
    const { guest } = both();
    const { url } = await newLink(product);
    await guest.goto(url);
    await guest.getByRole('heading', { level: 1, name: 'shop.oak.example' }).waitFor();
    const shared = guest.url();
    const frames = [url, shared].map((src) => `<iframe src="${src}"></iframe>`).join('');
    const page = `<!doctype html><title>foreign</title>${frames}`;
    const foreign = createServer((_req, res) => {
      res.setHeader('content-type', 'text/html');
      res.end(page);
    });
    await new Promise<void>((resolve) => void foreign.listen(0, '127.0.0.1', resolve));
    await guest.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`, { waitUntil: 'load' });
    const texts = await Promise.all(
      guest
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate('document.body.innerText').catch(() => '')),
    );
    foreign.closeAllConnections();
    foreign.close();
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).not.toMatch(/Shared with you|shop\.oak/);
  });
});
