import type { Database } from '@funnel/db';
import { Gauge, type Registry } from 'prom-client';

/** Longer than any statement of a service that answers requests. */
const MAX_UNANSWERED_MS = 10_000;

/** Measures whether PostgreSQL answers a pool. The check fails if it has answered nothing for ten seconds. */
export function watchPool(
  database: Database,
  registry: Registry,
  maxUnansweredMs = MAX_UNANSWERED_MS,
): () => Promise<void> {
  const unanswered: Gauge = new Gauge({
    name: 'database_unanswered_seconds',
    help: 'How long PostgreSQL has not answered the pool; 0 if nothing was asked since its last answer',
    registers: [registry],
    collect: () => unanswered.set(database.unansweredMs() / 1000),
  });
  return async () => {
    if (database.unansweredMs() < maxUnansweredMs) return;
    // Asks itself: a service that is not ready gets no requests, and would never see that PostgreSQL answers again.
    await database.sql`select 1`;
  };
}
