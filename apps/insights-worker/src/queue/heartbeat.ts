import type { JobSchedulerJson } from 'bullmq';
import type { Schedule } from './keep-schedules.ts';

export const HEARTBEAT = 'heartbeat';

/** A job that does nothing: that it is taken at all is what it tells. It goes ahead of all work. */
export function heartbeatSchedule(intervalMs: number): Schedule {
  const options = { priority: 0, removeOnComplete: true, removeOnFail: true };
  return { id: HEARTBEAT, repeat: { every: intervalMs }, options };
}

/** When a worker last took a heartbeat. BullMQ plans the next one at that moment, and counts them. */
export function heartbeatTakenAt({ next, every, iterationCount = 0 }: JobSchedulerJson): Date | undefined {
  return next && every && iterationCount > 1 ? new Date(next - every) : undefined;
}
