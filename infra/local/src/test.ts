import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Invocation, LocalError, runChild, runJest, startTestServers } from '@funnel/servers';
import { countTests, failedSuites, type JestReport, withSecondRun } from './jest-report.ts';

/** Suites of this name start the whole product, break it, or ask it for minutes. */
const WHOLE = '\\.whole\\.test\\.ts$';
const ONLY_WHOLE = ['--testPathPatterns', WHOLE];
/** More failed suites than this are no accident of a busy machine. */
const MAX_SUITES_RUN_AGAIN = 10;
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

/**
 * `npm run test:whole`: the suites that start the whole product, break it, or ask it for minutes. They run side by side, and some
 * watch clocks: a suite that fails is run once more alone. Only what fails alone has failed; what passes only alone is named.
 */
export async function testWhole({ root, args }: Invocation): Promise<number> {
  if (args.length > 0) return runLane(root, args);
  const first = await runSuites(root, ONLY_WHOLE);
  const failed = failedSuites(first);
  if (failed.length === 0 || failed.length > MAX_SUITES_RUN_AGAIN) return printCounts(first);
  console.log(`\nOnce more, alone: ${failed.map((suite) => relative(root, suite)).join(', ')}`);
  const second = await runSuites(root, ['--runInBand', '--runTestsByPath', ...failed]);
  const stillFailed = failedSuites(second);
  for (const suite of failed.filter((one) => !stillFailed.includes(one)))
    console.log(
      `${relative(root, suite)} failed beside the others and passed alone: make it independent of the machine's pace.`,
    );
  return printCounts(withSecondRun(first, second));
}

/** Runs suites and counts their tests in the last line. */
async function runLane(
  root: string,
  args: string[],
  verifying?: Promise<string | undefined>,
): Promise<number> {
  const report = await runSuites(root, args);
  const fault = await verifying;
  // After all suites, where it is seen.
  if (fault) console.log(fault);
  return printCounts(report, verifying && { passed: fault ? 0 : 1, failed: fault ? 1 : 0 });
}

/** The last line. Resolves with the status of the command. */
function printCounts(report: JestReport, checks = { passed: 0, failed: 0 }): number {
  const { passed, failed, skipped } = countTests(report);
  if (skipped > 0) console.log(`${skipped} skipped: something they need is not installed here; see above.`);
  console.log(`${passed + checks.passed} passed, ${failed + checks.failed} failed`);
  return failed + checks.failed === 0 ? 0 : 1;
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
