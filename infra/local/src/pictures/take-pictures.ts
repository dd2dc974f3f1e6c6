import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { LocalError } from '@funnel/servers';
import { launchBrowser, openContext } from '@funnel/testing/browser';

/** The pages on the pictures, with the height that shows what matters. LedgerLoop has the broken campaign. */
const PICTURES = {
  overview: { path: '/', height: 610 },
  campaign: { path: '/websites/2/campaigns/201', height: 900 },
  insights: { path: '/websites/2/insights', height: 560 },
};
/** Wider than a README is shown, and still a small file. */
const WIDTH = 1_180;

/** A mail program is narrower. */
const MAIL = { width: 720, height: 575 };
/** In the name of the mail that tells of the broken campaign. */
const BROKEN = /^broken-.*book-a-demo.*\.html$/;
/** It arrives within the first minute. */
const MAIL_TIMEOUT_MS = 120_000;

/** Who looks at what, and where the pictures go. */
export interface PicturesOptions {
  chromium: string;
  /** The address of the dashboard. */
  url: string;
  login: { email: string; password: string };
  /** Where its mails are kept. */
  mails: string;
  folder: string;
}

/** Takes a picture of each page, and of the mail about the broken campaign, light and dark: `overview-light.png` and so on. */
export async function takePictures({ chromium, url, login, mails, folder }: PicturesOptions): Promise<void> {
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
      await page.setViewportSize(MAIL);
      await page.goto(pathToFileURL(await mailOf(mails)).href);
      await page.screenshot({ path: join(folder, `mail-${colorScheme}.png`) });
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

async function mailOf(folder: string): Promise<string> {
  for (
    const startedAt = performance.now();
    performance.now() - startedAt < MAIL_TIMEOUT_MS;
    await sleep(200)
  ) {
    const files = await readdir(folder).catch(() => []);
    const found = files.find((file) => BROKEN.test(file));
    if (found) return join(folder, found);
  }
  throw new LocalError('The mail about the broken campaign has not arrived.');
}
