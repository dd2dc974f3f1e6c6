import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANN, ENCRYPTION_KEY, PASSWORD } from '@funnel/fixtures';
import { listChannels, signLink } from '@funnel/notifications';
import { doubleClick, openContext } from '@funnel/testing/browser';
import { describeInBrowser } from '@funnel/testing/describe-in-browser';
import { inspectPage, LOOKS } from '@funnel/testing/inspect-page';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type NotificationSite, openNotificationSite } from '../support/notification-site.ts';

const SCREENSHOTS = fileURLToPath(new URL('../../test-output/screenshots/', import.meta.url));

describeInBrowser('the pages of notifications in a browser', (launch) => {
  let site: NotificationSite;
  let browser: Browser;
  let origin = '';
  beforeAll(async () => {
    site = await openNotificationSite();
    origin = site.url;
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });
  beforeEach(async () => {
    await site.database.sql`delete from notification_channels`;
    await site.database.sql`delete from notification_episodes`;
  });

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${origin}/notifications`);
    await page.fill('#email', ANN);
    await page.fill('#password', PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${origin}/notifications`);
  }

  test.each(LOOKS)('every state is readable, accessible and fits the screen: %s', async (look, options) => {
    const zone = { timezoneId: 'America/Sao_Paulo' };
    const watched = await openContext(browser, { ...options, ...zone });
    const { page, context } = watched;
    const inspect = async (name: string) => {
      await page.screenshot({ path: join(SCREENSHOTS, `notifications-${name}-${look}.png`), fullPage: true });
      await inspectPage(watched, [origin, site.server.url]);
    };
    await signIn(page);
    await inspect('first');
    await page.click('.more > summary');
    await inspect('first-form');
    await page.click('text=Tell me by e-mail');
    await page.waitForURL(/notice=added/);
    await inspect('one');
    expect(await listChannels(site.database, 'all')).toMatchObject([{ timeZone: 'America/Sao_Paulo' }]);

    expect(await page.isVisible('#url')).toBe(true);
    await page.check('[name=kind][value=email]');
    expect([await page.isVisible('#url'), await page.isVisible('#email')]).toEqual([false, true]);
    await page.check('[name=kind][value=webhook]');
    await page.fill('#name', 'Our program');
    await page.fill('#url', 'https://user@example.com/hook');
    await page.check('[name=which][value=some]');
    await page.click('.channel-form button.primary');
    await page.waitForSelector('.field-error');
    await inspect('errors');
    await page.check('[name=website_ids][value="11"]');
    await page.fill('#url', 'https://example.com/hook');
    await page.selectOption('#quiet_from', '22');
    await page.selectOption('#quiet_to', '7');
    await page.click('.channel-form button.primary');
    await page.waitForSelector('#secret');
    await page.waitForSelector('button.copy:visible');
    await inspect('secret');

    await site.breakCampaign(11, 101);
    await site.database.sql`
      insert into notification_episodes (website_id, kind, campaign_id, began, payload)
      values (12, 'no_data', 0, '2026-11-17', '{"type": "website.silent", "lastEventAt": "2026-11-17T14:02:00Z"}')`;
    await page.goto(`${origin}/notifications`);
    await page.click('summary[aria-label^="Mute Spring"]');
    await inspect('broken');
    await page.selectOption('details[open] select[name=channel]', 'mine');
    await page.click('details[open] button:text-is("Mute")');
    await page.waitForURL(/notice=muted/);
    await page.click('button:text-is("Fixed")');
    await page.waitForURL(/notice=fixed/);
    await inspect('fixed-and-muted');

    const [email, webhook] = await listChannels(site.database, 'all');
    await site.database.sql`
      insert into notification_messages (channel_id, key, type, website_id, campaign_id, attempts, outcome, done_at, due_at, answer)
      values (${webhook?.id ?? 0}, 'a', 'campaign.broke', 11, 101, 1, 'sent', now(), now(), '204 No Content'),
        (${webhook?.id ?? 0}, 'b', 'website.silent', 12, null, 10, 'failed', now(), now(), '500 Internal Server Error'),
        (${webhook?.id ?? 0}, 'c', 'experiment.decided', 11, 101, 3, null, null, now() + interval '1 hour', 'connect ECONNREFUSED'),
        (${webhook?.id ?? 0}, 'd', 'digest.weekly', null, null, 0, 'dropped', now(), now(), 'switched off')`;
    await site.database
      .sql`update notification_channels set failing_since = now() where id = ${webhook?.id ?? 0}`;
    await page.click(`a[href="/notifications/channels/${webhook?.id}"]`);
    for (const folded of await page.locator('.token-actions summary').all()) await folded.click();
    await inspect('channel');
    await page.click('button:text-is("Test")');
    await page.waitForURL(/tested=/);
    expect(await page.textContent('[role=status]')).toContain('The test is on its way');
    await inspect('tested');

    const claims = { channelId: email?.id ?? 0, binding: ANN, expiresAt: null };
    const token = signLink({ purpose: 'unsubscribe', ...claims }, ENCRYPTION_KEY);
    await page.goto(`${site.server.url}/notifications/unsubscribe?token=${token}`);
    await inspect('unsubscribe');
    await page.click('button.primary');
    await page.waitForSelector('text=These messages have ended');
    await inspect('unsubscribed');
    await page.goto(`${site.server.url}/notifications/unsubscribe?token=x`);
    await inspect('wrong-link');
    await site.database.sql`update notification_channels set confirmed_at = null`;
    const confirm = signLink({ purpose: 'confirm', ...claims }, ENCRYPTION_KEY);
    await page.goto(`${site.server.url}/notifications/confirm?token=${confirm}`);
    await inspect('confirm');
    await page.goto(`${origin}/notifications`);
    await inspect('off-and-waiting');
    await context.close();
  });

  test.each(LOOKS)('share links and embedding are, too: %s', async (look, options) => {
    const watched = await openContext(browser, options);
    const { page, context } = watched;
    await signIn(page);
    for (const path of ['share-links', 'embedding']) {
      expect((await page.goto(`${origin}/${path}`))?.status()).toBe(200);
      await page.screenshot({
        path: join(SCREENSHOTS, `${path}-${look}.png`),
        fullPage: true,
      });
      await inspectPage(watched, [origin, site.server.url]);
    }
    await context.close();
  });

  test('a double click rotates a secret once and shows it, and revokes a link once', async () => {
    await site.add(site.ann);
    const { page, context } = await openContext(browser);
    await signIn(page);
    await page.goto(`${origin}/notifications/channels/${await site.lastId()}`);
    await page.click('summary:text-is("New secret")');
    expect(await doubleClick(page, page.getByRole('button', { name: 'New secret' }))).toBe(1);
    expect(await page.inputValue('#secret')).toMatch(/^whsec_/);

    await page.goto(`${origin}/share-links`);
    await page.fill('#name', 'Twice');
    await page.selectOption('#website', '11');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.click('summary:text-is("Revoke")');
    expect(await doubleClick(page, page.locator('button.danger'))).toBe(1);
    expect(page.url()).toBe(`${origin}/share-links?notice=revoked`);
    await context.close();
  });

  test('everything works without a script', async () => {
    const { page, context } = await openContext(browser, { javaScriptEnabled: false });
    await signIn(page);
    await page.click('text=Tell me by e-mail');
    await page.waitForURL(/notice=added/);
    await page.click('button:text-is("Switch off")');
    await page.waitForURL(/notice=off/);
    await page.click('summary:text-is("Remove")');
    await page.click('button:text-is("Remove")');
    await page.waitForURL(/notice=removed/);
    expect(await listChannels(site.database, 'all')).toEqual([]);
    await context.close();
  });
});
