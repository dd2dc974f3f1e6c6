import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyFreePort, isAlive, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';

/** Starts a PostgreSQL that can be killed or paused and comes back at the same address. */
export async function startFragilePostgres(folder: string) {
  const cluster = await openCluster(folder);
  const port = String(await anyFreePort());
  const start = async () => {
    if (!(await runningUrl(folder, 'postgres'))) await startCluster(cluster, { settings: { port } });
  };
  /** The server itself, then all others; none if it does not run. */
  const processes = async () => {
    const file = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(file.split('\n')[0]);
    return pid > 0 ? [pid, ...childrenOf(pid)] : [];
  };
  /** Those that serve connections. */
  const backends = async () => {
    const [pid] = await processes();
    return pid === undefined ? [] : childrenOf(pid, '-f', 'postgres: funnel');
  };
  await start();
  return {
    url: (await runningUrl(folder, 'postgres')) ?? '',
    /** Kills one of its processes: it ends all connections and recovers from its log. */
    async killBackend() {
      const [backend] = (await backends()).toSorted(() => Math.random() - 0.5);
      if (backend) signal([backend], 'SIGKILL');
    },
    /** Kills the server itself, and waits until nothing of it is left. */
    async kill() {
      const all = await processes();
      signal(all.slice(0, 1), 'SIGKILL');
      // Its processes end by themselves, as orphans; as long as one of them exists, the data folder is locked.
      while (all.some(isAlive)) await sleep(20);
    },
    /** Stops all of its processes where they are: connections stay open, and nothing answers. */
    pause: async () => signal(await processes(), 'SIGSTOP'),
    /** Stops the processes that serve connections. New connections get new processes. */
    pauseBackends: async () => signal(await backends(), 'SIGSTOP'),
    resume: async () => signal(await processes(), 'SIGCONT'),
    /** Starts it if it does not run. */
    start,
    stop: () => stopCluster(cluster),
  };
}

function childrenOf(pid: number, ...only: string[]): number[] {
  return spawnSync('pgrep', ['-P', String(pid), ...only], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter(Boolean);
}

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
}
