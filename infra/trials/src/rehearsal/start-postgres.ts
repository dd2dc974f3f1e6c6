import { join } from 'node:path';
import { openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';

/** Starts a new PostgreSQL, with files in `folder`, until the command ends. Returns its address. */
export async function startPostgres(
  folder: string,
  defer: (cleanUp: () => unknown) => void,
  settings: Record<string, string> = {},
): Promise<string> {
  const cluster = await openCluster(join(folder, 'postgres'));
  defer(() => stopCluster(cluster));
  await startCluster(cluster, { settings });
  return (await runningUrl(cluster.folder, 'postgres')) ?? '';
}
