import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import {
  type Cluster,
  LocalError,
  openCluster,
  runningUrl,
  startCluster,
  stopCluster,
} from '@funnel/servers';

export interface LocalDatabase {
  url: string;
  /** Its name in messages. */
  label: string;
  /** Whether this clone owns the server, and so its roles. */
  isEmbedded: boolean;
  /** Disconnects. The last process to disconnect from the embedded server stops it. */
  release(): Promise<void>;
}

const NAME = 'funnel';
/** Services that run connect again within this time. */
const RECONNECT_MS = 5_000;

/** Opens DATABASE_URL, or the embedded database, and starts the embedded server if it is not running. */
export async function acquireDatabase(localDir: string, env: NodeJS.ProcessEnv): Promise<LocalDatabase> {
  const url = env['DATABASE_URL'];
  return url ? externalDatabase(url) : embeddedDatabase(join(localDir, 'postgres'));
}

async function externalDatabase(url: string): Promise<LocalDatabase> {
  const sql = connect(url);
  try {
    await sql`select 1`;
  } catch (error) {
    throw new LocalError(
      `DATABASE_URL is set, but the database cannot be reached: ${(error as Error).message}. ` +
        'Fix it, or unset DATABASE_URL to use the embedded PostgreSQL.',
    );
  } finally {
    await sql.end();
  }
  return { url, label: 'the PostgreSQL of DATABASE_URL', isEmbedded: false, release: async () => {} };
}

async function embeddedDatabase(folder: string): Promise<LocalDatabase> {
  const cluster = await openCluster(folder);
  if (!(await runningUrl(folder, NAME))) await startCluster(cluster);
  const url = await runningUrl(folder, NAME);
  if (!url)
    throw new LocalError(`The embedded PostgreSQL does not answer; see ${join(folder, 'server.log')}.`);
  await createDatabase(url);
  // An open connection marks the server as in use.
  let isLost = false;
  const holder = connect(url, () => (isLost = true));
  await holder`select 1`;
  return {
    url,
    label: `embedded PostgreSQL, port ${new URL(url).port}`,
    isEmbedded: true,
    async release() {
      // After a crash of the server others have lost their connections as well.
      if (isLost) await sleep(RECONNECT_MS);
      await release(cluster, holder);
    },
  };
}

async function createDatabase(url: string): Promise<void> {
  const admin = connect(url.replace(/\/[^/]*$/, '/postgres'));
  try {
    const [row] = await admin`select 1 from pg_database where datname = ${NAME}`;
    if (!row) await admin.unsafe(`create database ${NAME}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error; // another process has created it
  } finally {
    await admin.end();
  }
}

/** Without an answer, others may use the server: it recovers from a crash, for instance. */
async function release(cluster: Cluster, holder: postgres.Sql): Promise<void> {
  const [row] = await holder<{ others: number }[]>`
    select count(*)::int as others from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`.catch(() => []);
  await holder.end({ timeout: 5 });
  if (row?.others === 0) await stopCluster(cluster);
}

function connect(url: string, onclose: () => void = () => {}): postgres.Sql {
  const connection = { application_name: 'funnel-local' };
  // Without an end of its own: an open connection has a meaning here.
  return postgres(url, { max: 1, max_lifetime: 0, onnotice: () => {}, onclose, connection });
}
