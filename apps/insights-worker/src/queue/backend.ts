import { readTls } from '@funnel/db';
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Job,
  type Queue,
} from 'bullmq';

/** Creates the storage of a queue or a worker, including its connection. */
export type QueueBackend = BackendFactory<IQueueBackend, unknown>;

export type WorkQueue = Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend, unknown>;

/** Processes the jobs of one name; it may add further jobs to the queue. */
export type JobHandler = (job: Job, queue: WorkQueue) => Promise<unknown>;

const SCHEMA = 'bullmq';
const POOL_MAX = 3;
const CONNECT_TIMEOUT_MS = 5000;

/** Stores the queue in Redis if there is one, else in BullMQ's tables in PostgreSQL. Workers can share either. */
export function queueBackend({
  redisUrl,
  databaseUrl,
}: {
  redisUrl: string | undefined;
  databaseUrl: string;
}): QueueBackend {
  return redisUrl ? onRedis(redisUrl) : onPostgres(databaseUrl);
}

function onRedis(url: string): QueueBackend {
  // With null, a command waits for Redis to come back instead of failing after some retries.
  const connection = { url, maxRetriesPerRequest: null };
  return (name, options, kind) => createRedisBackend(name, { ...options, connection }, kind);
}

function onPostgres(address: string): QueueBackend {
  const { url: connectionString, ssl } = readTls(address);
  const connection = {
    connectionString,
    // Its driver takes `require` and `prefer` for something else than psql does.
    ssl: typeof ssl === 'string' ? { rejectUnauthorized: false } : ssl,
    schema: SCHEMA,
    migrate: true,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'insights-worker-queue',
    options: '-c jit=off',
  };
  return (name, options, kind) => {
    const backend = createPostgresBackend(name, { ...options, connection }, kind);
    // A connection that is lost while BullMQ prepares its tables reports that twice: to the query, which fails, and as an
    // event, which would end the process if nobody listened.
    backend.connection.pool.on('connect', (client) => {
      client.on('error', () => {});
      leaveSchemaToOwner(client);
    });
    listenOnlyWhileOpen(backend.connection);
    return backend;
  };
}

/** If it is closed while it starts, BullMQ would open one more connection after that, which nobody ends. */
function listenOnlyWhileOpen(connection: ReturnType<typeof createPostgresBackend>['connection']): void {
  const listen = connection.getListenClient.bind(connection);
  connection.getListenClient = () =>
    connection.isClosing ? Promise.reject(new Error('the queue was closed')) : listen();
}

/**
 * BullMQ creates its schema if it is missing, which needs the right to create any schema, even if there is nothing to create. The
 * migrations of the database have created it.
 */
function leaveSchemaToOwner(client: { query: (...args: never[]) => unknown }): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = (...[text, ...rest]: unknown[]) =>
    query(text === `CREATE SCHEMA IF NOT EXISTS "${SCHEMA}"` ? 'SELECT' : text, ...rest);
}
