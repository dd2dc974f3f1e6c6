import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, type Invocation, interruptible, LocalError } from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';
import { startPostgres } from './bench-database.ts';
import { benchIngest } from './bench-ingest.ts';
import { benchInsights } from './bench-insights.ts';
import { benchScale } from './bench-scale.ts';
import { benchSizing } from './bench-sizing.ts';

const BENCHMARKS: Record<string, (context: BenchContext, args: string[]) => Promise<void>> = {
  ingest: benchIngest,
  insights: benchInsights,
  sizing: benchSizing,
  scale: benchScale,
};

/**
 * `npm run -s bench`: measures everything. `npm run -s bench -- NAME`: runs one benchmark on a new PostgreSQL with the settings of
 * `npm start`.
 */
async function bench(invocation: Invocation): Promise<number> {
  const { root, localDir, args } = invocation;
  const [name = '--', ...rest] = args;
  if (name.startsWith('--')) {
    // Loaded here, because the other benchmarks need no DuckDB, which is not available everywhere.
    const { runPerformance } = await import('./performance/run-performance.ts');
    return runPerformance(invocation);
  }
  const run = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (!run) throw new LocalError(`Usage: npm run -s bench -- [${Object.keys(BENCHMARKS).join('|')}]`);
  return interruptible(async (defer) => {
    const folder = join(localDir, 'bench', String(process.pid));
    await mkdir(folder, { recursive: true });
    defer(() => rm(folder, { recursive: true, force: true }));
    const urlOf = await startPostgres(join(folder, 'postgres'), defer);
    await run({ root, folder, databaseUrl: await urlOf('postgres'), defer }, rest);
    return 0;
  });
}

/** Called by the bootstrap. */
export const main = commandLine(bench);
