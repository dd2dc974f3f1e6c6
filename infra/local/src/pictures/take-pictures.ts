import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser, openContext } from '@funnel/testing/browser';

/** The pages on the pictures, with the height that shows what matters. LedgerLoop has the broken campaign. */
const PICTURES = {
  overview: { path: '/', height: 610 },
  campaign: { path: '/websites/2/campaigns/201', height: 900 },
  insights: { path: '/websites/2/insights', height: 560 },
};
/** Wider than a README is shown, and still a small file. */
const WIDTH = 1_180;

/** Who looks at what, and where the pictures go. */
export interface PicturesOptions {
  chromium: string;
  /** The address of the dashboard. */
  url: string;
  login: { email: string; password: string };
  folder: string;
}

/** Takes a picture of each page, light and dark: `overview-light.png` and so on. */
export async function takePictures({ chromium, url, login, folder }: PicturesOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser(chromium);
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = await openContext(browser, { colorScheme });
      await page.goto(url);
      await page.fill('#email', login.email);
      await page.fill('#password', login.password);
      await page.click('button.primary');
      await page.waitForURL(`${url}/`);
      for (const [name, { path, height }] of Object.entries(PICTURES)) {
        await page.setViewportSize({ width: WIDTH, height });
        await page.goto(`${url}${path}`);
        await page.waitForSelector('.content:not([aria-busy]) h1');
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
