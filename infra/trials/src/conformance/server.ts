import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startAuthorizingProxy } from './authorizing-proxy.ts';
import { parseBaseline } from './baseline.ts';
import { readResults } from './check-results.ts';
import type { ConformanceRun } from './conformance-run.ts';
import { CONFORMANCE_TOOL } from './conformance-tool.ts';
import { runTool, type ToolRun } from './npm-tool.ts';
import { obtainToken } from './obtain-token.ts';
import type { Revision } from './revisions.ts';

const BASELINES = join('infra', 'trials', 'baseline');

/** Runs every scenario of the official tool. Exactly the checks in the baseline must fail. */
export async function checkToolServer(run: ConformanceRun, revision: Revision): Promise<boolean> {
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

async function runAllScenarios(
  { root, localDir, folder, product }: ConformanceRun,
  revision: Revision,
  baseline: string,
  results: string,
): Promise<ToolRun> {
  const proxy = await startAuthorizingProxy(
    product.addresses.MCP_SERVER_RESOURCE,
    await obtainToken(product),
  );
  try {
    const args = ['server', '--url', proxy.url, '--suite', 'all', '--spec-version', revision];
    const files = ['--expected-failures', join(root, baseline), '--output-dir', results];
    return await runTool(localDir, CONFORMANCE_TOOL, [...args, ...files], { cwd: folder });
  } finally {
    await proxy.stop();
  }
}
