import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  anyFreePort,
  type Cluster,
  isAlive,
  openCluster,
  runningUrl,
  startCluster,
  stopCluster,
} from '@funnel/servers';

/** A PostgreSQL that can be killed or paused and comes back at the same address. */
export class FragilePostgres {
  readonly #cluster: Cluster;
  readonly #port: number;

  private constructor(cluster: Cluster, port: number) {
    this.#cluster = cluster;
    this.#port = port;
  }

  static async start(folder: string): Promise<FragilePostgres> {
    const postgres = new FragilePostgres(await openCluster(folder), await anyFreePort());
    await postgres.start();
    return postgres;
  }

  async url(database: string): Promise<string> {
    const url = await runningUrl(this.#cluster.folder, database);
    if (!url) throw new Error('PostgreSQL does not run');
    return url;
  }

  /** Kills one of its processes: it ends all connections and recovers from its log. */
  async killBackend(): Promise<void> {
    const pid = await this.#pid();
    if (pid === undefined) return;
    const [backend] = childrenOf(pid, 'postgres: funnel').toSorted(() => Math.random() - 0.5);
    if (backend) signal(backend, 'SIGKILL');
  }

  /** Kills the server itself, and waits until nothing of it is left. */
  async kill(): Promise<void> {
    const pid = await this.#pid();
    if (pid === undefined) return;
    const processes = [pid, ...childrenOf(pid)];
    signal(pid, 'SIGKILL');
    // Its processes end by themselves, as orphans; as long as one of them exists, the data folder is locked.
    while (processes.some(isAlive)) await sleep(20);
  }

  /** Kills the server itself, and starts it again. */
  async killServer(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Stops all of its processes where they are: connections stay open, and nothing answers. */
  async pause(): Promise<void> {
    await this.#signalAll('SIGSTOP');
  }

  /** Stops the processes that serve connections. New connections get new processes. */
  async pauseBackends(): Promise<void> {
    const pid = await this.#pid();
    if (pid === undefined) return;
    for (const backend of childrenOf(pid, 'postgres: funnel')) signal(backend, 'SIGSTOP');
  }

  async resume(): Promise<void> {
    await this.#signalAll('SIGCONT');
  }

  /** Starts it if it does not run. */
  async start(): Promise<void> {
    if (await runningUrl(this.#cluster.folder, 'postgres')) return;
    await startCluster(this.#cluster, { settings: { port: String(this.#port) } });
  }

  stop(): Promise<void> {
    return stopCluster(this.#cluster);
  }

  async #signalAll(name: NodeJS.Signals): Promise<void> {
    const pid = await this.#pid();
    if (pid === undefined) return;
    for (const process of [pid, ...childrenOf(pid)]) signal(process, name);
  }

  async #pid(): Promise<number | undefined> {
    const file = join(this.#cluster.folder, 'data', 'postmaster.pid');
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    return pid > 0 ? pid : undefined;
  }
}

function childrenOf(pid: number, command = ''): number[] {
  const only = command ? ['-f', command] : [];
  return spawnSync('pgrep', ['-P', String(pid), ...only], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter(Boolean);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
