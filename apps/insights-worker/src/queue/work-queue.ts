import type { IQueueBackend, Job, Queue } from 'bullmq';

export type WorkQueue = Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend, unknown>;
/** The queue is there to add further jobs. */
export type JobHandler = (job: Job, queue: WorkQueue) => Promise<unknown>;
