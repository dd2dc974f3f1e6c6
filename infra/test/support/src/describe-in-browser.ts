import { describe } from '@jest/globals';
import type { Browser, Frame, Page } from 'playwright-core';
import { findChromium, launchBrowser } from './browser.ts';

/** Tests in a real browser; without one they are skipped, and their name says so. */
export function describeInBrowser(name: string, define: (launch: () => Promise<Browser>) => void): void {
  const executable = findChromium();
  if (executable) return describe(name, () => define(() => launchBrowser(executable)));
  console.warn(`SKIPPED, no Chromium (set CHROMIUM_PATH, or put chromium on PATH): ${name}`);
  describe.skip(`${name} (SKIPPED, no Chromium: set CHROMIUM_PATH)`, () =>
    define(() => Promise.reject(new Error('there is no browser'))));
}

const OPEN_DETAILS = `for (const one of document.querySelectorAll('details')) one.open = true`;
/** Elements that scroll by themselves, or that nobody sees. */
const MAY_BE_WIDE = '.scroller, .pages, .hidden, .uplot, caption, .status';
const TOO_WIDE = `
  (document.documentElement.scrollWidth > innerWidth ? ['page ' + document.documentElement.scrollWidth] : []).concat(
    [...document.querySelectorAll('body *')]
      .filter((one) => !one.closest('${MAY_BE_WIDE}'))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.tagName + '.' + one.className))`;

/** Opens everything that can be opened. */
export async function openDetails(page: Page | Frame): Promise<void> {
  await page.evaluate(OPEN_DETAILS);
}

/** Charts follow the window a moment after it has changed; on a busy machine that takes longer. */
const SETTLED_MS = 5_000;

/** What is wider than the window, and stays so. */
export async function tooWide(page: Page | Frame): Promise<string[]> {
  await page
    .waitForFunction(`(${TOO_WIDE}).length === 0`, undefined, { timeout: SETTLED_MS })
    .catch(() => {});
  return page.evaluate<string[]>(TOO_WIDE);
}
