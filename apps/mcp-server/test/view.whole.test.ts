import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOW } from '@funnel/fixtures';
import { foldPending, recordEvents } from '@funnel/ingest';
import { newVisitorToken } from '@funnel/testing';
import { accessibilityFindings } from '@funnel/testing/browser';
import { describeInBrowser, openDetails, tooWide } from '@funnel/testing/describe-in-browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Browser } from 'playwright-core';
import { TOOLS } from '../src/tools/tool-list.ts';
import { JOURNAL, POP_UP, SHOP, websiteIdOf } from './support/agency/agency-catalog.ts';
import { AGENCY_DATA } from './support/agency/agency-data.ts';
import { type ChatHost, openChat } from './support/chat-host/chat-host.ts';
import { print } from './support/print.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

const SCREENSHOTS = fileURLToPath(new URL('../test-output/screenshots/', import.meta.url));
/** The picture of the docs is one of the looks that ALL_LOOKS=1 adds. */
const PICTURE = 'get_campaign_report-700-light.png';
const DOCS_IMAGE = fileURLToPath(new URL('../../../docs/images/chat-view.png', import.meta.url));
const HOSTILE = '<img src=x onerror="document.title=\'run\'"> & <b>Spring</b>';
/** Widths of a chat on a phone and on a desk. The other two looks are drawn only for people to see: ALL_LOOKS=1. */
const LOOKS = [
  { width: 400, theme: 'light' },
  { width: 700, theme: 'dark' },
  ...(process.env['ALL_LOOKS']
    ? [
        { width: 400, theme: 'dark' },
        { width: 700, theme: 'light' },
      ]
    : []),
] as { width: number; theme: 'light' | 'dark' }[];

const MAX_BYTES = 400 * 1024;
const URI = 'ui://funnel/view.html';
const TYPE = 'text/html;profile=mcp-app';
/** For each tool, on average. */
const LIST_LIMIT = 540;
const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [TYPE] } } };
const OTHERS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/other'] } } };

let server: ToolServer;
let token: string;
beforeAll(async () => {
  server = await startToolServer({ data: AGENCY_DATA });
  ({ token } = await server.token({ websiteIds: [SHOP, JOURNAL, POP_UP].map(websiteIdOf) }));
});
afterAll(() => server.stop());

/** A body with lists. */
interface Lists {
  data: Record<string, { id: number; name: string }[]>;
}

async function connect(mode: 'legacy' | 'auto', capabilities: object): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.resource), { requestInit }));
  return client;
}

for (const mode of ['legacy', 'auto'] as const) {
  test(`${mode}: a client that shows views gets a page for every tool`, async () => {
    const client = await connect(mode, VIEWS);
    const { tools } = await client.listTools();
    expect(tools).toEqual(TOOLS.map((tool) => ({ ...tool, _meta: { ui: { resourceUri: URI } } })));
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toContainEqual([URI, TYPE]);
    const { contents } = await client.readResource({ uri: URI });
    const domains = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    expect(contents).toMatchObject([{ uri: URI, mimeType: TYPE, _meta: { ui: { csp: domains } } }]);
    expect(Buffer.byteLength((contents[0] as { text: string }).text)).toBeLessThan(MAX_BYTES);
    await client.close();
  });

  test(`${mode}: only a client that shows views gets extras beside an answer`, async () => {
    const metaOf = async (name: string, capabilities: object) => {
      const client = await connect(mode, capabilities);
      const { _meta } = await client.callTool({ name, arguments: {} });
      await client.close();
      return (_meta?.['funnel/extras'] as { currencies?: object } | undefined)?.currencies;
    };
    const ids = [SHOP, JOURNAL, POP_UP].map(websiteIdOf);
    const expected = Object.fromEntries(ids.map((id, index) => [id, ['EUR', 'EUR', 'GBP'][index]]));
    expect(await metaOf('get_account_performance', VIEWS)).toEqual(expected);
    expect(await metaOf('get_account_performance', {})).toBeUndefined();
    expect(await metaOf('list_websites', VIEWS)).toEqual(expected);
    expect(await metaOf('list_websites', {})).toBeUndefined();
  });

  test(`${mode}: the names of steps are beside an answer, for the view alone`, async () => {
    const variantWith = async (capabilities: object) => {
      const client = await connect(mode, capabilities);
      const shop = { website_id: websiteIdOf(SHOP) };
      const call = (name: string, given: object) =>
        client.callTool({ name, arguments: { ...shop, ...given } }) as Promise<{
          structuredContent: Lists;
          _meta?: Record<string, unknown>;
        }>;
      const campaigns =
        (await call('list_campaigns', { per_page: 100 })).structuredContent.data['campaigns'] ?? [];
      const checkout = campaigns.find(({ name }) => name === 'Checkout');
      const { data } = (await call('get_campaign_report', { id: checkout?.id })).structuredContent;
      const { _meta, structuredContent } = await call('get_variant_report', {
        id: data['variants']?.[0]?.id,
      });
      await client.close();
      const { names } = (_meta?.['funnel/extras'] ?? {}) as { names?: unknown };
      return { names, body: JSON.stringify(structuredContent) };
    };
    const { names, body } = await variantWith(VIEWS);
    expect(Object.values((names as { steps: object }).steps)).toEqual(['Your bag', 'Address']);
    expect(body).not.toContain('Your bag');
    expect((await variantWith({})).names).toBeUndefined();
  });

  test.each([
    ['none', {}],
    ['another type', OTHERS],
  ])(`${mode}: a client with %s of it sees no difference`, async (_name, capabilities) => {
    const client = await connect(mode, capabilities);
    expect((await client.listTools()).tools).toEqual(TOOLS);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['metrics://definitions']);
    await client.close();
  });
}

