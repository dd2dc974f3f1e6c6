import { createServiceRoles } from '@funnel/admin';
import {
  type Addresses,
  lastLines,
  prepareServices,
  roleEnv,
  rolePasswords,
  type ServiceProcess,
  startService,
  untilReady,
} from '@funnel/local';

/** Services that are started again whenever they end, as a platform does. */
export interface SupervisedServices {
  addresses: Addresses;
  /** The address of an app on this machine. */
  urlOf(app: string): string;
  /** Kills the process of an app with SIGKILL. */
  kill(app: string): void;
  /** Kills an app and does not start it again. */
  hold(app: string): Promise<void>;
  /** Starts an app that was held. */
  release(app: string): void;
  /** Each time a process ended without being killed: its app, and the end of its log. */
  readonly crashes: readonly Crash[];
  stop(): Promise<void>;
}

/** A process that ended by itself. */
interface Crash {
  app: string;
  log: string;
}

/** Starts all services on a migrated database, each with its role. */
export async function superviseServices(options: {
  root: string;
  folder: string;
  databaseUrl: string;
  env: Readonly<Record<string, string>>;
}): Promise<SupervisedServices> {
  const { root, folder, databaseUrl } = options;
  const { ports, addresses, env } = await prepareServices(options);
  await createServiceRoles(databaseUrl, rolePasswords(env));
  const running = new Map<string, ServiceProcess>();
  const killed = new Set<ServiceProcess>();
  const held = new Set<string>();
  const crashes: Crash[] = [];
  let isStopping = false;
  const start = (service: ServiceProcess['service'], append: boolean) => {
    const port = ports.get(service) ?? 0;
    const own = roleEnv(env, databaseUrl, service.app);
    const started = startService({ root, localDir: folder, service, port, env: own, append });
    running.set(service.app, started);
    void restartAfter(started);
    return started;
  };
  const restartAfter = async (ended: ServiceProcess) => {
    await ended.ended;
    if (isStopping) return;
    if (!killed.has(ended)) crashes.push({ app: ended.service.app, log: await lastLines(ended.logFile) });
    if (!held.has(ended.service.app)) start(ended.service, true);
  };
  const kill = (app: string) => {
    const process = running.get(app);
    if (!process) return;
    killed.add(process);
    process.kill();
  };
  await Promise.all([...ports.keys()].map((service) => untilReady(start(service, false))));
  return {
    addresses,
    crashes,
    kill,
    urlOf: (app) => running.get(app)?.url ?? '',
    async hold(app) {
      held.add(app);
      kill(app);
      await running.get(app)?.ended;
    },
    release(app) {
      held.delete(app);
      const process = running.get(app);
      if (process) start(process.service, true);
    },
    async stop() {
      isStopping = true;
      for (const service of running.values()) service.stop();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
