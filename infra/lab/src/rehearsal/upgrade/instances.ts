import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  lastLines,
  type prepareServices,
  roleEnv,
  type ServiceProcess,
  SERVICES,
  startService,
  untilReady,
} from '@funnel/local';
import { anyFreePort, LocalError } from '@funnel/servers';
import type { Trial } from '../../trial.ts';
import { RoundRobin, WATCH_MS } from './round-robin.ts';
import type { Version } from './version.ts';

type Service = (typeof SERVICES)[number];
export type App = Service['app'];

/** Longer than the load balancer takes to notice. */
const SHUTDOWN_DELAY_MS = 5 * WATCH_MS;
const ERROR_LEVELS = new Set<unknown>(['error', 'fatal', 50, 60]);

/**
 * Starts all services of a version behind load balancers, those of `twice` in two instances that can be replaced one by
 * one, the others in one. The database has their roles.
 */
export async function startInstances(
  first: Version,
  prepared: Awaited<ReturnType<typeof prepareServices>>,
  { databaseUrl, twice }: { databaseUrl: string; twice: readonly App[] },
  { folder, defer }: Trial,
) {
  const balancers = new Map<App, RoundRobin>();
  const running = new Set<ServiceProcess>();
  const logs: { origin: string; file: string }[] = [];

  async function start(service: Service, version: Version): Promise<void> {
    const localDir = await mkdtemp(join(folder, 'instance-'));
    await mkdir(join(localDir, 'logs'));
    const ownEnv = roleEnv(prepared.env, databaseUrl, service.app);
    const env = { ...ownEnv, SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) };
    const port = await anyFreePort();
    const process = startService({ root: version.root, localDir, service, port, env });
    running.add(process);
    logs.push({ origin: `${service.app} of ${version.name}`, file: process.logFile });
    await untilReady(process);
    await balancers.get(service.app)?.add(process.url);
  }

  defer(async () => {
    for (const process of running) process.stop();
    await Promise.all([...running].map(({ ended }) => ended));
    for (const balancer of balancers.values()) balancer.close();
  });
  // The services know the addresses of the load balancers as theirs.
  for (const [{ app }, port] of prepared.ports) balancers.set(app, await RoundRobin.listen(port));
  // An older version may lack a service.
  const known = SERVICES.filter(({ app }) => existsSync(join(first.root, 'apps', app)));
  const wanted = known.flatMap((service) => (twice.includes(service.app) ? [service, service] : [service]));
  await Promise.all(wanted.map((service) => start(service, first)));

  return {
    /** Replaces the instances of a service one by one: stop, wait for the end, start, wait until it gets requests. */
    async replace(app: App, version: Version): Promise<void> {
      for (const old of [...running].filter(({ service }) => service.app === app)) {
        old.stop();
        const status = await old.ended;
        running.delete(old);
        balancers.get(app)?.remove(old.url);
        if (status !== 0)
          throw new LocalError(
            `${app} ended with ${status}. The end of its log:\n${await lastLines(old.logFile)}`,
          );
        await start(old.service, version);
      }
    },

    /** What all instances so far have logged as an error, and where. */
    async loggedErrors(): Promise<string[]> {
      const errors: string[] = [];
      for (const { origin, file } of logs)
        for (const text of (await readFile(file, 'utf8')).split('\n')) {
          const error = errorOf(text);
          if (error) errors.push(`${origin}: ${error}`);
        }
      return errors;
    },
  };
}

/** The error of a line of a log. A line that is no JSON comes from Node itself, which writes only when something is wrong. */
function errorOf(text: string): string {
  try {
    const line = JSON.parse(text) as { level?: unknown; msg?: string; err?: { message?: string } };
    return ERROR_LEVELS.has(line.level) ? `${line.msg ?? ''} ${line.err?.message ?? ''}`.trim() : '';
  } catch {
    return text.trim();
  }
}
