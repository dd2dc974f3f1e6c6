import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyFreePort, isAlive, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';

/** Starts a PostgreSQL that can be killed and comes back at the same address. */
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
  await start();
  return {
    url: (await runningUrl(folder, 'postgres')) ?? '',
    /** Kills a process that serves a connection: the server ends all connections and recovers from its log. */
    async killBackend() {
      const [pid] = await processes();
      const backends = pid === undefined ? [] : childrenOf(pid, '-f', 'postgres: funnel');
      kill(backends[Math.floor(Math.random() * backends.length)]);
    },
    /** Kills the server itself, and waits until nothing of it is left. */
    async kill() {
      const all = await processes();
      kill(all[0]);
      // Its processes end by themselves, as orphans; as long as one of them exists, the data folder is locked.
      while (all.some(isAlive)) await sleep(20);
    },
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

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
