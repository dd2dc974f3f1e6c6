import { join } from 'node:path';
import { createServiceRoles } from '@funnel/admin';
import { anyFreePort } from '@funnel/servers';
import { localSecrets } from '../secrets.ts';
import { privateFolder } from './private-folder.ts';
import { roleEnv, rolePasswords } from './role-env.ts';
import { type ServiceProcess, startService, untilReady } from './service-process.ts';
import { addressesOf, SERVICES } from './services.ts';

export interface ServiceGroupStart {
  root: string;
  /** For secrets and logs. */
  folder: string;
  databaseUrl: string;
  /** The folders below apps; all by default. */
  apps?: readonly string[];
  /** On top of what the services need to find each other. */
  env?: Readonly<Record<string, string>>;
}

export type ServiceGroup = Awaited<ReturnType<typeof startServices>>;

/** Chooses a free port for each service, and the environment in which they find each other. */
export async function prepareServices({ folder, databaseUrl, apps, ...options }: ServiceGroupStart) {
  await privateFolder(join(folder, 'logs'));
  const services = SERVICES.filter(({ app }) => !apps || apps.includes(app));
  const ports = new Map(
    await Promise.all(services.map(async (service) => [service, await anyFreePort()] as const)),
  );
  const addresses = addressesOf(ports);
  const env = {
    ...process.env,
    ...(await localSecrets(folder)),
    ...addresses,
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    // Benchmarks and conformance tools send more requests than a client may.
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_WEBSITE: '0',
    ...options.env,
  };
  return { ports, addresses, env };
}

/** Starts services on a migrated database, each with its role and without a rate limit, to test or measure them. */
export async function startServices(options: ServiceGroupStart) {
  const { root, folder } = options;
  const { ports, addresses, env } = await prepareServices(options);
  await createServiceRoles(options.databaseUrl, rolePasswords(env));
  const processes: ServiceProcess[] = [];
  const stop = async () => {
    for (const process of processes) process.stop();
    await Promise.all(processes.map((process) => process.ended));
  };
  try {
    for (const [service, port] of ports) {
      const own = roleEnv(env, options.databaseUrl, service.app);
      processes.push(startService({ root, localDir: folder, service, port, env: own }));
    }
    await Promise.all(processes.map((process) => untilReady(process)));
    const urls: ReadonlyMap<string, string> = new Map(
      processes.map(({ service, url }) => [service.app, url]),
    );
    const pids: ReadonlyMap<string, number> = new Map(
      processes.map(({ service, pid = 0 }) => [service.app, pid]),
    );
    return { addresses, urls, pids, env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
