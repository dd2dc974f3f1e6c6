import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** Long, so that a busy machine fails no test. */
const TIMEOUT_MS = 120_000;
const FLAGS = ['--disable-gpu', '--disable-quic'];

/** Finds Chromium: CHROMIUM_PATH, then PATH; as root on Debian, installs the package. */
export function findChromium(): string | undefined {
  const found = process.env['CHROMIUM_PATH'] || onPath();
  if (found || !isDebianRoot()) return found || undefined;
  try {
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'chromium');
  } catch (error) {
    console.warn(
      `Chromium could not be installed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return onPath();
}

/** Starts a headless browser. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, timeout: TIMEOUT_MS });
}

/** A browser profile and the origins it sent requests to. */
export interface WatchedContext {
  context: BrowserContext;
  page: Page;
  origins: Set<string>;
}

/** Opens a fresh browser profile and records every origin it requests. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedContext> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  return { context, page: await context.newPage(), origins };
}

/** How long an answer is held back, so that the second click is before it. */
const HELD_MS = 400;

/** Double-clicks the button of a form, as a person does, and waits for the answer. Returns how often the form was sent. */
export async function doubleClick(page: Page, button: Locator): Promise<number> {
  let sent = 0;
  await page.route('**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    const response = await route.fetch({ maxRedirects: 0 });
    await pause(HELD_MS);
    // Fails for one that the browser has given up.
    return route.fulfill({ response }).catch(() => undefined);
  });
  await Promise.all([page.waitForEvent('load'), button.dblclick({ delay: 50 })]);
  await page.unroute('**');
  return sent;
}

/** What axe finds wrong with a page or a frame of it, for people who use it without a mouse or without seeing it: rule and element. */
export async function accessibilityFindings(page: Page | Frame): Promise<string[]> {
  // Evaluated, not loaded: the policy of the page allows no foreign script.
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`,
  );
}

function onPath(): string | undefined {
  const look = NAMES.map((name) => `command -v ${name}`).join(' || ');
  return spawnSync('sh', ['-c', look], { encoding: 'utf8' }).stdout.trim() || undefined;
}

function isDebianRoot(): boolean {
  const isDebian =
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  return isDebian && process.getuid?.() === 0;
}

// Waits for the dpkg lock, because another suite may be installing too; gives up quickly without a network.
function apt(...args: string[]): void {
  const options = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'];
  execFileSync('apt-get', ['-qq', ...options.flatMap((option) => ['-o', option]), ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 600_000,
  });
}
