import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  anyFreePort,
  type Cluster,
  openCluster,
  runningUrl,
  startCluster,
  stopCluster,
} from '@funnel/servers';

/** A PostgreSQL that can be killed and comes back at the same address. */
export class FragilePostgres {
  readonly #cluster: Cluster;
  readonly #port: number;

  private constructor(cluster: Cluster, port: number) {
    this.#cluster = cluster;
    this.#port = port;
  }

  static async start(folder: string): Promise<FragilePostgres> {
    const postgres = new FragilePostgres(await openCluster(folder), await anyFreePort());
    await postgres.#start();
    return postgres;
  }

  async url(database: string): Promise<string> {
    const url = await runningUrl(this.#cluster.folder, database);
    if (!url) throw new Error('PostgreSQL does not run');
    return url;
  }

  /** Kills one of its processes: it ends all connections and recovers from its log. */
  async killBackend(): Promise<void> {
    const [pid] = await this.#pids();
    if (pid === undefined) return;
    const backends = spawnSync('pgrep', ['-P', String(pid), '-f', 'postgres: funnel'], { encoding: 'utf8' });
    const [backend] = shuffled(backends.stdout.split('\n').filter(Boolean));
    if (backend) kill(Number(backend));
  }

  /** Kills the server itself, and starts it again. */
  async killServer(): Promise<void> {
    const pids = await this.#pids();
    for (const pid of pids) kill(pid);
    // Its processes end by themselves; until then the data folder is locked.
    while (pids.some((pid) => spawnSync('pgrep', ['-P', String(pid)]).status === 0)) await sleep(20);
    await this.#start();
  }

  stop(): Promise<void> {
    return stopCluster(this.#cluster);
  }

  #start(): Promise<void> {
    return startCluster(this.#cluster, { settings: { port: String(this.#port) } });
  }

  async #pids(): Promise<number[]> {
    const file = join(this.#cluster.folder, 'data', 'postmaster.pid');
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    return pid > 0 ? [pid] : [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items.toSorted(() => Math.random() - 0.5);
}
