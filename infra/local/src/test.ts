import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Invocation, LocalError, runChild, runJest, startTestServers } from '@funnel/servers';

/** The part of Jest's JSON report that is counted. */
interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  numPendingTests: number;
}

/** Suites of this name start the whole product, or break it. */
const WHOLE = '\\.whole\\.test\\.ts$';
const ONLY_WHOLE = ['--testPathPatterns', WHOLE];
/** These suites wait for other processes most of the time. */
const MANY_WORKERS = `--maxWorkers=${3 * availableParallelism()}`;
const WITHOUT_WHOLE = ['--testPathIgnorePatterns', WHOLE, '/node_modules/'];

/**
 * `npm test`: `npm run -s verify`, and beside it every suite of rules, packages and services in one Jest process, all on one
 * PostgreSQL and one Redis: suites wait for these and leave processors idle. The last line counts the tests; verify counts as
 * one. `npm test -- packages/ingest` runs the suites of one folder, and no checks.
 */
export async function test({ root, args }: Invocation): Promise<number> {
  if (args.length > 0) return runLane(root, [...args, ...WITHOUT_WHOLE]);
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

/** `npm run test:whole`: the suites that start the whole product, or break it. */
export function testWhole({ root, args }: Invocation): Promise<number> {
  return runLane(root, args.length > 0 ? args : [...ONLY_WHOLE, MANY_WORKERS]);
}

/** Runs suites and counts their tests in the last line. */
async function runLane(
  root: string,
  args: string[],
  verifying?: Promise<string | undefined>,
): Promise<number> {
  const { status, results } = await runSuites(root, args);
  const fault = await verifying;
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + (fault ? 1 : 0);
  const passed = results.numPassedTests + (verifying && !fault ? 1 : 0);
  // After all suites, where it is seen.
  if (fault) console.log(fault);
  if (results.numPendingTests > 0)
    console.log(`${results.numPendingTests} skipped: something they need is not installed here; see above.`);
  console.log(`${passed} passed, ${failed} failed`);
  return !fault && status === 0 ? 0 : 1;
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

async function runSuites(root: string, args: string[]): Promise<{ status: number; results: JestResults }> {
  const folder = join(root, '.local', 'test');
  const file = join(folder, 'results.json');
  await mkdir(folder, { recursive: true });
  await rm(file, { force: true });
  const status = await runJest({ root, args: ['--json', `--outputFile=${file}`, ...args] });
  const results = await readFile(file, 'utf8').catch(() => {
    throw new LocalError(`Jest exited with status ${status} and no results; see above.`);
  });
  return { status, results: JSON.parse(results) as JestResults };
}
