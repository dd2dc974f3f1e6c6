import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anyFreePort, LocalError } from '@funnel/servers';
import { grantAccess, OAuthApplication, type Person } from '@funnel/testing';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { startAuthorizingProxy } from './authorizing-proxy.ts';
import type { TrialProduct } from '@funnel/local';
import type { Trial } from '../trial.ts';
import { registerClient } from '../oauth.ts';

/** The protocol revisions to check, oldest first. Each has a baseline. */
export const REVISIONS: readonly string[] = ['2025-11-25', '2026-07-28'];

/** The running services. */
interface ConformanceRun extends Trial {
  product: TrialProduct;
}

/** A check in the results of the conformance tool. */
interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

/** The tool needs Node 22.19. */
const PACKAGES = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@22.23.3'];
const ENTRY = /^ {2}- ([\w-]+:[\w-]+) # (\S.*)$/;
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
  const onOutput = openPrintedAddress(person, origin);
  const { status, stdout, stderr } = await runTool([...args, ...places], onOutput);
  console.log(stdout + stderr);
  return status === 0;
}

/** Runs every scenario of the tool on the tool server. Exactly the checks in the baseline must fail. */
export async function checkToolServer(run: ConformanceRun, revision: string): Promise<boolean> {
  const file = join(BASELINES, `${revision}.yml`);
  const reasons = parseBaseline(await readFile(join(run.root, file), 'utf8'));
  const results = join(run.folder, `results-${revision}`);
  await mkdir(results, { recursive: true });
  const { status, stdout, stderr } = await runAllScenarios(run, revision, file, results);
  const { scenarios, passed, failed } = await readResults(results);

  for (const [check, reason] of reasons) {
    if (failed.has(check)) console.log(`  n/a     ${check}: ${reason}`);
  }
  const unexpected = [...failed].filter(([check]) => !reasons.has(check));
  for (const [check, message] of unexpected) console.log(`  failed  ${check}: ${message}`);
  // The tool accepts an entry whose check never ran, so a misspelled or outdated entry must be found here.
  const stale = [...reasons.keys()].filter((check) => !failed.has(check));
  for (const check of stale) console.log(`  failed  ${check}: listed in ${file}, but it did not fail`);

  const notApplicable = reasons.size - stale.length;
  console.log(
    `  ${scenarios} scenarios: ${passed} checks passed, ${notApplicable} not applicable, ${unexpected.length + stale.length} failed`,
  );
  if (status !== 0 && unexpected.length === 0) console.log(stdout + stderr);
  return status === 0 && stale.length === 0;
}

async function runAllScenarios(run: ConformanceRun, revision: string, baseline: string, results: string) {
  const { root, product } = run;
  const token = await obtainToken(product);
  const proxy = await startAuthorizingProxy(product.addresses.MCP_SERVER_RESOURCE, token);
  try {
    const args = ['server', '--url', proxy.url, '--suite', 'all', '--spec-version', revision];
    const files = ['--expected-failures', join(root, baseline), '--output-dir', results];
    return await runTool([...args, ...files]);
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

/** Reads the result files of a run: failures and warnings are by `scenario:check`, with the tool's message. */
async function readResults(folder: string) {
  const results = { scenarios: 0, passed: 0, failed: new Map<string, string>() };
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[];
    results.scenarios++;
    for (const { id, status, errorMessage = '' } of checks) {
      if (status === 'SUCCESS') results.passed++;
      else if (status === 'FAILURE' || status === 'WARNING')
        results.failed.set(`${scenario}:${id}`, errorMessage);
    }
  }
  return results;
}

/** Reads the checks that do not apply, as `scenario:check`, with their reasons. Stricter than the tool's own parser. */
export function parseBaseline(text: string): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || /^\s*#/.test(line) || line === 'server:') continue;
    const [, check, reason] = ENTRY.exec(line) ?? [];
    if (check === undefined || reason === undefined)
      throw new LocalError(`Line ${index + 1} of the baseline is not "  - scenario:check # reason": ${line}`);
    if (reasons.has(check)) throw new LocalError(`Line ${index + 1} of the baseline repeats ${check}`);
    reasons.set(check, reason);
  }
  return reasons;
}

/** Runs the tool and collects its output. `onOutput` gets everything printed so far; if it rejects, the tool is stopped. */
async function runTool(
  args: readonly string[],
  onOutput: (printed: string) => Promise<void> = async () => {},
) {
  const packages = PACKAGES.map((name) => `--package=${name}`);
  const child = spawn('npx', ['--yes', '--loglevel=error', ...packages, '--', 'conformance', ...args]);
  const run = { status: 1, stdout: '', stderr: '' };
  let failure: unknown;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      run[name] += chunk.toString();
      onOutput(run[name]).catch((error: unknown) => {
        failure = error;
        child.kill();
      });
    });
  }
  run.status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  if (failure) throw failure;
  return run;
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
