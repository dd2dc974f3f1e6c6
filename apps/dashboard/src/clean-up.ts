import { deleteExpiredDashboardSessions } from '@funnel/dashboard-sessions';
import type { AppDependencies } from './app.ts';

const INTERVAL_MS = 3600 * 1000;

/** Deletes expired sessions, now and every hour. Replicas may do it at the same time. Returns a function that stops it. */
export function scheduleCleanUp({
  database,
  clock,
  logger,
}: Pick<AppDependencies, 'database' | 'clock' | 'logger'>): () => void {
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
