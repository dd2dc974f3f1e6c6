import { createTestDatabase, until } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bootstrap = join(root, 'infra', 'local', 'bootstrap.mjs');

interface Product {
  child: ChildProcess;
  urls: Record<string, string>;
  exited: Promise<number | NodeJS.Signals | null>;
  output(): string;
}

let localDir: string;

/** The environment of a first start: no database, no Redis, any free ports. */
function environment(overrides: Record<string, string> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, FUNNEL_LOCAL_DIR: localDir };
  for (const name of [
    'DATABASE_URL',
    'REDIS_URL',
    'TEST_DATABASE_URL',
    'TEST_REDIS_URL',
    'NODE_OPTIONS',
    'NODE_ENV',
  ])
    delete env[name];
  const ports = Object.fromEntries(
    ['DASHBOARD', 'REST_API', 'MCP_SERVER', 'AUTHORIZATION_SERVER', 'INSIGHTS_WORKER', 'EVENT_INTAKE'].map(
      (name) => [`${name}_PORT`, '0'],
    ),
  );
  return { ...env, ...ports, ...overrides };
}

async function start(
  args: string[] = ['--no-demo'],
  env: Record<string, string> = {},
  message = 'Ready.',
): Promise<Product> {
  const child = spawn(process.execPath, [bootstrap, 'start', ...args], {
    cwd: root,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  const product: Product = { child, urls: {}, exited, output: () => output };
  while (!output.includes(message)) {
    if (child.exitCode !== null) throw new Error(`npm start has stopped unexpectedly:\n${output}`);
    await sleep(50);
  }
  for (const [, title = '', url = ''] of output.matchAll(/^(.+?) {2,}(http\S+)$/gm))
    product.urls[title] = url;
  return product;
}

async function stop({ child, exited }: Product): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await exited;
}

const command = (args: string[], input = '') =>
  spawnSync(process.execPath, [bootstrap, ...args], {
    cwd: root,
    env: environment(),
    input,
    encoding: 'utf8',
  });

const status = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers }).then(
    (response) => response.status,
    () => 0,
  );

