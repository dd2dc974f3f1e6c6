import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { anyFreePort } from '@funnel/servers';
import { grantAccess, OAuthApplication, type Person } from '@funnel/testing';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { startAuthorizingProxy } from './authorizing-proxy.ts';
import type { TrialProduct } from '@funnel/local';
import type { Trial } from '../trial.ts';
import { registerClient } from '../oauth.ts';

/** The protocol revisions to check, oldest first. Each has a baseline. */
export const REVISIONS: readonly string[] = ['2025-11-25', '2026-07-28'];

interface ConformanceRun extends Trial {
  product: TrialProduct;
}

/** The tool needs Node 22.19. */
const PACKAGES = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@22.23.3'];
const BASELINES = join('infra', 'lab', 'baseline');

/** Runs the tool on the authorization server. Registers a client for it, and acts as the person who logs in. */
export async function checkAuthorizationServer(run: ConformanceRun): Promise<boolean> {
  const { addresses, person } = run.product;
  const issuer = addresses.AUTHORIZATION_SERVER_ISSUER;
  const port = await anyFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const clientId = await registerClient(issuer, `${origin}/callback`);
  const args = ['authorization', '--url', issuer, '--client-id', clientId];
  const places = ['--resource', addresses.MCP_SERVER_RESOURCE, '--port', String(port)];
  return runTool([...args, ...places], openPrintedAddress(person, origin));
}

/** Runs every scenario of the tool on the tool server. Checks in the baseline must not pass, and all others must. */
export async function checkToolServer({ root, product }: ConformanceRun, revision: string): Promise<boolean> {
  const token = await obtainToken(product);
  const proxy = await startAuthorizingProxy(product.addresses.MCP_SERVER_RESOURCE, token);
  try {
    const args = ['server', '--url', proxy.url, '--suite', 'all', '--spec-version', revision];
    return await runTool([...args, '--expected-failures', join(root, BASELINES, `${revision}.yml`)]);
  } finally {
    await proxy.close();
  }
}

/** Obtains an access token the way every client does: discovery, registration, PKCE, login, consent. */
async function obtainToken({ addresses, person }: TrialProduct): Promise<string> {
  const serverUrl = addresses.MCP_SERVER_RESOURCE;
  const application = new OAuthApplication();
  await auth(application, { serverUrl });
  const back = await grantAccess(application.opened ?? '', person, new URL(application.redirectUrl).origin);
  await auth(application, { serverUrl, authorizationCode: back.searchParams.get('code') ?? '' });
  const token = application.tokens()?.access_token;
  if (!token) throw new Error('The authorization server returned no access token');
  return token;
}

/** Runs the tool; resolves with whether it succeeded. If `onOutput`, which gets all output so far, rejects, the tool ends. */
async function runTool(
  args: readonly string[],
  onOutput: (printed: string) => Promise<void> = async () => {},
): Promise<boolean> {
  const packages = PACKAGES.map((name) => `--package=${name}`);
  const command = ['--yes', '--loglevel=error', ...packages, '--', 'conformance', ...args];
  const child = spawn('npx', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  let failure: unknown;
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    printed += chunk.toString();
    onOutput(printed).catch((error: unknown) => {
      failure = error;
      child.kill();
    });
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (failure) throw failure;
  return status === 0;
}

/** For a tool that prints an address to open: opens it, logs in, allows access and follows the redirect back. */
function openPrintedAddress(person: Person, callbackOrigin: string): (printed: string) => Promise<void> {
  let isOpened = false;
  return async (printed) => {
    // Waits for the white space after it: the address may be printed in parts.
    const [address] = /https?:\/\/\S*code_challenge=\S*(?=\s)/.exec(printed) ?? [];
    if (!address || isOpened) return;
    isOpened = true;
    await fetch(await grantAccess(address, person, callbackOrigin));
  };
}
