import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Message, mailOf } from '@funnel/notifications';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser, tooWide } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BROKE, digestOf, linksOf, NOW, quietWeek, SAMPLES } from '../support/sample-messages.ts';

const SCREENSHOTS = fileURLToPath(new URL('../../test-output/screenshots/', import.meta.url));
const SHOWN = [
  [390, 'light'],
  [390, 'dark'],
  [700, 'light'],
  [700, 'dark'],
] as const;
/** As long as names get, without a place to break. */
const LONG = 'W'.repeat(255);

describeInBrowser('mails in a browser', (launch) => {
  let browser: Browser;
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function open(message: Message, language = 'en'): Promise<{ page: Page; origins: Set<string> }> {
    const { page, origins } = await openContext(browser, { viewport: { width: 700, height: 900 } });
    const reader = { language, timeZone: 'Europe/Berlin' };
    await page.setContent(mailOf(message, { reader, links: linksOf(message), now: NOW }).html);
    return { page, origins };
  }

  test.each(Object.entries(SAMPLES))(
    'the %s mail is accessible and fits, in light and dark, on phones and screens; it loads nothing',
    async (name, message) => {
      const { page, origins } = await open(message);
      const findings: string[] = [];
      for (const [width, colorScheme] of SHOWN) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: join(SCREENSHOTS, `mail-${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
        const found = [...(await accessibilityFindings(page)), ...(await tooWide(page))];
        findings.push(...found.map((finding) => `${width} ${colorScheme}: ${finding}`));
      }
      expect(findings).toEqual([]);
      expect([...origins]).toEqual([]);
      await page.context().close();
    },
  );

  test.each(['en', 'de', 'ja'])('a digest of twelve websites fits on a screen: %s', async (language) => {
    const { page } = await open(digestOf(12), language);
    await page.setViewportSize({ width: 600, height: 800 });
    // Of the content: that of the document is never less than the window.
    const height = await page.evaluate<number>(
      `document.querySelector('main').getBoundingClientRect().bottom`,
    );
    expect(height).toBeGreaterThan(400);
    expect(height).toBeLessThanOrEqual(800);
    await page.context().close();
  });

  test('names as long as they get break or are cut', async () => {
    const named = { id: 1, name: LONG };
    const broke = { ...BROKE, website: named, campaign: named };
    const digest = digestOf(12);
    const website = {
      ...quietWeek(1),
      name: LONG,
      broken: [{ campaign: named, since: BROKE.since, what: 'views' as const }],
    };
    for (const message of [broke, { ...digest, websites: [website, ...digest.websites] }]) {
      const { page } = await open(message);
      await page.setViewportSize({ width: 390, height: 900 });
      expect(await tooWide(page)).toEqual([]);
      await page.context().close();
    }
  });
});
