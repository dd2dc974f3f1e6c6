import type { JobsOptions } from 'bullmq';
import type { WorkQueue } from './backend.ts';

/**
 * Adds a job unless the same one waits or runs: workers that start together share one. BullMQ ignores an id that it has without a word, so that a job that is
 * over must not keep its own, whatever became of it.
 */
export async function addOnce(queue: WorkQueue, name: string, options: JobsOptions = {}): Promise<void> {
  await queue.add(
    name,
    {},
    { ...options, jobId: `once-${name}`, removeOnComplete: true, removeOnFail: true },
  );
}
