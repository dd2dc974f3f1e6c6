import { type Logger, logOnce, type Registry } from '@funnel/service';
import { type Processor, Queue } from 'bullmq';
import { AttentiveWorker } from './attentive-worker.ts';
import type { QueueBackend } from './backend.ts';
import { HEARTBEAT } from './heartbeat.ts';
import { observeJobs, observeQueue } from './job-metrics.ts';
import type { JobHandler, WorkQueue } from './work-queue.ts';

export interface OpenQueueOptions {
  backend: QueueBackend;
  /** By the name of the job. */
  handlers: Readonly<Record<string, JobHandler>>;
  heartbeatIntervalMs: number;
  /** Jobs at a time. */
  concurrency: number;
  /** A job whose worker has not renewed its lock for so long is taken over by another. */
  lockMs: number;
  logger: Logger;
  registry: Registry;
  wallClock: () => Date;
}

export interface OpenQueue {
  queue: WorkQueue;
  worker: AttentiveWorker;
}

const NAME = 'insights';
/** A worker that dies takes at most so many turns of a job with it. */
const MAX_STALLED = 5;
const RETRY_MS = 1000;
const IDLE_POLL_MAX_SECONDS = 5;
/** All work has a priority, the heartbeat has none and so goes first. */
const WORK_DEFAULTS = { priority: 10, removeOnComplete: { count: 1000 }, removeOnFail: { count: 1000 } };

/** The queue and a worker on it; both connect by themselves, again and again. */
export function openQueue(options: OpenQueueOptions): OpenQueue {
  const { backend, logger, wallClock } = options;
  const queue: WorkQueue = new Queue(NAME, { connection: {}, defaultJobOptions: WORK_DEFAULTS }, backend);
  const worker = new AttentiveWorker(
    NAME,
    processorOf(options.handlers, queue),
    {
      concurrency: options.concurrency,
      lockDuration: options.lockMs,
      stalledInterval: options.lockMs,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: RETRY_MS,
      // An idle worker asks at least once per heartbeat, also when another worker takes them all.
      drainDelay: Math.min(options.heartbeatIntervalMs / 1000, IDLE_POLL_MAX_SECONDS),
      wallClock,
    },
    backend,
  );
  const onError = logOnce(logger, 'queue error');
  queue.on('error', onError);
  worker.on('error', onError);
  worker.on('failed', (job, error) =>
    logger.error({ err: error, job: job?.name, jobId: job?.id }, 'job failed'),
  );
  observeJobs(worker, options.registry);
  observeQueue(queue, options.registry);
  return { queue, worker };
}

function processorOf(handlers: Readonly<Record<string, JobHandler>>, queue: WorkQueue): Processor {
  return async (job) => {
    if (job.name === HEARTBEAT) return undefined;
    const handler = handlers[job.name];
    if (!handler) throw new Error(`no handler for jobs named ${job.name}`);
    return handler(job, queue);
  };
}
