import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from './child.ts';
import { runJest } from './jest.ts';

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  numPendingTests: number;
}

/** `npm test`: `pnpm verify`, then every suite; the last line counts them all (verify counts as one). */
export async function test({ root, args }: { root: string; args: string[] }): Promise<number> {
  const verified = (await runChild('pnpm', ['run', 'verify'], { cwd: root })) === 0;

  const resultsFile = join(root, '.local', 'test', 'results.json');
  await mkdir(join(root, '.local', 'test'), { recursive: true });
  await rm(resultsFile, { force: true });
  const status = await runJest(root, ['--json', `--outputFile=${resultsFile}`, ...args]);
  const results = JSON.parse(await readFile(resultsFile, 'utf8')) as JestResults;

  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + (verified ? 0 : 1);
  const passed = results.numPassedTests + (verified ? 1 : 0);
  const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
  if (!verified) console.log('pnpm verify failed; see above.');
  console.log(`${passed} passed, ${failed} failed${skipped}`);
  return verified && status === 0 ? 0 : 1;
}
