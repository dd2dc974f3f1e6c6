import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A check in the results of the conformance tool. */
interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

/** The counted results of a run. */
export interface CheckResults {
  scenarios: number;
  passed: number;
  /** Failures and warnings by `scenario:check`, with the tool's message. */
  failed: Map<string, string>;
}

/** Reads the result files of a run. */
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
