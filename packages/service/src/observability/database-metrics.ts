import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { startInnerSpan } from './spans.ts';

const STATEMENT_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];
const WAIT_BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

/** Measures what the database of a service does, and gives every statement a span: pass it to `observeDatabase`. */
export function databaseMetrics(registry: Registry, { maxConnections }: { maxConnections: number }) {
  const registers = [registry];
  const duration = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time from sending a statement to its last row, by SQL file',
    labelNames: ['statement'],
    buckets: STATEMENT_BUCKETS_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'database_statement_errors_total',
    help: 'Statements that failed, by SQL file',
    labelNames: ['statement'],
    registers,
  });
  const waited = new Histogram({
    name: 'database_connection_wait_seconds',
    help: 'How long transactions waited for a connection of the pool',
    buckets: WAIT_BUCKETS_SECONDS,
    registers,
  });
  const transactions = new Gauge({
    name: 'database_transactions',
    help: 'Transactions that have a connection of the pool, or wait for one',
    registers,
  });
  new Gauge({
    name: 'database_pool_connections_max',
    help: 'How many connections the pool may open',
    registers,
  }).set(maxConnections);

  return {
    statement(name: string) {
      const startedAt = performance.now();
      const span = startInnerSpan(name, {
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
      });
      return (error?: unknown) => {
        duration.observe({ statement: name }, secondsSince(startedAt));
        if (error !== undefined) failures.inc({ statement: name });
        span?.end({ error });
      };
    },
    transaction() {
      const startedAt = performance.now();
      transactions.inc();
      return {
        begun: () => waited.observe(secondsSince(startedAt)),
        ended: () => transactions.dec(),
      };
    },
  };
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
