import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SCREENSHOTS = fileURLToPath(new URL('../../test-output/screenshots/', import.meta.url));

/** CHROMIUM_PATH, else one on PATH, else (as root on Debian) the package, installed now. */
export function findChromium(): string | undefined {
  const found = process.env['CHROMIUM_PATH'] || onPath();
  if (found || !isDebianRoot()) return found || undefined;
  try {
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'chromium');
  } catch (error) {
    console.warn(
      `Chromium could not be installed: ${error instanceof Error ? error.message : 'no reason given'}`,
    );
  }
  return onPath();
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface WatchedContext {
  context: BrowserContext;
  page: Page;
  /** The origins that anything was asked of. */
  origins: Set<string>;
}

/** A browser profile of its own that notes every origin it asks. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedContext> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  return { context, page: await context.newPage(), origins };
}

/** Build output, for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebianRoot(): boolean {
  const isDebian =
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  return isDebian && process.getuid?.() === 0;
}

// The lock is waited for, as another suite may be installing the same; a network that is not there is not.
function apt(...args: string[]): void {
  const options = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'];
  execFileSync('apt-get', ['-qq', ...options.flatMap((option) => ['-o', option]), ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 600_000,
  });
}
