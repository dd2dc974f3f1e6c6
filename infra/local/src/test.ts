import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Invocation, LocalError, runChild, runJest, startTestServers } from '@funnel/servers';
import { countTests, type JestReport } from './jest-report.ts';

/** Suites of this name start the whole product, break it, or ask it for minutes. */
const WHOLE = '\\.whole\\.test\\.ts$';
const ONLY_WHOLE = ['--testPathPatterns', WHOLE];
const WITHOUT_WHOLE = ['--testPathIgnorePatterns', WHOLE, '/node_modules/'];

/**
 * `npm test`: `npm run -s verify`, and beside it every suite of rules, packages and services in one Jest process, all on one
 * PostgreSQL and one Redis: suites wait for these and leave processors idle. The last line counts the tests; verify counts as
 * one. `npm test -- packages/ingest` runs all suites of one folder, also those of the second lane, and no checks.
 */
export async function test({ root, args }: Invocation): Promise<number> {
  if (args.length > 0) return runLane(root, args);
  const servers = await startTestServers();
  try {
    return await runLane(root, WITHOUT_WHOLE, verify(root));
  } finally {
    await servers.stop();
  }
}

/** Checks beside the suites; resolves with what went wrong. */
function verify(root: string): Promise<string | undefined> {
  const args = ['run', 'verify:all', '--concurrency=1'];
  return new Promise((resolve) => {
    execFile('pnpm', args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}\nnpm run -s verify failed; see above.` : undefined),
    );
  });
}

/** `npm run test:whole`: the suites that start the whole product, break it, or ask it for minutes, side by side. */
export function testWhole({ root, args }: Invocation): Promise<number> {
  return runLane(root, args.length > 0 ? args : ONLY_WHOLE);
}

/** Runs suites and counts their tests in the last line. */
async function runLane(
  root: string,
  args: string[],
  verifying?: Promise<string | undefined>,
): Promise<number> {
  const { passed, failed, skipped } = countTests(await runSuites(root, args));
  const fault = await verifying;
  // After all suites, where it is seen.
  if (fault) console.log(fault);
  if (skipped > 0) console.log(`${skipped} skipped: something they need is not installed here; see above.`);
  const isVerified = verifying !== undefined && !fault;
  console.log(`${passed + (isVerified ? 1 : 0)} passed, ${failed + (fault ? 1 : 0)} failed`);
  return failed === 0 && !fault ? 0 : 1;
}

/** `npm run -s test:packages`: the test script of every package through turbo, which skips the unchanged ones. */
export async function testPackages({ root, args }: Invocation): Promise<number> {
  const servers = await startTestServers();
  try {
    // One package at a time: its Jest process already uses every core.
    return await runChild('pnpm', ['exec', 'turbo', 'run', 'test', '--concurrency=1', ...args], {
      cwd: root,
    });
  } finally {
    await servers.stop();
  }
}

/** Jest's report. A run that fails without a failed test, as one that finds no suite does, is an error. */
async function runSuites(root: string, args: string[]): Promise<JestReport> {
  const folder = join(root, '.local', 'test');
  const file = join(folder, 'results.json');
  await mkdir(folder, { recursive: true });
  await rm(file, { force: true });
  const status = await runJest({ root, args: ['--json', `--outputFile=${file}`, ...args] });
  const text = await readFile(file, 'utf8').catch(() => {
    throw new LocalError(`Jest exited with status ${status} and no results; see above.`);
  });
  const report = JSON.parse(text) as JestReport;
  if (status !== 0 && countTests(report).failed === 0)
    throw new LocalError(`Jest exited with status ${status}, though no test failed; see above.`);
  return report;
}
