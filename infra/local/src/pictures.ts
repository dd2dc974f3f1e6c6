import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { interruptible, type Invocation, LocalError, parseArguments } from '@funnel/servers';
import { until } from '@funnel/testing';
import { findChromium, launchBrowser, openContext } from '@funnel/testing/browser';
import { SERVICES } from './start/services.ts';

const USAGE = 'Usage: npm run -s pictures -- [--to FOLDER], by default docs/images';
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
/** In the name of the mail that tells of the broken campaign. It arrives within the first minute. */
const BROKEN = /^broken-.*book-a-demo.*\.html$/;
const MAIL_TIMEOUT_MS = 120_000;

/**
 * `npm run -s pictures`: takes pictures of the pages of the demo, and of the mail about the broken campaign, light and dark:
 * `overview-light.png` and so on.
 */
export async function pictures({ args, root }: Invocation): Promise<number> {
  const { values } = parseArguments(USAGE, { args, options: { to: { type: 'string' } } });
  const chromium = findChromium();
  if (!chromium) throw new LocalError('Chromium is missing: put chromium on PATH, or set CHROMIUM_PATH.');
  const folder = values.to ? resolve(process.env['INIT_CWD'] ?? '.', values.to) : join(root, 'docs/images');
  await mkdir(folder, { recursive: true });
  return interruptible(async (defer) => {
    const demo = await startDemo(root, defer);
    const browser = await launchBrowser(chromium);
    defer(() => browser.close());
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = await openContext(browser, { colorScheme });
      await page.goto(demo.url);
      await page.fill('#email', demo.email);
      await page.fill('#password', demo.password);
      await page.click('button.primary');
      await page.waitForURL(`${demo.url}/`);
      for (const [name, { path, height }] of Object.entries(PICTURES)) {
        await page.setViewportSize({ width: WIDTH, height });
        await page.goto(`${demo.url}${path}`);
        await page.waitForSelector('.content:not([aria-busy]) h1');
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
      }
      const mail = await until(async () => {
        const found = (await readdir(demo.mails)).find((file) => BROKEN.test(file));
        if (!found) throw new LocalError('The mail about the broken campaign has not arrived.');
        return join(demo.mails, found);
      }, MAIL_TIMEOUT_MS);
      await page.setViewportSize(MAIL);
      await page.goto(pathToFileURL(mail).href);
      await page.screenshot({ path: join(folder, `mail-${colorScheme}.png`) });
      await context.close();
    }
    return 0;
  });
}

/** Starts the product as `npm start` does, with the demo, on free ports and in a temporary folder. */
async function startDemo(root: string, defer: (cleanUp: () => unknown) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'funnel-pictures-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const ports = Object.fromEntries(SERVICES.map(({ portVariable }) => [portVariable, '0']));
  const env = { ...process.env, ...ports, FUNNEL_LOCAL_DIR: folder, DATABASE_URL: '', REDIS_URL: '' };
  const child = spawn(process.execPath, [join(root, 'infra/local/bootstrap.mjs'), 'start', '--demo'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  defer(() => {
    child.kill('SIGTERM');
    return exited;
  });
  const said = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    if (name && value) said.set(name, value);
    if (line.startsWith('Ready.')) break;
  }
  const url = said.get('Reports');
  const [email, password] = said.get('Demo login')?.split(/ +/) ?? [];
  if (url && email && password) return { url, email, password, mails: join(folder, 'mail') };
  throw new LocalError('npm start has stopped unexpectedly; see the messages above.');
}
