import { join } from 'node:path';
import {
  findRedis,
  installedPostgres,
  LocalError,
  openCluster,
  runningUrl,
  startCluster,
  startRedis,
  stopCluster,
} from '@funnel/servers';
import postgres from 'postgres';

/** PostgreSQL and Redis as Debian packages them. */
export interface DebianServers {
  /** Of an owner who may create roles but is no superuser. */
  databaseUrl: string;
  redisUrl: string;
}

const OWNER = 'funnel owner';
/** Every character that has a meaning in a URL. */
export const ODD_PASSWORD = 'p@ss:w/o?r#d%20&=+ "q" $1 [x] é';

/** Starts both, with passwords that have special characters, and creates an empty database. */
export async function startDebianServers(
  root: string,
  folder: string,
  defer: (cleanUp: () => unknown) => void,
): Promise<DebianServers> {
  const installed = installedPostgres();
  const redisProgram = await findRedis(root);
  if (!installed || !redisProgram)
    throw new LocalError('Install PostgreSQL and Redis: apt-get install -y postgresql redis-server');
  const cluster = await openCluster(join(folder, 'postgres'), installed);
  defer(() => stopCluster(cluster));
  await startCluster(cluster);
  const adminUrl = (await runningUrl(cluster.folder, 'postgres')) ?? '';
  const redis = await startRedis(redisProgram, { folder: join(folder, 'redis'), password: ODD_PASSWORD });
  defer(() => redis.stop());
  await createDatabase(adminUrl);
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(OWNER);
  url.password = encodeURIComponent(ODD_PASSWORD);
  url.pathname = '/funnel';
  return { databaseUrl: url.href, redisUrl: redis.url };
}

async function createDatabase(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [made] = await sql<{ role: string }[]>`
      select format('create role %I login createrole password %L', ${OWNER}::text, ${ODD_PASSWORD}::text) as role`;
    await sql.unsafe(made?.role ?? '');
    await sql.unsafe(`create database funnel owner "${OWNER}"`);
  } finally {
    await sql.end();
  }
}