const runningServer = async () =>
  Number(
    (await readFile(join(localDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '0')).split(
      '\n',
    )[0],
  );

beforeAll(async () => {
  localDir = await mkdtemp(join(tmpdir(), 'funnel-start-'));
});
afterAll(() => rm(localDir, { recursive: true, force: true }));

const catalog = JSON.stringify({
  accounts: [{ id: 7, name: 'Seven' }],
  websites: [{ id: 7, account_id: 7, name: 'seven.example' }],
});

describe('npm start', () => {
  // A start takes seconds: the tests go on with the product that the one before them left.
  let product: Product;
  beforeAll(async () => {
    product = await start();
  });
  afterAll(() => stop(product));

  const expectStopped = async ({ urls }: Product) => {
    for (const url of Object.values(urls)) await until(async () => expect(await status(url)).toBe(0));
  };

  test('starts every service', async () => {
    expect(Object.keys(product.urls)).toEqual([
      'Reports',
      'REST API',
      'Tool server (MCP)',
      'Authorization server',
      'Insights worker',
      'Event intake',
    ]);
    for (const url of Object.values(product.urls)) {
      expect([await status(`${url}/healthz`), await status(`${url}/readyz`)]).toEqual([200, 200]);
    }
    expect(await runningServer()).toBeGreaterThan(0);
  });

  test('the address of every service opens as a page whose links work, and is JSON for a program', async () => {
    for (const url of Object.values(product.urls)) {
      const page = await fetch(`${url}/`, { headers: { Accept: 'text/html' } });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const links = [...(await page.text()).matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
      // The dashboard leads to a sign-in instead, and the authorization server to the dashboard.
      const isSignIn = new URL(page.url).pathname.startsWith('/interaction/');
      expect(links.length > 0 || isSignIn).toBe(true);
      // Without cookies there is no sign-in to go on with: its page has no links that lead on.
      for (const href of isSignIn ? [] : links)
        expect([href, await status(new URL(href, url).href, { Accept: 'text/html' })]).toEqual([href, 200]);
      const json = (await (await fetch(`${url}/`)).json()) as Record<string, string>;
      expect(json).toMatchObject({ name: expect.any(String), summary: expect.any(String) });
    }
  });

  test('shares its database with commands', async () => {
    const loaded = command(['catalog', '-'], catalog);
    expect(loaded).toMatchObject({
      status: 0,
      stdout: 'accounts 1\nwebsites 1\nareas 0\ncampaigns 0\nvariants 0\nsteps 0\nelements 0\n',
    });
    expect(await status(`${product.urls['REST API']}/readyz`)).toBe(200);
  });

  test('rejects a second start from the same clone, and names the process to stop', async () => {
    const second = command(['start', '--no-demo']);
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(`already running from this clone (process ${product.child.pid})`);
    expect(await status(`${product.urls['REST API']}/readyz`)).toBe(200);
  });

  test('SIGTERM stops everything', async () => {
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(await runningServer()).toBe(0);
    await expectStopped(product);
  });

  test('keeps the data for the next start', async () => {
    product = await start();
    const event = {
      event_id: '7f1c1b3a-0000-4000-8000-000000000001',
      type: 'view',
      website_id: 7,
      visitor_token: '7f1c1b3a-0000-4000-8000-000000000002',
      occurred_at: '2026-01-01T00:00:00Z',
    };
    const ingested = command(['ingest', '-'], JSON.stringify(event));
    expect(ingested).toMatchObject({ status: 0, stdout: expect.stringMatching(/^read 1\n/) });
    expect(product.child.exitCode).toBeNull();
  });

  test('leaves no service running after SIGKILL, and starts again', async () => {
    product.child.kill('SIGKILL');
    await product.exited;
    await expectStopped(product);
    product = await start();
    expect(await status(`${product.urls['REST API']}/readyz`)).toBe(200);
  });

  test('SIGINT stops everything, too', async () => {
    product.child.kill('SIGINT');
    expect(await product.exited).toBe(0);
    expect(await runningServer()).toBe(0);
  });
});

describe('npm start with the empty database of somebody else', () => {
  test('loads no demo without being told to, and says how to', async () => {
    const { url, database, drop } = await createTestDatabase();
    try {
      const product = await start([], { DATABASE_URL: url }, 'Services: starting');
      await stop(product);
      expect(product.output()).toContain('The database of DATABASE_URL is empty.');
      expect(product.output()).toContain('npm start -- --demo');
      expect(await database.sql`select id from accounts`).toEqual([]);
    } finally {
      await drop();
    }
  });
});

describe('npm start with a port that is taken', () => {
  let squatter: Server;
  let port: number;
  beforeAll(async () => {
    squatter = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const address = squatter.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => void squatter.close());

  test('that was requested names the variable to change, and starts nothing', () => {
    const result = spawnSync(process.execPath, [bootstrap, 'start', '--no-demo'], {
      cwd: root,
      env: environment({ REST_API_PORT: String(port) }),
      encoding: 'utf8',
    });
    expect(result.status).toBe(1);
    expect(result.stderr).toContain(`Port ${port} (REST_API_PORT) is taken`);
    expect(existsSync(join(localDir, 'running.json'))).toBe(false);
  });
});

describe('a command', () => {
  test('starts the embedded server and stops it again', async () => {
    const result = command(['catalog', '-'], catalog);
    expect(result).toMatchObject({ status: 0 });
    expect(await runningServer()).toBe(0);
  });

  test('reports a DATABASE_URL that cannot be reached', () => {
    const result = spawnSync(process.execPath, [bootstrap, 'catalog', '-'], {
      cwd: root,
      env: environment({ DATABASE_URL: 'postgres://user@127.0.0.1:1/none' }),
      input: catalog,
      encoding: 'utf8',
    });
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toContain('DATABASE_URL is set, but the database cannot be reached');
  });

  test('resolves file names in the folder where npm was called', async () => {
    await writeFile(join(localDir, 'catalog.json'), catalog);
    const result = spawnSync(process.execPath, [bootstrap, 'catalog', 'catalog.json'], {
      cwd: root,
      env: { ...environment(), INIT_CWD: localDir },
      encoding: 'utf8',
    });
    expect(result).toMatchObject({ status: 0 });
  });
});
