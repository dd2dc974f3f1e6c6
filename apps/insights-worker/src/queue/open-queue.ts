import { setTimeout as sleep } from 'node:timers/promises';
import { inSpan, type Logger, logOnce, type Registry, type TraceHeaders } from '@funnel/service';
import { type Job, type Processor, Queue } from 'bullmq';
import type { JobHandler, QueueBackend, WorkQueue } from './backend.ts';
import { HEARTBEAT, PollTrackingWorker } from './liveness.ts';

export interface OpenQueueOptions {
  backend: QueueBackend;
  handlers: Readonly<Record<string, JobHandler>>;
  heartbeatIntervalMs: number;
  concurrency: number;
  /** Another worker takes over a job whose lock was not renewed for this long. */
  lockMs: number;
  /** How many jobs of each outcome stay visible. 1,000 by default. */
  keptJobs?: number;
  logger: Logger;
  registry: Registry;
  wallClock: () => Date;
}

export interface OpenQueue {
  queue: WorkQueue;
  worker: PollTrackingWorker;
  /** How many jobs run at the moment. */
  running: () => number;
}

const NAME = 'insights';
/** How often a job may be taken over from a dead worker before it fails. */
const MAX_STALLED = 5;
const RETRY_MS = 1000;
const ABANDON_MS = 2000;
const IDLE_POLL_MAX_SECONDS = 5;
/** Jobs without a priority run first; only the heartbeat has none. */
const WORK_PRIORITY = 10;
const KEPT_JOBS = 1000;

/** Opens the queue and a worker on it. Both reconnect by themselves. */
export function openQueue(options: OpenQueueOptions): OpenQueue {
  const { backend, logger, wallClock, keptJobs: count = KEPT_JOBS } = options;
  const defaultJobOptions = {
    priority: WORK_PRIORITY,
    removeOnComplete: { count },
    removeOnFail: { count },
  };
  const queue: WorkQueue = new Queue(NAME, { connection: {}, defaultJobOptions }, backend);
  const process = processorOf(options.handlers, queue);
  let running = 0;
  const worker = new PollTrackingWorker(
    NAME,
    async (...job) => {
      running += 1;
      try {
        return await process(...job);
      } finally {
        running -= 1;
      }
    },
    {
      concurrency: options.concurrency,
      lockDuration: options.lockMs,
      stalledInterval: options.lockMs,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: RETRY_MS,
      // An idle worker polls at least once per heartbeat, even if other workers take all heartbeats.
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
  return { queue, worker, running: () => running };
}

/** Resolves when jobs can be taken. If it rejects, the queue is of no use any more: `abandon` it. */
export async function untilReady({ queue, worker }: OpenQueue): Promise<void> {
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
}

/** Closes a queue that is of no use any more. Does not wait for a connection that never answers. */
export async function abandon({ queue, worker }: OpenQueue): Promise<void> {
  const closed = Promise.allSettled([worker.close(true), queue.close()]);
  await Promise.race([closed, sleep(ABANDON_MS, undefined, { ref: false })]);
}

function processorOf(handlers: Readonly<Record<string, JobHandler>>, queue: WorkQueue): Processor {
  return async (job) => {
    if (job.name === HEARTBEAT) return undefined;
    const handler = handlers[job.name];
    if (!handler) throw new Error(`no handler for jobs named ${job.name}`);
    return inSpan(`job ${job.name}`, spanOf(job), () => handler(job, queue));
  };
}

/** Continues the trace of the request that added the job; see `snapshotJob`. */
function spanOf({ id, name, data, attemptsMade }: Job) {
  const { traceparent, tracestate } = data as TraceHeaders;
  return {
    kind: 'consumer' as const,
    parent: { traceparent, tracestate },
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.destination.name': NAME,
      'messaging.message.id': id,
      'funnel.job': name,
      'funnel.attempt': attemptsMade + 1,
    },
  };
}
