import { Gauge, Histogram, type Registry } from '@funnel/service';
import type { Job } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttentiveWorker } from './attentive-worker.ts';
import type { WorkQueue } from './work-queue.ts';

const ANSWER_MS = 1000;
const DURATION_BUCKETS_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** Duration of jobs by name and outcome; the heartbeat is one of them, so a worker that stands still shows here. */
export function observeJobs(worker: AttentiveWorker, registry: Registry): void {
  const duration = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time from taking a job to its end',
    labelNames: ['name', 'outcome'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const observe = (job: Job | undefined, outcome: string) => {
    if (!job?.processedOn) return;
    duration.observe(
      { name: job.name, outcome },
      ((job.finishedOn ?? job.processedOn) - job.processedOn) / 1000,
    );
  };
  worker.on('completed', (job) => observe(job, 'completed'));
  worker.on('failed', (job) => observe(job, 'failed'));
}

/** Jobs in the queue by state, counted when they are asked for; a queue that does not answer shows none. */
export function observeQueue(queue: WorkQueue, registry: Registry): void {
  const jobs = new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in the queue by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      jobs.reset();
      const answer = queue.getJobCounts().catch(() => ({}));
      const counts = await Promise.race([answer, sleep(ANSWER_MS, {}, { ref: false })]);
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count);
    },
  });
}
