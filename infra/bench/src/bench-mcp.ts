import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@funnel/db';
import { LocalError } from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';
import { ingestBenchEvents, loadBenchCatalog } from './bench-data.ts';
import { compare } from './mcp/compare.ts';
import { ask } from './mcp/load.ts';
import { legacyCall, legacyList, modernCall, modernList } from './mcp/messages.ts';
import type { Addresses, CpuTime } from './mcp/servers.ts';

const CAMPAIGNS = 50;
const EVENTS = 100_000;
const SLICE_MS = 200;
const GATE = 0.6;

/**
 * Compares the tool server, in both protocol revisions, to a plain Express handler that does the same work on the
 * same database. The first argument is the number of rounds. Fails if the tool server is too slow.
 */
export async function benchMcp(context: BenchContext, [rounds = '40']: string[]): Promise<void> {
  await loadToolData(context);
  const servers = fork(fileURLToPath(new URL('./mcp/servers.js', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: context.databaseUrl, NODE_ENV: 'production' },
  });
  context.defer(() => servers.kill());
  const [addresses] = (await once(servers, 'message')) as [Addresses];
  const options = { rounds: Number(rounds), sliceMs: SLICE_MS, cpuSeconds: () => cpuSecondsOf(servers) };
  const failed: string[] = [];
  for (const [method, { reference, ...variants }] of Object.entries(await targetsOf(addresses))) {
    const ratios = await compare(reference, variants, options);
    for (const [revision, { pace, thrift }] of Object.entries(ratios)) {
      console.log(JSON.stringify({ method, revision, pace, thrift }));
      if (pace < GATE) failed.push(`${method} of ${revision}`);
    }
  }
  if (failed.length > 0)
    throw new LocalError(`Less than ${GATE} times as fast as plain Express: ${failed.join(', ')}.`);
}

async function targetsOf({ toolServer, bare }: Addresses) {
  const url = `${toolServer}/mcp`;
  const list = await ask({ url, ...legacyList });
  await fetch(`${bare}/list`, { method: 'PUT', body: list });
  return {
    'tools/call': {
      reference: { url: `${bare}/call`, ...legacyCall },
      '2025-11-25': { url, ...legacyCall },
      '2026-07-28': { url, ...modernCall },
    },
    'tools/list': {
      reference: { url: `${bare}/list`, ...legacyList },
      '2025-11-25': { url, ...legacyList },
      '2026-07-28': { url, ...modernList },
    },
  };
}

async function cpuSecondsOf(servers: ChildProcess): Promise<number> {
  servers.send('cpu time');
  const [{ cpuSeconds }] = (await once(servers, 'message')) as [CpuTime];
  return cpuSeconds;
}

/** Loads a website with campaigns and events. */
export async function loadToolData({ folder, databaseUrl }: BenchContext): Promise<void> {
  await loadBenchCatalog(databaseUrl, CAMPAIGNS);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench' });
  try {
    await ingestBenchEvents(database, folder, { events: EVENTS, campaigns: CAMPAIGNS, days: 60 });
  } finally {
    await database.close();
  }
}
