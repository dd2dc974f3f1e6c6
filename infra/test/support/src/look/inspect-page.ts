import { expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFindings, type WatchedContext } from '../browser.ts';
import { lowContrasts } from './contrast.ts';

export { lowContrasts };

/** A small screen. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};
/** Both colours and both sizes. */
export const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
];

/** Checks what every page must be: it loads nothing from elsewhere, fits every screen, and can be read and used. */
export async function inspectPage({ page, origins }: WatchedContext, ours: readonly string[]): Promise<void> {
  expect([...origins].filter((origin) => !ours.includes(origin))).toEqual([]);
  const { width: ownWidth, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const width of [390, 700, 1_000, 1_600, ownWidth]) {
    await page.setViewportSize({ width, height });
    const [scrollWidth, clientWidth, navigation] = await page.evaluate<[number, number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth, document.querySelector("nav")?.offsetHeight ?? 0]',
    );
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    // One row of links.
    expect(navigation).toBeLessThan(60);
  }
  expect(await lowContrasts(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await accessibilityFindings(page)).toEqual([]);
}

/** Lists controls that are less than 44 pixels high, with their label, and links of less than 24. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('button, summary, select, input:not([type=hidden]), main a')]
    .map((element) => element.closest('label') ?? element)
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < (element.matches('a') ? 24 : 44))
    .map((element) => element.outerHTML)`);
}
