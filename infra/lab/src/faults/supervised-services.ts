import { lastLines, roleEnv, type ServiceProcess, startService, untilReady } from '@funnel/local';

type Service = ServiceProcess['service'];
type App = Service['app'];

/** Starts services, each with its role, which exists. They are started again whenever they end, as a platform does. */
export async function superviseServices(options: {
  root: string;
  folder: string;
  databaseUrl: string;
  ports: ReadonlyMap<Service, number>;
  env: NodeJS.ProcessEnv;
}) {
  const { root, folder, databaseUrl, ports } = options;
  const running = new Map<App, ServiceProcess>();
  const killed = new Set<ServiceProcess>();
  /** Each time a process ended without being killed: its app, and the end of its log. */
  const crashes: string[] = [];
  let isStopping = false;
  const start = (service: Service, append: boolean) => {
    const port = ports.get(service) ?? 0;
    const env = roleEnv(options.env, databaseUrl, service.app);
    const started = startService({ root, localDir: folder, service, port, env, append });
    running.set(service.app, started);
    void restartAfter(started);
    return started;
  };
  const restartAfter = async (process: ServiceProcess) => {
    await process.ended;
    if (isStopping) return;
    const { app } = process.service;
    if (!killed.has(process))
      crashes.push(`${app} ended by itself. The end of its log:\n${await lastLines(process.logFile)}`);
    start(process.service, true);
  };
  const kill = (app: App) => {
    const process = running.get(app);
    if (!process) return;
    killed.add(process);
    process.kill();
  };
  await Promise.all([...ports.keys()].map((service) => untilReady(start(service, false))));
  return {
    crashes,
    kill,
    async stop() {
      isStopping = true;
      for (const service of running.values()) service.stop();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
