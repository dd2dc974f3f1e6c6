import { execFileSync } from 'node:child_process';
import type { Database } from '@funnel/db';

/** Processes of PostgreSQL that a test has stopped. */
export interface StoppedBackends {
  pids: number[];
  /** Lets them go on. Call it in `finally`: a stopped process keeps its locks, and its server cannot stop. */
  resume(): void;
}

/**
 * Stops the processes that serve the connections of an application, as a full disk or a broken machine does: the
 * connections stay open, and nobody answers.
 */
export async function stopBackends({ sql }: Database, applicationName: string): Promise<StoppedBackends> {
  const rows = await sql<{ pid: number; datname: string }[]>`
    select pid, datname from pg_stat_activity
    where application_name = ${applicationName} and datname = current_database()`;
  for (const { pid, datname } of rows) assertBackend(pid, datname);
  const pids = rows.map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return { pids, resume: () => pids.forEach(resume) };
}

/** On another machine the number would be that of some other process. */
function assertBackend(pid: number, database: string): void {
  const title = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  if (!title.includes(database))
    throw new Error(
      `Process ${pid} does not serve ${database}: this test needs a PostgreSQL on this machine`,
    );
}

function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
