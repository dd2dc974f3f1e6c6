import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A check of the conformance tool, as it writes them down. */
interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

export interface CheckResults {
  scenarios: number;
  passed: number;
  /** Those that failed or warned, as `scenario:check`, with what the tool says of them. */
  failed: Map<string, string>;
}

export async function readResults(folder: string): Promise<CheckResults> {
  const results: CheckResults = { scenarios: 0, passed: 0, failed: new Map() };
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