test('only an older client that shows views gets a session id, and any server reads it', async () => {
  const initialize = (capabilities: object) =>
    server.post(token, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', clientInfo: { name: 'test', version: '1' }, capabilities },
    });
  expect((await initialize({})).headers.get('Mcp-Session-Id')).toBeNull();
  const ids = [await initialize(VIEWS), await initialize(VIEWS)].map(({ headers }) =>
    headers.get('Mcp-Session-Id'),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^view-[0-9a-f-]{36}$/);
});

test(`the list with its pages costs less than ${LIST_LIMIT} tokens for each tool`, async () => {
  const client = await connect('auto', VIEWS);
  const { tools } = await client.listTools();
  await client.close();
  const tokens = countTokens(JSON.stringify(tools));
  print('tokens (o200k) of the definitions', new Map([['with views', tokens]]));
  expect(tokens / tools.length).toBeLessThan(LIST_LIMIT);
});

describeInBrowser('the view in a chat', (launch) => {
  let browser: Browser;
  let chat: ChatHost;
  const shop = { website_id: websiteIdOf(SHOP) };

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await launch();
    await server.database.sql`update campaigns set name = ${HOSTILE} where name = 'Spring offer'`;
    chat = await openChat(browser);
    await chat.call('connect', { resource: server.resource, token, mode: 'auto' });
  });
  afterAll(async () => {
    await chat.stop();
    await browser.close();
  });

  const open = async (
    tool: string,
    args: Record<string, unknown>,
    { canAsk = true, ...more }: { canAsk?: boolean; asReport?: string; extras?: unknown } = {},
  ) => {
    const context = { theme: 'light', locale: 'en-GB' } as const;
    await chat.call('open', { tool, args, canAsk, context, ...more });
    await chat.view().locator('h1').waitFor();
  };
  const structure = async (tool: string, args: Record<string, unknown>) => {
    const client = await server.client(token);
    const { structuredContent } = await client.callTool({ name: tool, arguments: args });
    await client.close();
    return structuredContent as Lists;
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
    const questions: Record<string, Record<string, unknown>> = {
      list_websites: {},
      list_campaigns: { ...shop, sort: 'views', per_page: 8, previous_period: true },
      get_campaign_report: idOf('Style quiz'),
      list_experiments: { ...shop, limit: 3 },
      get_variant_report: variant,
      get_step_report: step,
      get_element_report: element,
      get_account_performance: {},
    };
    const findings: string[] = [];
    for (const { name: tool } of TOOLS) {
      await open(tool, questions[tool] ?? shop);
      expect(await chat.view().locator('.problem').count()).toBe(0);
      await chat.view().locator('.chart.waiting').waitFor({ state: 'detached' });
      for (const { width, theme } of LOOKS) {
        await chat.page.setViewportSize({ width, height: 1600 });
        await chat.call('change', { theme, locale: 'en-GB' });
        await chat.view().locator(`html[data-theme="${theme}"]`).waitFor();
        const path = join(SCREENSHOTS, `view-${tool}-${width}-${theme}.png`);
        await chat.page.locator('iframe').screenshot({ path });
        if (path.endsWith(PICTURE)) cpSync(path, DOCS_IMAGE);
        await openDetails(chat.view());
        const found = await accessibilityFindings(chat.view());
        const wide = await tooWide(chat.view());
        findings.push(...[...found, ...wide].map((finding) => `${tool} ${width} ${theme} ${finding}`));
      }
    }
    expect(findings).toEqual([]);
    expect(chat.complaints).toEqual([]);
  });

  test.each([
    ['list_campaigns', { per_page: 8, previous_period: true }],
    ['get_website_insights', {}],
    ['get_website_report', { group_by: 'week' }],
  ])('draws a report without a picture of its own as a table: %s', async (tool, args) => {
    await open(tool, { ...shop, ...args }, { asReport: 'all_steps' });
    await chat.view().getByRole('heading', { name: 'All steps' }).waitFor();
    const { data } = await structure(tool, { ...shop, ...args });
    const lists = Object.values(data).filter((part) => Array.isArray(part));
    if (tool === 'list_campaigns')
      expect(await chat.view().locator('tbody tr').count()).toBe(lists[0]?.length);
    expect(await chat.view().locator('.tile, td').count()).toBeGreaterThan(1);
    expect(await chat.view().locator('.problem, select').count()).toBe(0);
    await chat.page.locator('iframe').screenshot({ path: join(SCREENSHOTS, `view-table-of-${tool}.png`) });
    expect(await accessibilityFindings(chat.view())).toEqual([]);
  });

  test('extras of another shape are left out of the picture', async () => {
    await open('list_campaigns', shop, { canAsk: false, extras: { trends: {}, marks: 'none' } });
    expect(await chat.view().locator('tbody tr').count()).toBeGreaterThan(0);
    expect(chat.complaints).toEqual([]);
  });

  test('shows the numbers of the tool, and goes deeper and back with the keyboard alone', async () => {
    const view = () => chat.view();
    const press = async (name: string) => {
      await view().getByRole('button', { name, exact: true }).first().focus();
      await chat.page.keyboard.press('Enter');
    };
    const heading = (name: string) => view().getByRole('heading', { level: 1, name }).waitFor();
    await open('get_website_report', { ...shop, timeframe: 'last_90_days' });
    const { data } = await structure('get_website_report', { ...shop, timeframe: 'last_90_days' });
    const { views } = data['metrics'] as unknown as { views: number };
    expect(await view().locator('.tile').first().innerText()).toContain(`Viewers\n${views}`);
    await view().locator('.series').waitFor();
    await press('Campaigns');
    await heading('Campaigns');
    await view().getByLabel('Sorted by').selectOption('views');
    await press('Checkout');
    await heading('Checkout');
    await press('A · Only');
    await heading('A · Only');
    await press('1. Your bag');
    await heading('1. Your bag');
    await press('Products 1');
    await heading('Products 1');
    expect(await view().locator('select').inputValue()).toBe('last_90_days');
    const focused = await view().evaluate<string>('document.activeElement.tagName');
    expect(focused).toBe('H1');
    await press('← Back');
    await heading('1. Your bag');
    expect((await chat.told()).at(-1)).toMatch(/get_element_report \{"timeframe":"last_90_days","id":\d+/);
  });

  test('account performance has one total per currency, and no sum of them', async () => {
    const { data } = await structure('get_account_performance', { timeframe: 'all_time' });
    const rows = data['websites'] as unknown as { id: number; revenue: number }[];
    const { revenue: sum } = data['aggregate'] as unknown as { revenue: number };
    const pounds = rows.find(({ id }) => id === websiteIdOf(POP_UP))?.revenue ?? 0;
    const written = (currency: string, amount: number) =>
      new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
        amount,
      );
    expect(pounds).toBeGreaterThan(1000);
    expect(sum - pounds).toBeGreaterThan(1000);
    await open('get_account_performance', { timeframe: 'all_time' });
    const tiles = await chat.view().locator('.tile').allInnerTexts();
    const money = tiles.filter((text) => text.startsWith('Revenue'));
    expect(money.map((text) => text.split('\n').slice(0, 2))).toEqual([
      ['Revenue in EUR', written('EUR', sum - pounds)],
      ['Revenue in GBP', written('GBP', pounds)],
    ]);
    const text = await chat.view().locator('body').innerText();
    expect(text).not.toContain(new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 }).format(sum));
    const euro = { website_ids: [SHOP, JOURNAL].map(websiteIdOf), timeframe: 'all_time' };
    await open('get_account_performance', euro);
    expect(await chat.view().locator('.tile .label').allInnerTexts()).toContain('Revenue');
    expect(await chat.view().locator('.tile').last().innerText()).toContain(written('EUR', sum - pounds));
  });

  test('keeps the focus when it is drawn anew, as when a chart arrives', async () => {
    await open('get_website_report', shop);
    await chat.view().locator('.series').waitFor();
    await chat.view().getByRole('button', { name: 'Campaigns', exact: true }).first().focus();
    await chat.view().evaluate('document.activeElement.dataset.old = "yes"');
    await chat.call('change', { theme: 'light', locale: 'de-DE' });
    await chat.view().locator('[data-old]').waitFor({ state: 'detached' });
    expect(await chat.view().evaluate<string>('document.activeElement.textContent.slice(0, 50)')).toBe(
      'Campaigns',
    );
  });

  test('other days: the same tool answers, and the chart has the period before behind it', async () => {
    await open('get_website_report', shop);
    await chat.view().getByLabel('Days of the report').selectOption('this_month');
    await chat
      .view()
      .getByText(/^1\D+14 Nov 2026$/)
      .waitFor();
    await chat.view().locator('.series summary').click();
    const head = await chat.view().locator('.series thead th').allInnerTexts();
    expect(head).toEqual(['By day', 'Viewers', '1 to 13 October']);
    const days = { ...shop, timeframe: 'custom', range_start: '2026-10-01', range_end: '2026-10-13' };
    const { data } = await structure('get_website_report', { ...days, group_by: 'day' });
    const { points } = data['timeseries'] as unknown as { points: { views: number }[] };
    const shown = await chat.view().locator('.series tbody td:last-child').allInnerTexts();
    // Nothing is beside today, which is not over.
    expect(shown).toEqual([...points.map(({ views }) => String(views)), '–']);
    await chat
      .view()
      .getByRole('button', { name: /^Revenue/ })
      .click();
    await chat
      .view()
      .getByRole('img', { name: /^Revenue by day/ })
      .waitFor();
  });

  test('a year of a website has its months, and chosen days have their points', async () => {
    await open('get_website_report', { ...shop, timeframe: 'last_365_days' });
    await chat.view().locator('.series summary').click();
    const months = await chat.view().locator('.series tbody th').allInnerTexts();
    const { data } = await structure('get_website_report', {
      ...shop,
      timeframe: 'custom',
      range_start: '2026-02-01',
      range_end: '2026-04-30',
      group_by: 'month',
    });
    const { points } = data['timeseries'] as unknown as { points: { views: number }[] };
    const shown = await chat.view().locator('.series tbody td').allInnerTexts();
    expect([months.length, months[0], months.at(-1)]).toEqual([13, 'Nov 25', 'Nov 26']);
    expect(shown.map(Number).slice(3, 6)).toEqual(points.map(({ views }) => views));
    await chat.view().getByLabel('Days of the report').selectOption('custom');
    await chat.view().getByLabel('First day').fill('2026-10-05');
    await chat.view().getByLabel('Last day').fill('2026-10-01');
    await chat.view().getByRole('button', { name: 'Show' }).click();
    await chat
      .view()
      .getByText(/^1\D+5 Oct 2026$/)
      .waitFor();
  });

  test('rates, further lines and a line for each variant', async () => {
    const { campaigns } = (await structure('list_campaigns', { ...shop, sort: 'views' })).data;
    const quiz = campaigns?.find((one) => one.name === 'Style quiz');
    await open('get_campaign_report', { ...shop, id: quiz?.id });
    const press = (name: RegExp) => chat.view().getByRole('button', { name }).first().click();
    const heads = async () => {
      await openDetails(chat.view());
      return chat.view().locator('.series thead th').allInnerTexts();
    };
    await chat.view().locator('.series').waitFor();
    await press(/^Conversions/);
    await press(/^Rate$/);
    expect(await heads()).toEqual(['By day', 'Conversion rate', '11 September to 9 October']);
    await chat.view().getByLabel('Add a line').selectOption('completions');
    expect(await heads()).toEqual(['By day', 'Conversion rate', 'Completion rate']);
    await press(/^Completions ×/);
    await press(/^By variant$/);
    await chat.view().getByText('B · Three questions', { exact: true }).first().waitFor();
    await chat.view().locator('.key.line-1').waitFor();
    expect(await heads()).toEqual(['By day', 'A · Ten questions', 'B · Three questions']);
  });

  test('notes stand beside the numbers, and a name is text, whatever it contains', async () => {
    await open('list_campaigns', { ...shop, sort: 'views' });
    const client = await server.client(token);
    const { content } = await client.callTool({
      name: 'list_campaigns',
      arguments: { ...shop, sort: 'views' },
    });
    await client.close();
    const [, notes] = content as { text: string }[];
    const shown = await chat.view().locator('aside li').allInnerTexts();
    expect(shown).toEqual(
      notes?.text
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/^- \w+: /, '')) ?? [],
    );
    await chat.view().getByRole('button', { name: HOSTILE }).click();
    await chat.view().getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await chat.view().locator('img, b').count()).toBe(0);
    expect(await chat.view().title()).toBe('Funnel reports');
    expect(chat.complaints).toEqual([]);
  });

  test('a problem is a sentence, and a host that asks nothing gets numbers without buttons', async () => {
    await open('get_campaign_report', { ...shop, id: 999_999 });
    expect(await chat.view().locator('.problem').innerText()).toContain('There is no such campaign');
    await open(
      'get_website_report',
      { ...shop, group_by: 'week', timeframe: 'last_90_days' },
      { canAsk: false },
    );
    expect(await chat.view().locator('select, nav button').count()).toBe(0);
    await open('list_campaigns', shop, { canAsk: false });
    expect(await chat.view().getByRole('button').count()).toBe(0);
  });

  test('its own policy lets it load nothing and run nothing else', async () => {
    await open('list_websites', {});
    const origin = JSON.stringify(server.origin);
    const loaded = await chat
      .view()
      .evaluate<string>(`fetch(${origin}).then(() => 'loaded', () => 'refused')`);
    const started = await chat.view().evaluate<unknown>(`
        const script = document.createElement('script');
        script.textContent = 'window.started = true';
        document.body.append(script);
        document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="color: red">');
        [window.started, getComputedStyle(document.getElementById('styled')).color === 'rgb(255, 0, 0)']`);
    expect([loaded, started]).toEqual(['refused', [undefined, false]]);
    expect(chat.complaints.splice(0).filter((text) => !/Content Security Policy/.test(text))).toEqual([]);
    expect([...chat.origins].toSorted()).toEqual([server.origin, new URL(chat.page.url()).origin].toSorted());
  });

  test('an older client gets the same view', async () => {
    const version = await chat.call('connect', { resource: server.resource, token, mode: 'legacy' });
    expect(version).toBe('2025-11-25');
    await open('list_websites', {});
    await chat.view().getByRole('button', { name: SHOP }).click();
    await chat.view().locator('.series').waitFor();
    // The client looks for a stream of events, which a server without sessions does not have.
    expect(chat.complaints.filter((text) => !text.includes('405'))).toEqual([]);
  });

  // Last, because it adds data.
  test('shows above the picture that a campaign is broken', async () => {
    const { campaigns } = (await structure('list_campaigns', { ...shop, sort: 'views' })).data;
    const broken = { ...shop, id: campaigns?.find(({ name }) => name === 'Garden guide')?.id };
    const today = NOW.getTime();
    const events = Array.from({ length: 60 }, (_, ago) => 60 - ago).flatMap((ago) =>
      Array.from({ length: 30 }, (_unused, visitor) => {
        const isConversion = visitor % 3 === 0 && ago > 4;
        const event = {
          website_id: shop.website_id,
          campaign_id: broken.id,
          visitor_token: newVisitorToken(),
          occurred_at: new Date(today - ago * 86_400_000).toISOString(),
        };
        const types = isConversion ? ['view', 'conversion'] : ['view'];
        return types.map((type) => ({ event_id: randomUUID(), type, ...event }));
      }).flat(),
    );
    expect((await recordEvents(server.database, events, { now: NOW })).refused).toEqual([]);
    await foldPending(server.database, { minEvents: 1 });
    await open('get_campaign_report', { ...broken, timeframe: 'last_30_days', previous_period: true });
    const alarm = chat.view().locator('.alarm');
    expect(await alarm.textContent()).toMatch(
      /^Broken since 10 November: viewers still come, but of \d+ viewers (none|only \d+) converted/,
    );
    expect(await chat.view().locator('aside [data-code="broken"]').count()).toBe(0);
    for (const { width, theme } of LOOKS) {
      await chat.page.setViewportSize({ width, height: 1600 });
      await chat.call('change', { theme, locale: 'en-GB' });
      await chat.view().locator(`html[data-theme="${theme}"]`).waitFor();
      const path = join(SCREENSHOTS, `view-broken-${width}-${theme}.png`);
      await chat.page.locator('iframe').screenshot({ path });
      expect(await accessibilityFindings(chat.view())).toEqual([]);
    }
  });
});
