import {
  type IQueueBackend,
  type JobJson,
  type JobSchedulerJson,
  type Processor,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type { QueueBackend } from './backend.ts';
import type { Schedule } from './maintain-schedules.ts';

export const HEARTBEAT = 'heartbeat';

/** A job that does nothing: it proves that some worker takes jobs. It runs before all other work. */
export function heartbeatSchedule(intervalMs: number): Schedule {
  const options = { priority: 0, removeOnComplete: true, removeOnFail: true };
  return { id: HEARTBEAT, repeat: { every: intervalMs }, options };
}

/** When a worker last took a heartbeat: at that moment BullMQ plans the next one and increments the count. */
export function lastHeartbeatAt({ next, every, iterationCount = 0 }: JobSchedulerJson): Date | undefined {
  return next && every && iterationCount > 1 ? new Date(next - every) : undefined;
}

type PollTrackingOptions = Omit<WorkerOptions, 'connection'> & { wallClock: () => Date };

/**
 * A worker that records when the queue last answered it, with or without a job. A worker can hang while its process and
 * its connection look fine; this is the only sign that it still polls.
 */
export class PollTrackingWorker extends Worker<unknown, unknown, string, IQueueBackend> {
  lastPollAt: Date | undefined;
  readonly #wallClock: () => Date;

  constructor(
    queueName: string,
    processor: Processor,
    { wallClock, ...options }: PollTrackingOptions,
    backend: QueueBackend,
  ) {
    super(queueName, processor, { ...options, connection: {} }, backend);
    this.#wallClock = wallClock;
  }

  protected override nextJobFromJobData(jobData?: JobJson, jobId?: string, token?: string) {
    this.lastPollAt = this.#wallClock();
    return super.nextJobFromJobData(jobData, jobId, token);
  }
}
