import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { localSecrets, SERVICES, startService, untilReady } from '@funnel/local';
import { anyFreePort } from '@funnel/servers';
import { CALLERS, callFor } from './callers.ts';
import type { Addresses, CpuTime } from './servers.ts';
import { type BenchContext, median } from '../bench-context.ts';
import { loadBenchCatalog } from '../bench-data.ts';

/** A handler with authentication, compared to the same handler without it. */
interface AuthRatios {
  /** How many different tokens the callers use. */
  tokens: number;
  /** Answers per second, relative to the bare handler. */
  pace: number;
  /** CPU time per answer of the service, in milliseconds: bare, and with authentication. */
  bareCpuMs: number;
  serviceCpuMs: number;
  /** CPU time per answer of the authorization server, in milliseconds. */
  authorizationServerCpuMs: number;
}

interface Slice {
  pace: number;
  answers: number;
  /** Per answer. */
  serviceCpuMs: number;
  /** In all. Without authentication, it is what reading this figure costs. */
  authorizationServerCpuMs: number;
}

const SLICE_MS = 250;
const WARM_UP_ROUNDS = 4;

/**
 * Measures a handler that checks tokens and runs `select 1` against the same handler without the check. Returns one
 * result for one shared token and one for a token per caller.
 */
export async function measureAuth(context: BenchContext, rounds: number): Promise<AuthRatios[]> {
  const { service, addresses, issuer, tokens } = await start(context);
  const cpu = async () => ({ service: await cpuSecondsOf(service), server: await cpuSecondsAt(issuer) });

  const measure = async (url: string, used: readonly string[]): Promise<Slice> => {
    const before = await cpu();
    const { answers, seconds } = await callFor(SLICE_MS, url, used);
    const after = await cpu();
    return {
      pace: answers / seconds,
      serviceCpuMs: ((after.service - before.service) * 1000) / answers,
      answers,
      authorizationServerCpuMs: (after.server - before.server) * 1000,
    };
  };

  const variants = [tokens.slice(0, 1), tokens];
  const measured: { base: Slice; slice: Slice }[][] = variants.map(() => []);
  // In turns, so that other load on the machine affects all alike.
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [index, used] of variants.entries()) {
      const base = await measure(addresses.bare, used);
      const slice = await measure(addresses.authenticated, used);
      if (round >= 0) measured[index]?.push({ base, slice });
    }
  }
  return variants.map((used, index) => summarize(used.length, measured[index] ?? []));
}

function summarize(tokens: number, pairs: readonly { base: Slice; slice: Slice }[]): AuthRatios {
  const middle = (digits: number, pick: (pair: { base: Slice; slice: Slice }) => number) =>
    median(pairs.map(pick), digits);
  return {
    tokens,
    pace: middle(2, ({ base, slice }) => slice.pace / base.pace),
    bareCpuMs: middle(3, ({ base }) => base.serviceCpuMs),
    serviceCpuMs: middle(3, ({ slice }) => slice.serviceCpuMs),
    authorizationServerCpuMs: middle(
      3,
      ({ base, slice }) => (slice.authorizationServerCpuMs - base.authorizationServerCpuMs) / slice.answers,
    ),
  };
}

/** Starts the authorization server and, in another process, both handlers. */
async function start({ root, folder, databaseUrl, defer }: BenchContext) {
  await loadBenchCatalog(databaseUrl, 1);
  const [port, resource] = [await anyFreePort(), 'http://127.0.0.1:3000'];
  const issuer = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...(await localSecrets(folder)),
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    AUTHORIZATION_SERVER_ISSUER: issuer,
    REST_API_RESOURCE: resource,
  };
  await mkdir(join(folder, 'logs'), { recursive: true });
  const definition = SERVICES.find(({ app }) => app === 'authorization-server');
  if (!definition) throw new Error('there is no authorization server');
  const server = startService({ root, localDir: folder, service: definition, port, env });
  defer(async () => {
    server.stop();
    await server.ended;
  });
  await untilReady(server);
  const service = fork(fileURLToPath(new URL('./servers.js', import.meta.url)), { env });
  defer(() => service.kill());
  const [addresses] = (await once(service, 'message')) as [Addresses];
  return { service, addresses, issuer, tokens: await issueTokens(databaseUrl, resource) };
}

async function issueTokens(databaseUrl: string, resource: string): Promise<string[]> {
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench' });
  const request = { userId: null, name: 'bench', scopes: ['reports'], resource, lifeSeconds: 86_400 };
  const websiteIds = [trustedWebsiteId(1)];
  try {
    const issued = Array.from({ length: CALLERS }, () =>
      issuePersonalToken(database, { ...request, websiteIds }),
    );
    return (await Promise.all(issued)).map(({ token }) => token);
  } finally {
    await database.close();
  }
}

async function cpuSecondsOf(service: ChildProcess): Promise<number> {
  service.send('cpu time');
  const [{ cpuSeconds }] = (await once(service, 'message')) as [CpuTime];
  return cpuSeconds;
}

async function cpuSecondsAt(issuer: string): Promise<number> {
  const text = await (await fetch(`${issuer}/metrics`)).text();
  return Number(/^process_cpu_seconds_total\S* (\S+)$/m.exec(text)?.[1]);
}
