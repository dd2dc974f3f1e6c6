import { spawnSync } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, openCluster, runningUrl, startCluster } from '@funnel/servers';

/**
 * Starts a streaming replica of a cluster, in another folder. The cluster must be stopped, so that its files can be copied; it
 * is started first.
 */
export async function startWithReplica(
  primary: Cluster,
  folder: string,
  options: Parameters<typeof startCluster>[1] = {},
): Promise<Cluster> {
  // Keeps the owner, unlike `cp` of Node.
  const copied = spawnSync('cp', ['-a', primary.folder, folder], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`${primary.folder} could not be copied.\n${copied.stderr}`);
  await rm(join(folder, 'server.log'), { force: true });
  await startCluster(primary, options);
  const url = new URL((await runningUrl(primary.folder, 'postgres')) ?? '');
  const address = `host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`;
  const data = join(folder, 'data');
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`);
  await writeFile(join(data, 'standby.signal'), '');
  primary.runAs.own(join(data, 'standby.signal'));
  const replica = await openCluster(folder);
  await startCluster(replica, options);
  return replica;
}
