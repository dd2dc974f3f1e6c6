import { Gauge, Histogram, type Registry } from '@funnel/service';
import type { Job } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkQueue } from './backend.ts';
import type { PollTrackingWorker } from './liveness.ts';

const RESPONSE_TIMEOUT_MS = 1000;
const DURATION_BUCKETS_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/**
 * Registers the duration of jobs by name and outcome. Heartbeats are included, so a worker that hangs is visible. Returns a
 * function that observes a worker: a consumer may open several, one after the other.
 */
export function jobDurations(registry: Registry): (worker: PollTrackingWorker) => void {
  const duration = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time from taking a job to finishing it',
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
  return (worker) => {
    worker.on('completed', (job) => observe(job, 'completed'));
    worker.on('failed', (job) => observe(job, 'failed'));
  };
}

/** Exposes the number of jobs by state, counted on each scrape; empty if there is no queue or it does not respond. */
export function observeQueue(queue: () => WorkQueue | undefined, registry: Registry): void {
  const jobs = new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in the queue by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      jobs.reset();
      const answer = queue()
        ?.getJobCounts()
        .catch(() => ({}));
      const counts: Record<string, number> = await Promise.race([
        answer ?? {},
        sleep(RESPONSE_TIMEOUT_MS, {}, { ref: false }),
      ]);
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count);
    },
  });
}
