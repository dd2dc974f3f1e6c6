import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessibilityFindings, findChromium, launchBrowser } from '@funnel/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { JOURNAL, POP_UP, SHOP, websiteIdOf } from './support/agency/agency-catalog.ts';
import { AGENCY_DATA } from './support/agency/agency-data.ts';
import { type ChatHost, openChat } from './support/chat-host/chat-host.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

const SCREENSHOTS = fileURLToPath(new URL('../test-output/screenshots/', import.meta.url));
const HOSTILE = '<img src=x onerror="document.title=\'run\'"> & <b>Spring</b>';
/** Widths of a chat on a phone and on a desk. */
const LOOKS = [
  { width: 400, theme: 'light' },
  { width: 700, theme: 'dark' },
  { width: 700, theme: 'light' },
  { width: 400, theme: 'dark' },
] as const;

const executable = findChromium();
if (!executable)
  console.warn('VIEW TESTS SKIPPED: no Chromium (set CHROMIUM_PATH, or put chromium on PATH)');

(executable ? describe : describe.skip)(
  executable ? 'the view in a chat' : 'the view in a chat (SKIPPED, no Chromium: set CHROMIUM_PATH)',
  () => {
    let server: ToolServer;
    let browser: Browser;
    let chat: ChatHost;
    let token: string;
    const shop = { website_id: websiteIdOf(SHOP) };

    beforeAll(async () => {
      mkdirSync(SCREENSHOTS, { recursive: true });
      [server, browser] = await Promise.all([
        startToolServer({ data: AGENCY_DATA }),
        launchBrowser(executable ?? ''),
      ]);
      ({ token } = await server.token({ websiteIds: [SHOP, JOURNAL, POP_UP].map(websiteIdOf) }));
      await server.database.sql`update campaigns set name = ${HOSTILE} where name = 'Spring offer'`;
      chat = await openChat(browser);
      await chat.call('connect', { resource: server.resource, token, mode: 'auto' });
    });
    afterAll(async () => {
      await chat.stop();
      await browser.close();
      await server.stop();
    });

    const open = async (tool: string, args: Record<string, unknown>, { canAsk = true } = {}) => {
      await chat.call('open', { tool, args, canAsk, context: { theme: 'light', locale: 'en-GB' } });
      await chat.view().locator('h1').waitFor();
    };
    const structure = async (tool: string, args: Record<string, unknown>) => {
      const client = await server.client(token);
      const { structuredContent } = await client.callTool({ name: tool, arguments: args });
      await client.close();
      return structuredContent as { data: Record<string, { id: number; name: string }[]> };
    };

    test('draws every tool, light and dark, narrow and wide, without a finding of axe', async () => {
      const { campaigns } = (await structure('list_campaigns', { ...shop, sort: 'views' })).data;
      const idOf = (name: string) => ({ ...shop, id: campaigns?.find((one) => one.name === name)?.id });
      const variants = (await structure('get_campaign_report', idOf('Checkout'))).data['variants'];
      const variant = { ...shop, id: variants?.[0]?.id };
      const steps = (await structure('get_variant_report', variant)).data['funnel_steps'];
      const step = { ...shop, id: steps?.[0]?.id };
      const elements = (await structure('get_step_report', step)).data['elements'];
      const element = { ...shop, id: elements?.[0]?.id };
      const questions: [string, Record<string, unknown>][] = [
        ['list_websites', {}],
        ['get_website_report', shop],
        ['get_website_insights', shop],
        ['list_campaigns', { ...shop, sort: 'views', per_page: 8, previous_period: true }],
        ['get_campaign_report', idOf('Style quiz')],
        ['list_experiments', { ...shop, limit: 3 }],
        ['get_variant_report', variant],
        ['get_step_report', step],
        ['get_element_report', element],
        ['get_account_performance', {}],
      ];
      const findings: string[] = [];
      for (const [tool, args] of questions) {
        await open(tool, args);
        await chat.view().locator('.chart.waiting').waitFor({ state: 'detached' });
        for (const { width, theme } of LOOKS) {
          await chat.page.setViewportSize({ width, height: 900 });
          await chat.call('change', { theme, locale: 'en-GB' });
          await chat.view().locator(`html[data-theme="${theme}"]`).waitFor();
          const path = join(SCREENSHOTS, `view-${tool}-${width}-${theme}.png`);
          await chat.page.screenshot({ path, fullPage: true });
          if (theme === 'dark' && width === 400) continue;
          const found = await accessibilityFindings(chat.view());
          findings.push(...found.map((finding) => `${tool} ${width} ${theme} ${finding}`));
        }
      }
      expect(findings).toEqual([]);
      expect(chat.complaints).toEqual([]);
    });
  },
);
