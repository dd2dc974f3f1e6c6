import type { Database } from '@funnel/db';
import { deleteExpired, deleteThrottles, deleteUnusedClients } from '@funnel/identity';
import type { Clock, Logger } from '@funnel/service';

const EVERY_MS = 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;
/** A client that registered and was never let in by anybody. */
const CLIENT_UNUSED_MS = 7 * DAY_MS;

export interface CleanUpOptions {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/** Now and every hour; several replicas may do it at once. Returns how to end it. */
export function scheduleCleanUp(options: CleanUpOptions): () => void {
  const run = (): void => {
    cleanUp(options).catch((error: unknown) => options.logger.warn({ err: error }, 'could not clean up'));
  };
  run();
  const timer = setInterval(run, EVERY_MS).unref();
  return () => clearInterval(timer);
}

export async function cleanUp({ database, clock, logger }: CleanUpOptions): Promise<void> {
  const now = clock().getTime();
  const records = await deleteExpired(database);
  const clients = await deleteUnusedClients(database, new Date(now - CLIENT_UNUSED_MS));
  await deleteThrottles(database, new Date(now - 2 * DAY_MS));
  if (records + clients > 0) logger.info({ records, clients }, 'cleaned up');
}
