import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Addresses,
  addressesOf,
  localSecrets,
  SERVICES,
  type ServiceProcess,
  startService,
  untilReady,
} from '@funnel/local';
import { anyFreePort } from '@funnel/servers';

/** Services that are started again whenever they end, as a platform does. */
export interface SupervisedServices {
  addresses: Addresses;
  /** Kills the process of an app with SIGKILL. */
  kill(app: string): void;
  /** The apps whose process ended without being killed, once for each time. */
  readonly crashed: readonly string[];
  stop(): Promise<void>;
}

/** Starts all services on a migrated database. */
export async function superviseServices(options: {
  root: string;
  folder: string;
  databaseUrl: string;
  env: Readonly<Record<string, string>>;
}): Promise<SupervisedServices> {
  const { root, folder, databaseUrl } = options;
  await mkdir(join(folder, 'logs'), { recursive: true });
  const ports = new Map(
    await Promise.all(SERVICES.map(async (service) => [service, await anyFreePort()] as const)),
  );
  const addresses = addressesOf(ports);
  const env = {
    ...process.env,
    ...(await localSecrets(folder)),
    ...addresses,
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    RATE_LIMIT_PER_MINUTE: '0',
    ...options.env,
  };
  const running = new Map<string, ServiceProcess>();
  const killed = new Set<ServiceProcess>();
  const crashed: string[] = [];
  let isStopping = false;
  const start = (service: (typeof SERVICES)[number], port: number, append: boolean) => {
    const started = startService({ root, localDir: folder, service, port, env, append });
    running.set(service.app, started);
    void restartAfter(started, port);
    return started;
  };
  const restartAfter = async (ended: ServiceProcess, port: number) => {
    await ended.ended;
    if (isStopping) return;
    if (!killed.has(ended)) crashed.push(ended.service.app);
    start(ended.service, port, true);
  };
  await Promise.all([...ports].map(([service, port]) => untilReady(start(service, port, false))));
  return {
    addresses,
    crashed,
    kill(app) {
      const process = running.get(app);
      if (!process) return;
      killed.add(process);
      process.kill();
    },
    async stop() {
      isStopping = true;
      for (const service of running.values()) service.stop();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
