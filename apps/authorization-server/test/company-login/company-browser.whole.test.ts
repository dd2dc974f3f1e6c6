import { randomBytes } from 'node:crypto';
import { ANN, type AuthorizationServer, PASSWORD } from '@funnel/fixtures';
import { verifyCompanyDomain } from '@funnel/identity';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { COMPANY_CLIENT, type Company, startCompany } from '../support/company.ts';
import { lowContrasts } from '@funnel/testing/inspect-page';
import { keepScreenshot } from '../support/screenshots.ts';

describeInBrowser('a company login in a browser', (launch) => {
  let app: AuthorizationServer;
  let company: Company;
  let browser: Browser;
  beforeAll(async () => {
    company = await startCompany();
    const env = {
      IDENTITY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ALLOWED_PRIVATE_ISSUERS: company.url,
    };
    app = await startAuthorizationApp({ env });
    company.register(`${app.url}/login/company/callback/1`);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await company?.stop();
  });

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

  test.each(LOOKS)('an owner sets it up, and somebody signs in by it: %s', async (look, options) => {
    const owner = await openContext(browser, options);
    await owner.page.goto(`${app.url}/login`);
    await owner.page.fill('#email', ANN);
    await owner.page.fill('#password', PASSWORD);
    await owner.page.click('button[type=submit]');
    await owner.page.goto(`${app.url}/members`);
    await owner.page.click('text=Company login: ');
    await owner.page.fill('#issuer-1', company.url);
    await owner.page.fill('#client_id-1', COMPANY_CLIENT.client_id);
    await owner.page.fill('#client_secret-1', COMPANY_CLIENT.client_secret);
    await owner.page.fill('#domain-1', 'oak.example');
    await inspect(owner.page, `company-settings-${look}`);
    await owner.page.click('text=Save the company login');
    await owner.page.waitForSelector('text=The company login was saved');
    await verifyCompanyDomain(app.database, { accountId: 1, domain: 'oak.example' });
    await owner.context.close();

    const subject = `carol-${look}`;
    company.people.set(subject, { email: `${subject}@oak.example`, email_verified: true });
    company.expect(subject);
    const { page, context } = await openContext(browser, options);
    await page.goto(`${app.url}/login`);
    await page.click('text=Sign in with your company');
    await inspect(page, `company-login-${look}`);
    await page.fill('#email', `${subject}@oak.example`);
    await page.click('button[type=submit]');
    await page.waitForURL(`${app.url}/tokens`);
    await page.waitForSelector(`text=${subject}@oak.example`);
    await context.close();

    company.people.set('somebody', { email: 'somebody@evil.example', email_verified: true });
    company.expect('somebody');
    const other = await openContext(browser, options);
    await other.page.goto(`${app.url}/login/company`);
    await other.page.fill('#email', `${subject}@oak.example`);
    await other.page.click('button[type=submit]');
    await other.page.waitForSelector('text=an address of another domain');
    await inspect(other.page, `company-refused-${look}`);
    await other.context.close();
  });
});
