import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTrialProduct, type TrialProduct } from '../src/trial-product.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** A page of each kind, by app. */
const PAGES: [app: string, path: string][] = [
  ['rest-api', '/'],
  ['rest-api', '/nothing'],
  ['rest-api', '/api/v1/reports/website'],
  ['mcp-server', '/'],
  ['mcp-server', '/mcp'],
  ['insights-worker', '/'],
  ['insights-worker', '/nothing'],
  ['event-intake', '/'],
  ['event-intake', '/docs'],
  ['event-intake', '/v1/events'],
  ['authorization-server', '/login'],
  ['authorization-server', '/nothing'],
  ['dashboard', '/signed-out'],
  ['dashboard', '/nothing'],
];
const WIDTHS = [390, 700, 1_000, 1_600];

describeInBrowser('the pages of all services in a browser', (launch) => {
  let product: TrialProduct;
  let folder: string;
  let browser: Awaited<ReturnType<typeof launch>>;
  beforeAll(async () => {
    browser = await launch();
    folder = await mkdtemp(join(tmpdir(), 'funnel-pages-'));
    product = await startTrialProduct(root, folder);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(['light', 'dark'] as const)(
    'have one look, fit every screen, are accessible, and load nothing from elsewhere: %s',
    async (colorScheme) => {
      const { page, context, origins } = await openContext(browser, { colorScheme });
      const blocked: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) blocked.push(message.text());
      });
      const grounds = new Set<string>();
      for (const [app, path] of PAGES) {
        const url = product.urls.get(app) ?? '';
        await page.goto(`${url}${path}`);
        await page.getByText('Funnel Reporting', { exact: true }).waitFor();
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
        grounds.add(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect([app, path, needed]).toEqual([app, path, width]);
        }
        if (path !== '/docs') expect([app, path, await accessibilityFindings(page)]).toEqual([app, path, []]);
      }
      expect(grounds.size).toBe(1);
      expect(blocked).toEqual([]);
      expect(origins).toEqual(new Set(PAGES.map(([app]) => product.urls.get(app) ?? '')));
      await context.close();
    },
  );
});
