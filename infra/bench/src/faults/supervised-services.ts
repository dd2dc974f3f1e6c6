import {
  type Addresses,
  lastLines,
  prepareServices,
  type ServiceProcess,
  startService,
  untilReady,
} from '@funnel/local';

/** Services that are started again whenever they end, as a platform does. */
export interface SupervisedServices {
  addresses: Addresses;
  /** Kills the process of an app with SIGKILL. */
  kill(app: string): void;
  /** Each time a process ended without being killed: its app, and the end of its log. */
  readonly crashes: readonly Crash[];
  stop(): Promise<void>;
}

/** A process that ended by itself. */
interface Crash {
  app: string;
  log: string;
}

/** Starts all services on a migrated database. */
export async function superviseServices(options: {
  root: string;
  folder: string;
  databaseUrl: string;
  env: Readonly<Record<string, string>>;
}): Promise<SupervisedServices> {
  const { root, folder } = options;
  const { ports, addresses, env } = await prepareServices(options);
  const running = new Map<string, ServiceProcess>();
  const killed = new Set<ServiceProcess>();
  const crashes: Crash[] = [];
  let isStopping = false;
  const start = (service: ServiceProcess['service'], port: number, append: boolean) => {
    const started = startService({ root, localDir: folder, service, port, env, append });
    running.set(service.app, started);
    void restartAfter(started, port);
    return started;
  };
  const restartAfter = async (ended: ServiceProcess, port: number) => {
    await ended.ended;
    if (isStopping) return;
    if (!killed.has(ended)) crashes.push({ app: ended.service.app, log: await lastLines(ended.logFile) });
    start(ended.service, port, true);
  };
  await Promise.all([...ports].map(([service, port]) => untilReady(start(service, port, false))));
  return {
    addresses,
    crashes,
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
