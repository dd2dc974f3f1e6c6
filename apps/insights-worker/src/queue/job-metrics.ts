import { Histogram, type Registry } from '@funnel/service';
import type { Job } from 'bullmq';
import type { AttentiveWorker } from './attentive-worker.ts';

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
