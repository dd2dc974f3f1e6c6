import type { RequestListener, Server } from 'node:http';
import { ANN, PASSWORD } from '@funnel/fixtures';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { listen } from '../support/consent-app.ts';
import { lowContrasts } from '@funnel/testing/inspect-page';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';
import { keepScreenshot } from '../support/screenshots.ts';

describeInBrowser('passkeys in a browser', (launch) => {
  let site: PeopleApp;
  let server: Server;
  let browser: Browser;
  let origin = '';
  beforeAll(async () => {
    let handler: RequestListener = (_req, res) => res.end();
    const own = await listen((req, res) => handler(req, res));
    server = own.server;
    // A name: browsers have no passkeys for a number.
    origin = own.url.replace('127.0.0.1', 'localhost');
    site = await createPeopleApp({ issuer: origin });
    handler = site.app;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close().closeAllConnections();
    await site?.drop();
  });

  /** A phone in software, which shows that its owner agrees. */
  async function plugIn(page: Page, isUserVerified = true): Promise<{ cdp: CDPSession; id: string }> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified,
        automaticPresenceSimulation: true,
      },
    });
    return { cdp, id };
  }

  const signOut = async (page: Page) => {
    await page.click('details.account > summary');
    await page.click('text=Sign out');
  };
  async function givePassword(page: Page): Promise<void> {
    await page.goto(`${origin}/login`);
    await page.fill('#email', ANN);
    await page.fill('#password', PASSWORD);
    await page.click('button[type=submit]');
  }

  async function inspect(page: Page, name: string): Promise<void> {
    await keepScreenshot(page, name);
    const [scrollWidth, clientWidth] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(await lowContrasts(page)).toEqual([]);
    expect(await accessibilityFindings(page)).toEqual([]);
  }

  const LOOKS: [string, BrowserContextOptions][] = [
    ['light', { colorScheme: 'light' }],
    ['phone-dark', { viewport: { width: 360, height: 740 }, isMobile: true, colorScheme: 'dark' }],
  ];

  test.each(LOOKS)(
    'a passkey is added, then it signs in alone and after the password: %s',
    async (look, options) => {
      await site.database.sql`delete from second_factors`;
      const { page, context } = await openContext(browser, options);
      const { cdp, id } = await plugIn(page);
      await givePassword(page);
      await page.waitForURL(`${origin}/tokens`);
      await page.goto(`${origin}/second-factor`);
      await inspect(page, `second-factor-${look}`);
      await page.fill('#name-passkey', 'My laptop');
      await page.fill('#password-passkey', PASSWORD);
      await page.click('button:has-text("Add a passkey")');
      await page.waitForSelector('text=They are shown only now');
      await inspect(page, `recovery-codes-${look}`);
      await page.click('text=I have kept them');
      await page.waitForSelector('text=My laptop');
      await inspect(page, `second-factor-own-${look}`);

      await signOut(page);
      await page.waitForURL(`${origin}/login`);
      await inspect(page, `login-passkey-${look}`);
      await page.click('text=Sign in with a passkey');
      await page.waitForURL(`${origin}/tokens`);

      await signOut(page);
      await givePassword(page);
      await page.waitForSelector('text=One more step');
      await inspect(page, `second-step-${look}`);
      await page.click('text=Use your passkey');
      await page.waitForURL(`${origin}/tokens`);

      // Without a finger or a PIN it does not replace the password.
      await signOut(page);
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
      await page.click('text=Sign in with a passkey');
      await page.waitForSelector('text=The passkey was not used');
      expect(page.url()).toBe(`${origin}/login`);
      await context.close();
    },
  );

  test('a browser with another passkey does not get in', async () => {
    const { page, context } = await openContext(browser);
    await plugIn(page);
    await page.goto(`${origin}/login`);
    await page.click('text=Sign in with a passkey');
    await page.waitForSelector('text=The passkey was not used');
    await givePassword(page);
    await page.waitForSelector('text=One more step');
    await page.goto(`${origin}/tokens`);
    expect(page.url()).toBe(`${origin}/login`);
    await context.close();
  });
});
