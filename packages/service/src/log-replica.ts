import type { Logger } from './logger.ts';

/** Logs when reports move to the read replica, or back to the primary and why. */
export function logReplica(logger: Logger): (isUsed: boolean, reason: unknown) => void {
  return (isUsed, reason) => {
    if (isUsed) logger.info('reports are read from the replica');
    else logger.warn({ err: reason }, 'reports are read from the primary');
  };
}
