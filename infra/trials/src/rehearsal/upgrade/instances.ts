import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Addresses,
  lastLines,
  prepareServices,
  roleEnv,
  type ServiceProcess,
  SERVICES,
  startService,
  untilReady,
} from '@funnel/local';
import { anyFreePort, LocalError } from '@funnel/servers';
import { RoundRobin, WATCH_MS } from './round-robin.ts';
import type { Version } from './version.ts';

/** A service that runs in several instances behind a load balancer. */
type Service = (typeof SERVICES)[number];
/** The name of a service. */
export type App = Service['app'];

/** Which services run, on which database. */
interface InstancesOptions {
  folder: string;
  databaseUrl: string;
  env: Readonly<Record<string, string>>;
  /** The services that run twice; the others run once. */
  twice: readonly App[];
}

/** Longer than the load balancer takes to notice. */
const SHUTDOWN_DELAY_MS = 5 * WATCH_MS;

/** Every service behind a load balancer, in one or two instances that can be replaced one by one. */
export class Instances {
  readonly addresses: Addresses;
  readonly env: NodeJS.ProcessEnv;
  /** The log files of all instances so far. */
  readonly logs: { app: App; version: Version; file: string }[] = [];
  readonly #options: InstancesOptions;
  readonly #balancers: ReadonlyMap<App, RoundRobin>;
  readonly #running = new Map<App, ServiceProcess[]>();
  #started = 0;

  private constructor(
    prepared: Awaited<ReturnType<typeof prepareServices>>,
    balancers: ReadonlyMap<App, RoundRobin>,
    options: InstancesOptions,
  ) {
    this.addresses = prepared.addresses;
    this.env = { ...prepared.env, SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) };
    this.#balancers = balancers;
    this.#options = options;
  }

  /** Starts the load balancers, whose addresses the services know as theirs. */
  static async prepare(options: InstancesOptions): Promise<Instances> {
    const prepared = await prepareServices({ ...options, root: '' });
    const balancers = new Map<App, RoundRobin>();
    for (const [{ app }, port] of prepared.ports) balancers.set(app, await RoundRobin.listen(port));
    return new Instances(prepared, balancers, options);
  }

  /** Starts all services of a version. */
  async start(version: Version): Promise<void> {
    const isTwice = ({ app }: Service) => this.#options.twice.includes(app);
    await Promise.all(
      SERVICES.flatMap((service) => (isTwice(service) ? [service, service] : [service])).map((service) =>
        this.#startOne(service, version),
      ),
    );
  }

  /** Replaces the instances of a service one by one: stop, wait for the end, start, wait until it gets requests. */
  async replace(app: App, version: Version): Promise<void> {
    for (const old of this.#running.get(app) ?? []) {
      await this.#stopOne(old);
      await this.#startOne(old.service, version);
    }
  }

  async stop(): Promise<void> {
    const all = [...this.#running.values()].flat();
    for (const process of all) process.stop();
    await Promise.all(all.map(({ ended }) => ended));
    for (const balancer of this.#balancers.values()) balancer.close();
  }

  async #startOne(service: Service, version: Version): Promise<void> {
    const { folder, databaseUrl } = this.#options;
    this.#started += 1;
    const localDir = join(folder, `instance-${this.#started}`);
    await mkdir(join(localDir, 'logs'), { recursive: true });
    const env = version.hasRoles ? roleEnv(this.env, databaseUrl, service.app) : this.env;
    const port = await anyFreePort();
    const process = startService({ root: version.root, localDir, service, port, env });
    this.logs.push({ app: service.app, version, file: process.logFile });
    const own = this.#running.get(service.app) ?? [];
    own.push(process);
    this.#running.set(service.app, own);
    const balancer = this.#balancers.get(service.app);
    balancer?.add(process.url);
    await untilReady(process);
    await balancer?.untilReady(process.url);
  }

  async #stopOne(process: ServiceProcess): Promise<void> {
    const { app, title } = process.service;
    process.stop();
    const status = await process.ended;
    this.#balancers.get(app)?.remove(process.url);
    this.#running.set(app, this.#running.get(app)?.filter((other) => other !== process) ?? []);
    if (status !== 0)
      throw new LocalError(
        `${title} ended with ${status}. The end of its log:\n${await lastLines(process.logFile)}`,
      );
  }
}
