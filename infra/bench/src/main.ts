import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  commandLine,
  type Invocation,
  LocalError,
  openCluster,
  runningUrl,
  startCluster,
  stopCluster,
} from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';
import { benchCta } from './bench-cta.ts';
import { benchIngest } from './bench-ingest.ts';
import { benchInsights } from './bench-insights.ts';
import { benchMcp } from './bench-mcp.ts';
import { benchRead } from './bench-read.ts';

const BENCHES: Record<string, (context: BenchContext, args: string[]) => Promise<void>> = {
  ingest: benchIngest,
  read: benchRead,
  cta: benchCta,
  mcp: benchMcp,
  insights: benchInsights,
};

/** `pnpm bench NAME`: on a PostgreSQL of its own with the settings of `npm start`, thrown away afterwards. */
async function bench({ root, localDir, args }: Invocation): Promise<number> {
  const [name = '', ...rest] = args;
  const run = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!run) throw new LocalError(`Usage: pnpm bench ${Object.keys(BENCHES).join('|')}`);
  const folder = join(localDir, 'bench', String(process.pid));
  await mkdir(folder, { recursive: true });
  const cluster = await openCluster(join(folder, 'postgres'));
  await startCluster(cluster);
  try {
    const databaseUrl = await runningUrl(cluster.folder, 'postgres');
    if (!databaseUrl) throw new LocalError('The embedded PostgreSQL is not answering.');
    await run({ root, folder, databaseUrl }, rest);
    return 0;
  } finally {
    await stopCluster(cluster);
    await rm(folder, { recursive: true, force: true });
  }
}

export const main = commandLine(bench);
