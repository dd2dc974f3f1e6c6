import type { ReadReplica } from '@funnel/db';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from './logger.ts';

/** Logs when reports move to the read replica, or back to the primary and why. */
export function logReplica(logger: Logger): (isUsed: boolean, reason: unknown) => void {
  return (isUsed, reason) => {
    if (isUsed) logger.info('reports are read from the replica');
    else logger.warn({ err: reason }, 'reports are read from the primary');
  };
}

/** Measures how far the read replica is behind. */
export function observeReplica(
  registry: Registry,
  replica: ReadReplica | undefined,
  maxStalenessMs: number,
): void {
  const registers = [registry];
  const staleness: Gauge = new Gauge({
    name: 'database_replica_staleness_seconds',
    help: 'How far the read replica is behind at most; 0 without one, +Inf if it cannot be reached',
    registers,
    collect: () => staleness.set(replica ? replica.staleness() / 1000 : 0),
  });
  const limit = new Gauge({
    name: 'database_replica_staleness_max_seconds',
    help: 'Reports are read from the primary while the read replica is behind by more than this',
    registers,
  });
  limit.set(maxStalenessMs / 1000);
}
