import {
  assertMigrated,
  assertWorkers,
  type Database,
  observeDatabase,
  openDatabase,
  openReadReplica,
  type Pooler,
} from '@funnel/db';
import type { Registry } from 'prom-client';
import { databaseMetrics } from '../observability/database-metrics.ts';
import { watchPool } from '../observability/database-pool.ts';
import type { Closer } from './graceful-stop.ts';
import type { Checks } from '../http/health.ts';
import type { Logger } from '../observability/logger.ts';
import { observeMemory } from '../observability/memory-metrics.ts';
import { logReplica, observeReplica } from '../observability/replica.ts';

/** The variables of `resourceServer`, and for services that read reports those of `readReplica`. */
interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_POOLER: Pooler;
  DATABASE_POOL_MAX: number;
  DATABASE_STATEMENT_TIMEOUT_MS: number;
  DATABASE_READ_URL?: string | undefined;
  DATABASE_READ_MAX_STALENESS_MS?: number;
}

export interface ServiceDatabaseOptions {
  name: string;
  config: DatabaseConfig;
  logger: Logger;
  registry: Registry;
}

export interface ServiceDatabase {
  database: Database;
  /** The read replica, while there is one and it is fresh enough. */
  replica: () => Database | undefined;
  checks: Checks;
  optionalChecks: Checks;
  closers: readonly Closer[];
}

/** Opens the database of a service that accepts tokens, its read replica if it has one, and measures both. */
export function openServiceDatabase(options: ServiceDatabaseOptions): ServiceDatabase {
  const { name, config, logger, registry } = options;
  const maxStalenessMs = config.DATABASE_READ_MAX_STALENESS_MS;
  observeDatabase(databaseMetrics(registry, { maxConnections: config.DATABASE_POOL_MAX }));
  const common = {
    pooler: config.DATABASE_POOLER,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
  };
  const pool = { ...common, maxConnections: config.DATABASE_POOL_MAX, reusePlans: true };
  const database = openDatabase({ ...pool, url: config.DATABASE_URL, applicationName: name });
  // Its own connection: a busy pool does not make the service unhealthy.
  const health = openDatabase({
    ...common,
    url: config.DATABASE_URL,
    applicationName: `${name}-health`,
    maxConnections: 1,
  });
  const replica =
    config.DATABASE_READ_URL && maxStalenessMs !== undefined
      ? openReadReplica({
          ...pool,
          url: config.DATABASE_READ_URL,
          applicationName: `${name}-replica`,
          primaryHealth: health,
          maxStalenessMs,
          onChange: logReplica(logger),
        })
      : undefined;
  if (maxStalenessMs !== undefined) observeReplica(registry, replica, maxStalenessMs);
  observeMemory(registry, replica ? [database.memory, replica.memory] : [database.memory]);
  return {
    database,
    replica: () => replica?.database(),
    checks: {
      database: () => health.ping(),
      database_pool: watchPool(database, registry),
      migrations: () => assertMigrated(health),
    },
    optionalChecks: { database_workers: () => assertWorkers(health) },
    closers: [
      { name: 'replica', close: async () => replica?.close() },
      { name: 'database', close: () => database.close() },
      { name: 'health', close: () => health.close() },
    ],
  };
}
