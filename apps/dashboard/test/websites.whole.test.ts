import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BEN, ENCRYPTION_KEY, NORA, NOW, PASSWORD } from '@funnel/fixtures';
import { importCatalog, recordEvents } from '@funnel/ingest';
import { newVisitorToken } from '@funnel/testing';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Product, startProduct } from './support/product.ts';

const SCREENSHOTS = fileURLToPath(new URL('../test-output/screenshots/', import.meta.url));
/** Of account 3, which has none at first. */
const NEW_WEBSITE = { id: 2001, account_id: 3, name: 'new.example', currency: 'EUR' };
/** Its name is as long as names get, and has no place to break. */
const LONG = `${'a'.repeat(60)}.example`;

describeInBrowser('websites from none to many', (launch) => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    product = await startProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const send = (catalog: Record<string, unknown>) =>
    importCatalog(product.database, catalog, { encryptionKey: ENCRYPTION_KEY, now: NOW });
  const view = (websiteId: number) => ({
    event_id: randomUUID(),
    type: 'view',
    website_id: websiteId,
    visitor_token: newVisitorToken(),
    occurred_at: NOW.toISOString(),
  });

  async function signIn(email: string): Promise<Page> {
    const { page } = await openContext(browser);
    await page.goto(product.url);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('h1').waitFor();
    return page;
  }

  /** What axe finds and what is too wide, on a phone and a large screen. */
  async function findings(page: Page, name: string): Promise<string[]> {
    const all: string[] = [];
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1600, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.locator('main h1').waitFor();
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true });
      await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      all.push(
        ...(await accessibilityFindings(page)),
        ...(wide > 0 ? [`${width}: ${wide} px too wide`] : []),
      );
    }
    return all;
  }

  test('somebody without a website is told so; a new website has a list of what to do', async () => {
    const page = await signIn(NORA);
    await page.screenshot({ path: join(SCREENSHOTS, 'no-website-1200.png') });
    expect(await page.locator('main').innerText()).toMatch(/no website/i);

    await send({ websites: [NEW_WEBSITE] });
    await page.goto(product.url);
    await page.getByRole('heading', { name: 'No events yet' }).waitFor();
    expect(await page.locator('.first-steps li').allTextContents()).toEqual([
      '✓ Done: The website is set up.',
      '○ To do: Create a token that may send the catalog and events.',
      '○ To do: Send the catalog to the event intake: the campaigns with their variants, steps and elements.',
      '○ To do: Send the first event. Reports show it within seconds.',
    ]);
    expect(await findings(page, 'newcomer')).toEqual([]);

    const variants = [{ id: 1, traffic_percentage: 100 }];
    await send({ campaigns: [{ id: 1, website_id: 2001, name: 'First', cta_type: 'bar', variants }] });
    await page.goto(`${product.url}/websites/2001`);
    await page.getByText('The catalog was sent: 1 campaign.').waitFor();

    expect((await recordEvents(product.database, [view(2001)], { now: NOW })).refused).toEqual([]);
    await page.reload();
    await page.getByText('last event received').waitFor();
    expect(await page.locator('.first-steps').count()).toBe(0);
    await page.context().close();
  });

  test.each([12, 200])('%i websites are found, sorted and searched', async (count) => {
    const websites = Array.from({ length: count - 1 }, (_, index) => ({
      id: 5000 + index,
      account_id: 2,
      name: index === 3 ? LONG : `shop-${String(index).padStart(3, '0')}.example`,
      currency: ['EUR', 'USD', 'JPY'][index % 3],
    }));
    await send({ websites });
    const busiest = websites.at(-1)?.id ?? 0;
    await recordEvents(
      product.database,
      Array.from({ length: 2 * count }, () => view(busiest)),
      { now: NOW },
    );
    const page = await signIn(BEN);
    await page.goto(`${product.url}/?timeframe=last_7_days`);
    const rows = page.locator('.bars tbody tr');
    await rows.nth(count - 1).waitFor();
    expect(await rows.count()).toBe(count);
    expect(await rows.first().locator('.link').innerText()).toBe(websites.at(-1)?.name);
    expect(await page.getByText(`${count} websites together`).count()).toBe(1);
    await page.getByLabel('Find a website').fill('aaaa');
    expect(await page.locator('.bars tbody tr:visible').count()).toBe(1);
    expect(await findings(page, `websites-${count}`)).toEqual([]);
    await page.context().close();
  });
});
