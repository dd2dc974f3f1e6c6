import { type BackendFactory, createPostgresBackend, createRedisBackend, type IQueueBackend } from 'bullmq';

/** Builds the datastore side of a queue or a worker; the connection is part of it. */
export type QueueBackend = BackendFactory<IQueueBackend, unknown>;

const SCHEMA = 'bullmq';
const POOL_MAX = 3;
const CONNECT_TIMEOUT_MS = 5000;

/** Redis where there is one, else BullMQ's own tables in PostgreSQL: any number of workers may share either. */
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
  // null: a command waits for Redis to come back instead of failing after some retries.
  const connection = { url, maxRetriesPerRequest: null };
  return (name, options, kind) => createRedisBackend(name, { ...options, connection }, kind);
}

function onPostgres(connectionString: string): QueueBackend {
  const connection = {
    connectionString,
    schema: SCHEMA,
    migrate: true,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'insights-worker-queue',
  };
  return (name, options, kind) => createPostgresBackend(name, { ...options, connection }, kind);
}
