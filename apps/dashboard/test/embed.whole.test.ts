import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessibilityFindings, openContext } from '@funnel/testing/browser';
import { describeInBrowser, openDetails, tooWide } from '@funnel/testing/describe-in-browser';
import { until } from '@funnel/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { exchange, serverToken } from './support/embedding.ts';
import { type Platform, startExample, startPlatform } from './support/platform.ts';
import { type Product, startProduct } from './support/product.ts';

const SCREENSHOTS = fileURLToPath(new URL('../test-output/screenshots/', import.meta.url));
const HOSTILE = '<img src=x onerror="document.title=\'run\'"> & <b>Spring</b>';
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

describeInBrowser('a report inside of another website', (launch) => {
  let product: Product;
  let platform: Platform;
  let foreign: Platform;
  let token: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let addresses: string[];

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
    [platform, foreign] = [await startPlatform(), await startPlatform()];
    token = await serverToken(product);
    await product.database.sql`update campaigns set name = ${HOSTILE} where id = 103 and website_id = 11`;
    await allow(platform.origin);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.close();
    await foreign?.close();
    await product?.stop();
  });
  beforeEach(async () => {
    platform.pages.clear();
    platform.asked.length = 0;
    platform.answer = () => exchange(product, token, { website_id: 11 });
    [complaints, addresses] = [[], []];
    ({ context, page } = await openContext(browser));
    page.on('console', (message) => {
      // The example has no icon.
      const isIcon = message.location().url.endsWith('/favicon.ico');
      if (message.type() === 'error' && !isIcon) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    context.on('request', (request) => addresses.push(request.url()));
  });
  afterEach(() => context.close());

  const allow = (...origins: string[]) =>
    product.database.sql`update accounts set embed_origins = ${origins} where id = 1`;
  /** A page of the platform with the script and this content. */
  const write = (content: string, at = platform) => {
    at.pages.set('/', `${content}<script src="${product.url}/embed.js"></script>`);
    return `${at.origin}/`;
  };
  const report = (attributes = '') =>
    `<funnel-report website="11" timeframe="last_90_days" token-url="/token" ${attributes}></funnel-report>`;
  const frameOf = async (): Promise<Frame> => {
    const handle = await page.locator('funnel-report iframe, #report').first().elementHandle();
    const frame = await handle?.contentFrame();
    if (!frame) throw new Error('there is no frame');
    return frame;
  };
  /** The frame with its report, and nothing under way. */
  const drawn = async (title: string | RegExp = 'shop.oak.example'): Promise<Frame> => {
    const frame = await frameOf();
    await frame.getByRole('heading', { level: 1, name: title }).waitFor();
    await frame.locator('.chart.waiting').waitFor({ state: 'detached' });
    return frame;
  };
  const numbers = (frame: Frame) => frame.locator('.tile, table, .chart').count();
  /** What the REST API was asked, in the form path and end of the token. */
  const lastToken = () => String(product.asked.at(-1)?.headers['authorization']);

  test('the example of the documentation shows the report, with its colours and the numbers of the REST API', async () => {
    const example = await startExample(product, token);
    try {
      await allow(platform.origin, example.origin);
      product.passTime(60_000);
      await page.goto(example.origin);
      const frame = await drawn();
      const answer = await fetch(
        `${product.restUrl}/api/v1/reports/website?website_id=11&timeframe=last_90_days`,
        {
          headers: { authorization: lastToken() },
        },
      );
      const { data } = (await answer.json()) as { data: { metrics: Record<string, number> } };
      const tile = frame.locator('.tile', { hasText: 'Viewers' }).first();
      expect(await tile.locator('.value').evaluate((one) => one.childNodes[0]?.textContent)).toBe(
        String(data.metrics['views']),
      );
      const root = `getComputedStyle(document.querySelector('button.tile[aria-pressed=true]'))`;
      expect(await frame.evaluate(`${root}.borderTopColor`)).toBe('rgb(138, 44, 106)');
      expect(await frame.evaluate(`getComputedStyle(document.body).fontFamily`)).toBe('Georgia, serif');
      // As high as its content: nothing to scroll inside.
      const box = await page.locator('iframe').boundingBox();
      const content = await frame.evaluate<number>('document.body.offsetHeight');
      expect(Math.abs((box?.height ?? 0) - content)).toBeLessThan(2);
      expect(complaints).toEqual([]);
      expect(example.logged()).toBe('');
      await page.screenshot({ path: join(SCREENSHOTS, 'embed-example.png'), fullPage: true });
    } finally {
      await example.stop();
      await allow(platform.origin);
    }
    expect(addresses.filter((address) => address.includes('fnl_'))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });

  test('a person goes down to an element and back, and nothing leads above the website', async () => {
    await page.goto(
      write(`${report()}<script>addEventListener('funnel:navigate', ({ detail }) => {
          (window.places ??= []).push(detail.address);
        })</script>`),
    );
    const frame = await drawn();
    expect(await frame.getByText('Overview').count()).toBe(0);
    const before = page.url();
    for (const [link, heading] of [
      ['Campaigns', 'Campaigns'],
      ['Spring quiz', 'Spring quiz'],
      ['A · Short', 'A · Short'],
      [/^(Step 1|1\. )/, /^(Step 1|1\. )/],
      [/^(?!Step).* 1$/, /^(?!Step).* 1$/],
    ] as const) {
      await frame.locator('main').getByRole('button', { name: link, exact: true }).last().focus();
      await page.keyboard.press('Enter');
      await frame.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      expect(await frame.locator('.problem').count()).toBe(0);
    }
    expect(await frame.evaluate('document.activeElement.tagName')).toBe('H1');
    await frame.getByRole('button', { name: '← Back' }).click();
    await frame.getByRole('heading', { level: 1, name: /^(Step 1|1\. )/ }).waitFor();
    await frame.locator('nav.trail').getByRole('button', { name: 'Spring quiz' }).click();
    await drawn('Spring quiz');
    expect(await page.evaluate('window.places.map((place) => place.split("?")[0])')).toEqual([
      '/websites/11/campaigns',
      '/websites/11/campaigns/101',
      '/websites/11/variants/201',
      '/websites/11/steps/301',
      '/websites/11/elements/401',
      '/websites/11/campaigns/101',
    ]);
    // The platform's own page, address and history are its own.
    expect([page.url(), await page.evaluate('history.length')]).toEqual([before, 2]);
    expect(await page.title()).toBe('Platform');
    expect(complaints).toEqual([]);
  });

  test('files are saved although the address of a file has no token', async () => {
    await page.goto(write(report('campaign="101"')));
    const frame = await drawn('Spring quiz');
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      frame.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    expect(csv.suggestedFilename()).toMatch(/\.csv$/);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      frame.getByRole('button', { name: 'PNG: save the chart as a picture' }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe('Spring-quiz.png');
    expect(complaints).toEqual([]);
  });

  test('attributes that are set one after the other are one report; without a report it says so, once', async () => {
    await page.goto(
      write(`<script>addEventListener('funnel:error', ({ detail }) => (window.errors ??= []).push(detail.code))</script>
          <funnel-report token-url="/token" report="campaign"></funnel-report>`),
    );
    await page.getByText('name no report').waitFor();
    await page.evaluate(`{
        const element = document.querySelector('funnel-report');
        element.setAttribute('timeframe', 'last_90_days');
        element.setAttribute('website', '11');
        element.setAttribute('campaign', '101');
      }`);
    await drawn('Spring quiz');
    expect(await page.getByText('name no report').count()).toBe(0);
    expect(await page.evaluate('window.errors')).toEqual(['no_report']);
  });

  test('a campaign alone: no tabs, no way up, and a token that shows nothing else', async () => {
    platform.answer = () => exchange(product, token, { website_id: 11, campaign_id: 101 });
    await page.goto(write(report('report="campaign" campaign="101"')));
    const frame = await drawn('Spring quiz');
    expect(platform.asked).toEqual([{ website: 11, campaign: 101 }]);
    expect(await frame.locator('nav.tabs, nav.trail').count()).toBe(0);
    await frame.getByRole('button', { name: 'A · Short' }).click();
    await drawn('A · Short');
    expect(await frame.locator('nav.trail button').allInnerTexts()).toEqual(['Spring quiz']);
    expect(await frame.locator('nav.tabs').count()).toBe(0);
    // The same token, in a frame of the whole website.
    await page.goto(write(report()));
    const whole = await frameOf();
    await whole.getByText('This report cannot be shown here.').waitFor();
    expect(await numbers(whole)).toBe(0);
  });

  test('a token is replaced before it ends, and nobody notices', async () => {
    platform.answer = () => exchange(product, token, { website_id: 11, expires_in: 60 });
    await page.clock.install();
    await page.goto(write(report()));
    const frame = await drawn();
    const first = lastToken();
    expect(platform.asked).toEqual([{ website: 11, campaign: null }]);
    await page.clock.fastForward(31_000);
    await until(async () => expect(platform.asked).toHaveLength(2));
    await frame.getByRole('button', { name: 'Campaigns' }).click();
    await drawn('Campaigns');
    expect(lastToken()).not.toBe(first);
    // Past the end of the first one.
    await page.clock.fastForward(29_000);
    expect(await frame.locator('.problem').count()).toBe(0);
    expect(await numbers(frame)).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test('without another token, nothing is left of the report when the token ends; a new one brings it back', async () => {
    await page.clock.install();
    await page.goto(
      write(`${report()}<script>addEventListener('funnel:error', ({ detail }) => {
          (window.errors ??= []).push(detail.code);
        })</script>`),
    );
    const frame = await drawn();
    await frame.getByRole('button', { name: 'Campaigns' }).click();
    await drawn('Campaigns');
    platform.answer = () => Promise.reject(new Error('down'));
    await page.clock.fastForward(541_000);
    await until(async () => expect(platform.asked.length).toBeGreaterThan(1));
    expect(await numbers(frame)).toBeGreaterThan(0);
    await page.clock.fastForward(60_000);
    await frame.getByText('The access to this report has ended.').waitFor();
    expect(await numbers(frame)).toBe(0);
    expect(await frame.locator('main').innerText()).not.toMatch(/\d/);
    expect(await accessibilityFindings(frame)).toEqual([]);
    await page.screenshot({ path: join(SCREENSHOTS, 'embed-ended.png') });
    platform.answer = () => exchange(product, token, { website_id: 11 });
    await frame.getByRole('button', { name: 'Try again' }).click();
    await drawn('Campaigns');
    expect(await frame.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
    expect(await frame.getByRole('button', { name: '← Back' }).count()).toBe(0);
    const codes = await page.evaluate<string[]>('window.errors');
    expect(codes[0]).toBe('no_token');
    expect(codes.at(-1)).toBe('token_ended');
  });

  test('a token that the service has ended is replaced when it is used next; the same one again shows a message', async () => {
    await page.goto(write(report()));
    const frame = await drawn();
    const end = () => product.database.sql`
        update authorization_records set expires_at = now() - interval '1 second'
        where payload ->> 'gty' = 'view'`;
    await end();
    await frame.getByRole('button', { name: 'Campaigns' }).click();
    await drawn('Campaigns');
    expect(platform.asked).toHaveLength(2);
    const old = lastToken().replace('Bearer ', '');
    platform.answer = async () => ({ token: old });
    await end();
    await frame.getByRole('button', { name: 'Experiments' }).click();
    await frame.getByText('is not valid, or has ended').waitFor();
    expect(await numbers(frame)).toBe(0);
  });

  test.each([
    [
      'the token of a server',
      async () => ({ token: await serverToken(product) }),
      'is not valid, or has ended',
    ],
    ['a made-up token', async () => ({ token: `fnl_vt_${'a'.repeat(49)}` }), 'is not valid, or has ended'],
    [
      'a token of another website',
      () => exchange(product, token, { website_id: 12 }),
      'This report cannot be shown here.',
    ],
    ['no token', async () => ({}), 'handed over no access'],
    ['an error', () => Promise.reject(new Error('down')), 'handed over no access'],
  ] as const)('%s shows a message and no number', async (_what, answer, text) => {
    platform.answer = answer;
    await page.goto(write(report()));
    const frame = await frameOf();
    await frame.locator('.problem', { hasText: text }).waitFor();
    expect(await numbers(frame)).toBe(0);
    expect(await accessibilityFindings(frame)).toEqual([]);
  });

  test('a callback instead of an endpoint, set before and after the script', async () => {
    const { access_token: given } = await exchange(product, token, { website_id: 11 });
    platform.pages.set(
      '/',
      `<funnel-report id="early" website="11"></funnel-report><funnel-report id="late" website="11"></funnel-report>
        <script>early.getToken = async () => ${JSON.stringify(given)}</script>
        <script src="${product.url}/embed.js"></script>`,
    );
    await page.goto(platform.origin);
    const early = page.frameLocator('#early iframe');
    await early.getByRole('heading', { level: 1, name: 'shop.oak.example' }).waitFor();
    const late = page.frameLocator('#late iframe');
    await late.getByText('Loading').waitFor();
    await page.evaluate(
      `late.getToken = () => ({ access_token: ${JSON.stringify(given)}, expires_in: 300 })`,
    );
    await late.getByRole('heading', { level: 1, name: 'shop.oak.example' }).waitFor();
    expect(platform.asked).toEqual([]);
  });

  test('attributes change what is shown', async () => {
    await page.goto(write(report()));
    await drawn();
    await page.evaluate(`document.querySelector('funnel-report').setAttribute('report', 'campaigns')`);
    await drawn('Campaigns');
    await page.evaluate(`document.querySelector('funnel-report').setAttribute('height', '300px')`);
    expect((await page.locator('iframe').boundingBox())?.height).toBe(300);
  });

  describe('an origin that is not allowed', () => {
    test('cannot show it: the frame stays empty, and the page is told', async () => {
      foreign.answer = platform.answer;
      await page.goto(
        write(
          `${report()}<script>addEventListener('funnel:error', ({ detail }) => { window.code = detail.code; })</script>`,
          foreign,
        ),
      );
      await page.waitForFunction('window.code');
      expect(await page.evaluate('window.code')).toBe('not_shown');
      expect(foreign.asked).toEqual([]);
      expect(addresses.filter((address) => address.includes('/embed/data'))).toEqual([]);
      const frame = await frameOf();
      await until(async () => expect(frame.url()).toMatch(/^chrome-error:/));
      expect(complaints.join()).toContain("frame-ancestors 'none'");
    });

    test('cannot show a page of an allowed one with the report in it', async () => {
      write(report());
      foreign.pages.set('/', `<iframe src="${platform.origin}/" width="900" height="900"></iframe>`);
      await page.goto(foreign.origin);
      await until(async () => expect(complaints.join()).toContain('frame-ancestors'));
      expect(platform.asked).toEqual([]);
      expect(addresses.filter((address) => address.includes('/embed/data'))).toEqual([]);
    });

    test('cannot pretend by hiding where it is', async () => {
      foreign.pages.set(
        '/',
        `<iframe src="${product.url}/embed/websites/11" referrerpolicy="no-referrer"></iframe>
          <iframe src="${product.url}/websites/11"></iframe>`,
      );
      await page.goto(foreign.origin);
      await until(async () => {
        expect(complaints.length).toBeGreaterThan(1);
        for (const frame of page.frames().slice(1)) expect(frame.url()).toMatch(/^chrome-error:/);
      });
    });
  });

  test('a plain iframe, with the messages of the documentation; other windows are not heard', async () => {
    const { access_token: given } = await exchange(product, token, { website_id: 11 });
    platform.pages.set(
      '/',
      `<iframe id="report" title="Report" width="900" height="700" referrerpolicy="origin"
          src="${product.url}/embed/websites/11/campaigns?timeframe=all_time&theme=dark"></iframe>
        <iframe id="other" title="Other" srcdoc="<p>other</p>"></iframe>
        <script>
          const frame = document.getElementById('report');
          const dashboard = '${product.url}';
          window.heard = [];
          addEventListener('message', ({ source, origin, data }) => {
            if (source !== frame.contentWindow || origin !== dashboard) return;
            heard.push(data.type);
            if (data.type === 'funnel:height') frame.style.height = data.height + 'px';
            if (data.type === 'funnel:hello') {
              // From another window of the page: a look and a token that must not arrive.
              const other = document.getElementById('other').contentWindow;
              for (const message of [{ type: 'funnel:look', theme: 'light' }, { type: 'funnel:token', token: 'fnl_vt_wrong' }])
                other.eval('parent.frames[0].postMessage(' + JSON.stringify(message) + ', "*")');
              setTimeout(() => frame.contentWindow.postMessage({ type: 'funnel:token', token: ${JSON.stringify(given)} }, dashboard), 100);
            }
          });
        </script>`,
    );
    await page.goto(platform.origin);
    const frame = await drawn('Campaigns');
    expect(await frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(product.asked.map(({ headers }) => headers['authorization'])).not.toContain('Bearer fnl_vt_wrong');
    const heard = await page.evaluate<string[]>('window.heard');
    expect(heard).toEqual(expect.arrayContaining(['funnel:hello', 'funnel:height', 'funnel:ready']));
    expect(heard.filter((type) => type === 'funnel:token-needed')).toEqual([]);
    expect(await frame.locator('.problem').count()).toBe(0);
  });

  test('a page cannot be made to hand its token to another window', async () => {
    await page.goto(write(`${report()}<iframe id="other" title="Other" srcdoc="<p>other</p>"></iframe>`));
    await drawn();
    await page.evaluate(`for (const type of ['funnel:hello', 'funnel:token-needed']) {
        postMessage({ type }, '*');
        document.getElementById('other').contentWindow.eval('parent.postMessage({ type: "' + type + '" }, "*")');
      }`);
    // The frame that navigates away is another origin, and gets nothing.
    await page.evaluate(
      `document.querySelector('funnel-report').shadowRoot.querySelector('iframe').src = '${foreign.origin}/'`,
    );
    foreign.pages.set('/', `<script>parent.postMessage({ type: 'funnel:hello' }, '*')</script>`);
    await page.waitForTimeout(300);
    expect(platform.asked).toHaveLength(1);
  });

  test('a name is text, whatever it contains', async () => {
    await page.goto(write(report('report="campaigns" timeframe="all_time"')));
    const frame = await drawn('Campaigns');
    await frame.getByRole('button', { name: HOSTILE }).click();
    await drawn(HOSTILE);
    expect(await frame.locator('main img, main b').count()).toBe(0);
    expect([await page.title(), await frame.title()]).toEqual(['Platform', 'Funnel report']);
    expect(complaints).toEqual([]);
  });

  test('the language writes numbers and days, in the element and in the address', async () => {
    await page.goto(write(report('language="de"')));
    const frame = await drawn();
    expect(await frame.locator('.days').innerText()).toMatch(/^\d+\. \w+/);
    await page.evaluate(`document.querySelector('funnel-report').setAttribute('language', 'en-GB')`);
    await frame.locator('.days', { hasText: /^\d+ \w+/ }).waitFor();
  });

  test('at every width, light and dark: axe finds nothing, nothing is too wide', async () => {
    const findings: string[] = [];
    for (const [name, attributes] of Object.entries({
      website: '',
      campaigns: 'report="campaigns" timeframe="all_time"',
      campaign: 'campaign="101"',
      experiments: 'report="experiments" timeframe="all_time"',
      insights: 'report="insights"',
    })) {
      for (const [width, theme] of [
        [390, 'light'],
        [390, 'dark'],
        [1600, 'light'],
        [1600, 'dark'],
      ] as const) {
        // As high as the report: Chromium draws nothing of a frame of another site that is outside.
        await page.setViewportSize({ width, height: 2_000 });
        await page.emulateMedia({ colorScheme: theme });
        await page.goto(write(report(attributes)));
        const frame = await drawn(/./);
        await until(async () => {
          const height = await frame.evaluate<number>('document.body.offsetHeight');
          expect((await page.locator('iframe').boundingBox())?.height).toBe(height);
        });
        for (const one of [frame, page]) await one.evaluate(NEXT_FRAME);
        await page.screenshot({
          path: join(SCREENSHOTS, `embed-${name}-${width}-${theme}.png`),
          fullPage: true,
        });
        await openDetails(frame);
        const found = [
          ...(await accessibilityFindings(frame)),
          ...(await tooWide(frame)),
          ...(await tooWide(page)),
        ];
        findings.push(...found.map((finding) => `${name} ${width} ${theme} ${finding}`));
        expect([name, await frame.locator('.problem').count()]).toEqual([name, 0]);
      }
    }
    expect(findings).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the script and the frame are small', async () => {
    await page.goto(write(report()));
    const frame = await drawn();
    const sizes = await frame.evaluate<Record<string, number>>(
      `Object.fromEntries(performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]))`,
    );
    const bytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    console.warn(`frame: ${JSON.stringify(sizes)}, ${Math.round(bytes / 1024)} KB`);
    expect(bytes).toBeLessThan(120 * 1024);
  });
});
