import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { type ServiceGroup, startServices } from '@funnel/local';
import { LocalError } from '@funnel/servers';
import { type BenchContext, median } from './bench-context.ts';
import { loadToolData } from './bench-mcp.ts';
import { ask, type Target } from './mcp/load.ts';
import { legacyCall } from './mcp/messages.ts';
import { say } from './performance/say.ts';

/** Services that answer tool calls. */
interface Contender {
  group: ServiceGroup;
  target: Target;
}

/** Answers per second, and per second of CPU time of both services. */
interface Measured {
  pace: number;
  thrift: number;
}

const APPS = ['authorization-server', 'mcp-server'];
const CALLERS = 8;
/** More than a second: a shorter turn would record the traces of a second for a part of its requests. */
const TURN_ANSWERS = 400;
const WARM_UP_ANSWERS = 1500;
const ROUNDS = 8;
const GATE = 0.95;

/**
 * Compares tool calls with and without traces: pairs of a tool server and an authorization server on one database, in turns. The
 * first argument is the number of comparisons, each with new processes: the compiler makes one process faster than another, and
 * only many of them show a difference. `all` as the second argument records every trace. Prints the medians of the ratios of all
 * rounds, and fails if the default costs too much.
 */
export async function benchTracing(
  context: BenchContext,
  [comparisons = '9', traces = 'default']: string[],
): Promise<void> {
  await loadToolData(context);
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: await startDrain(context) };
  const sampler: Record<string, string> =
    traces === 'all' ? { OTEL_TRACES_SAMPLER: 'parentbased_always_on' } : {};
  const rounds: Measured[] = [];
  for (let each = 0; each < Number(comparisons); each += 1) {
    const { off, on } = await startBoth(context, { ...endpoint, ...sampler }, each % 2 === 0);
    for (const { target } of [off, on]) await askMany(target, WARM_UP_ANSWERS);
    const some = await compareInTurns(off, on);
    rounds.push(...some);
    say(`${each + 1} of ${comparisons}: ${JSON.stringify(middleOf(some))}`);
    for (const { group } of [off, on]) await group.stop();
  }
  const middle = middleOf(rounds);
  console.log(JSON.stringify({ traces, ...middle }));
  if (traces === 'default' && middle.thrift < GATE)
    throw new LocalError(`Traces take more than ${Math.round(100 * (1 - GATE))} % of the CPU time.`);
}

/** Each is started first in half of the comparisons. */
async function startBoth(context: BenchContext, traced: Record<string, string>, isOffFirst: boolean) {
  const early = isOffFirst ? await startContender(context, {}) : undefined;
  const on = await startContender(context, traced);
  return { off: early ?? (await startContender(context, {})), on };
}

/**
 * In turns: other work on the machine affects both alike. Both get the same number of requests, because the compiler of a process
 * improves what it has seen more often.
 */
async function compareInTurns(off: Contender, on: Contender): Promise<Measured[]> {
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await compare(off, on, round));
  return rounds;
}

/** Each goes first in half of the rounds. */
async function compare(off: Contender, on: Contender, round: number): Promise<Measured> {
  const early = round % 2 === 0 ? await measure(off) : undefined;
  const traced = await measure(on);
  const without = early ?? (await measure(off));
  return { pace: traced.pace / without.pace, thrift: traced.thrift / without.thrift };
}

function middleOf(rounds: readonly Measured[]): Measured {
  const middle = (key: keyof Measured) =>
    median(
      rounds.map((one) => one[key]),
      3,
    );
  return { pace: middle('pace'), thrift: middle('thrift') };
}

async function measure({ group, target }: Contender): Promise<Measured> {
  const [startedAt, before] = [performance.now(), await cpuSecondsOf(group)];
  await askMany(target, TURN_ANSWERS);
  const seconds = (performance.now() - startedAt) / 1000;
  return { pace: TURN_ANSWERS / seconds, thrift: TURN_ANSWERS / ((await cpuSecondsOf(group)) - before) };
}

async function askMany(target: Target, count: number): Promise<void> {
  let left = count;
  const callers = Array.from({ length: CALLERS }, async () => {
    for (; left > 0; left -= 1) await ask(target);
  });
  await Promise.all(callers);
}

async function cpuSecondsOf({ urls }: ServiceGroup): Promise<number> {
  const seconds = [...urls.values()].map(async (url) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^process_cpu_seconds_total\S* (\S+)$/m.exec(text)?.[1]);
  });
  return (await Promise.all(seconds)).reduce((sum, one) => sum + one, 0);
}

async function startContender(context: BenchContext, env: Record<string, string>): Promise<Contender> {
  const { root, folder, databaseUrl, defer } = context;
  const limits = { RATE_LIMIT_PER_WEBSITE: '0', NODE_ENV: 'development' };
  const group = await startServices({ root, folder, databaseUrl, apps: APPS, env: { ...limits, ...env } });
  defer(() => group.stop());
  const url = group.addresses.MCP_SERVER_RESOURCE;
  const authorization = `Bearer ${await issueToken(databaseUrl, url)}`;
  return { group, target: { ...legacyCall, url, headers: { ...legacyCall.headers, authorization } } };
}

async function issueToken(databaseUrl: string, resource: string): Promise<string> {
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench', maxConnections: 1 });
  const owner = { userId: null, name: 'bench', lifeSeconds: 3600 };
  const binding = { websiteIds: [trustedWebsiteId(1)], scopes: ['reports'], resource };
  try {
    return (await issuePersonalToken(database, { ...owner, ...binding })).token;
  } finally {
    await database.close();
  }
}

/** A collector that reads traces and drops them. */
async function startDrain({ defer }: BenchContext): Promise<string> {
  const server = createServer((req, res) => {
    req.resume().once('end', () => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  defer(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
