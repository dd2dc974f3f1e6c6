import type { Server } from 'node:http';
import { ANN, BEN, NORA, PASSWORD } from '@funnel/fixtures';
import { doubleClick, openContext, type WatchedContext } from '@funnel/testing/browser';
import { describeInBrowser } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { listPersonalTokens } from '@funnel/identity';
import { consentRoutes, listen } from '../support/consent-app.ts';
import { inspectPage, LOOKS, PHONE } from '@funnel/testing/inspect-page';
import { keepScreenshot } from '../support/screenshots.ts';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';

describeInBrowser('in a browser', (launch) => {
  let site: PeopleApp;
  let browser: Browser;
  let origin = '';
  let clientUrl = '';
  let signedIn: BrowserContextOptions;
  const servers: Server[] = [];

  beforeAll(async () => {
    site = await createPeopleApp();
    site.app.use(consentRoutes(site, () => clientUrl));
    const own = await listen(site.app);
    // Like real clients, this one redirects from its callback to another page.
    const final = await listen((req, res) => res.end(`arrived ${req.url}`));
    const client = await listen((req, res) =>
      res.writeHead(302, { location: `${final.url}${req.url}` }).end(),
    );
    servers.push(own.server, final.server, client.server);
    origin = own.url;
    clientUrl = `${client.url}/callback`;
    browser = await launch();
    const { page, context } = await openContext(browser);
    await signIn(page);
    signedIn = { storageState: await context.storageState() };
    await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) server.close().closeAllConnections();
    await site?.drop();
  });

  async function signIn(page: Page, email = ANN): Promise<void> {
    await page.goto(`${origin}/login`);
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await page.click('button');
    await page.waitForURL(`${origin}/tokens`);
  }

  async function inspect(watched: WatchedContext, name: string): Promise<void> {
    await keepScreenshot(watched.page, name);
    await inspectPage(watched, [origin]);
  }

  test.each(LOOKS)(
    'every page is readable, fits the screen and sends no requests to other hosts: %s',
    async (look, options) => {
      const watched = await openContext(browser, options);
      const { page, context } = watched;
      await page.goto(`${origin}/login`);
      await inspect(watched, `login-${look}`);
      await page.fill('#email', 'mallory@example.com');
      await page.fill('#password', 'wrong');
      await page.click('button');
      await page.waitForSelector('[role=alert]');
      await inspect(watched, `login-failed-${look}`);

      await signIn(page);
      await page.goto(`${origin}/consent`);
      await inspect(watched, `consent-${look}`);
      await page.click('button[value=allow]');
      await page.waitForSelector('[role=alert]');
      await inspect(watched, `consent-nothing-picked-${look}`);

      await page.goto(`${origin}/tokens`);
      await inspect(watched, `tokens-${look}`);
      await page.fill('#name', 'Weekly export');
      // Those of the last token are selected.
      for (const box of await page.locator('[name=website_ids]').all()) await box.uncheck();
      await page.click('button.primary');
      await page.waitForSelector('.field-error');
      await inspect(watched, `tokens-error-${look}`);
      await page.check('[name=website_ids][value="11"]');
      await page.click('button.primary');
      await page.waitForSelector('#token');
      await page.click('button.copy');
      await page.waitForSelector('button.copy:not(:text-is("Copy"))');
      await page.click('summary >> nth=0');
      await inspect(watched, `tokens-created-${look}`);
      await page.fill('#name', 'My assistant');
      await page.check('input[name=resource][value=mcp]');
      expect(await page.isChecked('[name=website_ids][value="11"]')).toBe(true);
      await page.click('button.primary');
      const cursor = page.locator('details', { hasText: 'Cursor' });
      await cursor.locator('summary').click();
      expect(await cursor.locator('pre').textContent()).toContain(await page.inputValue('#token'));
      await inspect(watched, `tokens-created-mcp-${look}`);
      for (const name of ['applications', 'members', 'audit', 'sessions', 'password']) {
        await page.goto(`${origin}/${name}`);
        for (const more of await page.locator('.more > summary').all()) await more.click();
        await inspect(watched, `${name}-${look}`);
      }
      await context.close();
    },
  );

  test('login, token and revocation work with the keyboard only', async () => {
    const { page, context } = await openContext(browser);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await press('Tab');
        if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`))
          return;
      }
      throw new Error(`the keyboard does not reach ${selector}`);
    };
    await page.goto(`${origin}/login`);
    await page.waitForSelector('#email:focus');
    await page.keyboard.type(ANN);
    await press('Tab');
    await page.keyboard.type(PASSWORD);
    await press('Enter');
    await page.waitForURL(`${origin}/tokens`);

    await tabTo('#name');
    await page.keyboard.type('By keyboard');
    await tabTo('input[name=website_ids]');
    if (!(await page.isChecked('input[name=website_ids]'))) await press('Space');
    await tabTo('#life');
    await page.keyboard.type('1 year');
    await tabTo('button.primary');
    await press('Enter');
    await page.waitForSelector('#token:focus');
    // The field has the focus, so Ctrl+A selects only the token.
    await press('Control+a');
    const selected = await page.evaluate<string>(
      'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
    );
    expect(selected).toBe(await page.inputValue('#token'));

    await page.goto(`${origin}/tokens`);
    const item = page.locator('li.token', { hasText: 'By keyboard' });
    await item.locator('summary[aria-label^=Revoke]').focus();
    await press('Enter', 'Tab', 'Enter');
    await page.waitForURL(/notice=revoked/);
    expect(await item.locator('.badge.inactive').textContent()).toBe('revoked');
    await context.close();
  });

  test('consent works with the keyboard only and reaches the client, also through its own redirects', async () => {
    const { page, context } = await openContext(browser, signedIn);
    await page.goto(`${origin}/consent`);
    for (const key of ['Tab', 'Tab', 'Tab', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/\/callback\?picked=11$/);
    expect(await page.textContent('body')).toContain('arrived');
    await context.close();
  });

  test('the focus is always visible', async () => {
    const { page, context } = await openContext(browser, signedIn);
    await page.goto(`${origin}/consent`);
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate<string>(
        'getComputedStyle(document.activeElement.closest(".choice") ?? document.activeElement).outlineStyle',
      );
      expect(outline).toBe('solid');
    }
    await context.close();
  });

  test('a double click creates one token and shows it; a form that keeps its page can be sent again', async () => {
    const { page, context } = await openContext(browser, signedIn);
    const create = page.locator('button.primary');
    await page.goto(`${origin}/tokens`);
    await page.fill('#name', 'Twice');
    await page.locator('[name=website_ids]').first().check();
    expect(await doubleClick(page, create)).toBe(1);
    expect(await page.inputValue('#token')).toMatch(/^fnl_/);

    let sent = 0;
    await page.route(`${origin}/tokens`, async (route) => {
      sent += 1;
      await route.fulfill({ status: 204 });
    });
    await page.fill('#name', 'Kept');
    await create.click();
    await create.click();
    expect(sent).toBe(1);
    await page.fill('#name', 'Changed');
    await create.click();
    expect(sent).toBe(2);
    await context.close();
  });

  test('choosing AI assistants hides the permissions without a script', async () => {
    const { page, context } = await openContext(browser, signedIn);
    await page.goto(`${origin}/tokens`);
    expect(await page.isVisible('.scopes')).toBe(true);
    await page.check('[name=resource][value=mcp]');
    expect(await page.isVisible('.scopes')).toBe(false);
    await context.close();
  });

  test('choosing a service shows its permissions and no others, without a script', async () => {
    const { page, context } = await openContext(browser, signedIn);
    await page.goto(`${origin}/tokens`);
    const shown = async () => [
      await page.isVisible('[name=scopes][value=reports]'),
      await page.isVisible('[name=scopes][value="events:write"]'),
    ];
    expect(await shown()).toEqual([true, false]);
    await page.check('[name=resource][value=intake]');
    expect(await shown()).toEqual([false, true]);
    await context.close();
  });

  test('a long list of websites can be searched; all of an account are one click', async () => {
    await site.database.sql`insert into accounts (id, name) values (90, 'Long List')`;
    await site.database
      .sql`insert into account_members (account_id, user_id) select 90, id from users where email = ${BEN}`;
    await site.database
      .sql`insert into websites (id, account_id, name, currency, api_key_encrypted, api_key_hash)
        select 900 + n, 90, case n when 7 then 'Café Zürich' else 'site-' || n end, 'EUR', '', sha256(n::text::bytea)
        from generate_series(1, 12) n`;
    const watched = await openContext(browser, PHONE);
    const { page } = watched;
    await signIn(page, BEN);
    const status = () => page.textContent('.search [role=status]');
    expect(await status()).toBe('13 of 13 websites shown, 0 selected');
    await inspect(watched, 'tokens-many-websites-phone');
    await page.fill('#website-search', 'cafe zur');
    expect(await status()).toBe('1 of 13 websites shown, 0 selected');
    expect(await page.isVisible('[name=account_ids]')).toBe(false);
    await page.press('#website-search', 'Enter');
    await page.check('[name=website_ids][value="907"]');
    await page.fill('#website-search', '');
    await page.check('[name=account_ids][value="90"]');
    expect(await status()).toBe('13 of 13 websites shown, 12 selected');
    await page.uncheck('[name=website_ids][value="901"]');
    expect(await page.isChecked('[name=account_ids]')).toBe(false);
    await page.fill('#name', 'Many');
    await page.click('button.primary');
    await page.waitForSelector('#token');
    const [token] = await listPersonalTokens(site.database, 2);
    expect(token?.websiteIds).toEqual([902, 903, 904, 905, 906, 907, 908, 909, 910, 911, 912]);
    await watched.context.close();
  });

  test('a person without websites gets an explanation', async () => {
    const watched = await openContext(browser, PHONE);
    await signIn(watched.page, NORA);
    await inspect(watched, 'tokens-no-websites-phone');
    await watched.page.goto(`${origin}/consent`);
    await inspect(watched, 'consent-no-websites-phone');
    await watched.context.close();
  });

  test('a script injected into a page does not run', async () => {
    const { page, context } = await openContext(browser);
    await page.goto(`${origin}/login`);
    const ran = await page.evaluate<boolean>(`(() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        return window.ran === true;
      })()`);
    expect(ran).toBe(false);
    await context.close();
  });

  test('pages cannot be framed', async () => {
    const { page, context } = await openContext(browser);
    const frame = `<iframe src="${origin}/login"></iframe>`;
    const framing = await listen((_req, res) => res.setHeader('Content-Type', 'text/html').end(frame));
    servers.push(framing.server);
    await page.goto(framing.url);
    expect(await page.frameLocator('iframe').locator('form').count()).toBe(0);
    expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await context.close();
  });
});
