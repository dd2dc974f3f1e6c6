import { deleteExpiredDashboardSessions } from '@funnel/dashboard-sessions';
import type { Database } from '@funnel/db';
import type { Clock, Logger } from '@funnel/service';

const INTERVAL_MS = 3600 * 1000;

/** Deletes expired sessions, now and every hour. Replicas may do it at the same time. Returns a function that stops it. */
export function scheduleCleanUp({
  database,
  clock,
  logger,
}: {
  database: Database;
  clock: Clock;
  logger: Logger;
}): () => void {
  const run = (): void => {
    deleteExpiredDashboardSessions(database, clock()).then(
      (sessions) => sessions > 0 && logger.info({ sessions }, 'cleaned up'),
      (err: unknown) => logger.warn({ err }, 'clean-up failed'),
    );
  };
  run();
  const timer = setInterval(run, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
