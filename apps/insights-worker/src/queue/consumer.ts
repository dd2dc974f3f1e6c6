import { logOnce, StartingError } from '@funnel/service';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkQueue } from './backend.ts';
import { jobDurations, observeQueue } from './job-metrics.ts';
import { HEARTBEAT, heartbeatSchedule, lastHeartbeatAt } from './liveness.ts';
import { maintainSchedules, type Schedule } from './maintain-schedules.ts';
import { abandon, type OpenQueue, type OpenQueueOptions, openQueue, untilReady } from './open-queue.ts';

export interface ConsumerOptions extends OpenQueueOptions {
  schedules: readonly Schedule[];
  /** Adds jobs that may be missing. Called at the start and whenever the queue lost its schedules. */
  addMissingJobs: (queue: WorkQueue) => Promise<void>;
  /** Resolves when the storage is reachable, rejects soon if it is not. BullMQ does not recover from every failure. */
  ping: () => Promise<void>;
}

/** Takes jobs from the queue and keeps its schedules in place. */
export type Consumer = ReturnType<typeof createConsumer>;

const MISSED_HEARTBEATS = 3;
/** A queue that is silent for so many heartbeats is opened again. */
const STUCK_HEARTBEATS = 20;
const RETRY_MS = 1000;
const RESPONSE_TIMEOUT_MS = 1000;
const CLOSE_TIMEOUT_MS = 5000;
const RUNNING_POLL_MS = 50;
/** Heartbeats prove that the worker works only from the second one on. */
const START_HEARTBEATS = 5;

/** Creates a consumer; it connects when it runs. */
export function createConsumer(options: ConsumerOptions) {
  const { heartbeatIntervalMs, logger, registry, wallClock } = options;
  const stop = new AbortController();
  const stuckMs = STUCK_HEARTBEATS * heartbeatIntervalMs;
  const startedAt = performance.now();
  let hasWorked = false;
  let open: OpenQueue | undefined;
  const onError = logOnce(logger, 'queue error');
  const observeJobs = jobDurations(registry);
  observeQueue(() => open?.queue, registry);

  /** Undefined if the consumer was closed meanwhile. */
  async function openWhenReachable(): Promise<OpenQueue | undefined> {
    while (!stop.signal.aborted) {
      let opening: OpenQueue | undefined;
      try {
        await options.ping();
        stop.signal.throwIfAborted();
        opening = openQueue(options);
        observeJobs(opening.worker);
        await Promise.race([untilReady(opening), failAfter(stuckMs, stop.signal)]);
        stop.signal.throwIfAborted();
        open = opening;
        return open;
      } catch (error) {
        if (opening) await abandon(opening);
        if (stop.signal.aborted) return undefined;
        onError(error);
        await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
    return undefined;
  }

  /**
   * Resolves when the worker has not polled for long, has nothing to do, and its storage answers. A connection that was
   * lost without a sign keeps it waiting for ever.
   */
  async function untilStuck({ worker, running }: OpenQueue): Promise<void> {
    let aliveAt = performance.now();
    let lastPollAt = worker.lastPollAt;
    while (!stop.signal.aborted && performance.now() - aliveAt < stuckMs) {
      await sleep(heartbeatIntervalMs, undefined, { signal: stop.signal }).catch(() => {});
      const isReachable = await options.ping().then(
        () => true,
        () => false,
      );
      if (!isReachable || running() > 0 || worker.lastPollAt !== lastPollAt) aliveAt = performance.now();
      lastPollAt = worker.lastPollAt;
    }
  }

  function notWorking(message: string): Error {
    const isStarting = !hasWorked && performance.now() - startedAt < START_HEARTBEATS * heartbeatIntervalMs;
    return isStarting ? new StartingError(message) : new Error(message);
  }

  return {
    /** Runs until `close`. */
    async run(): Promise<void> {
      for (let opened = await openWhenReachable(); opened; opened = await openWhenReachable()) {
        const { queue } = opened;
        logger.info('taking jobs');
        const ended = new AbortController();
        const schedules = maintainSchedules({
          queue,
          schedules: [heartbeatSchedule(heartbeatIntervalMs), ...options.schedules],
          everyMs: heartbeatIntervalMs,
          signal: AbortSignal.any([stop.signal, ended.signal]),
          wallClock,
          onError,
          onRestored: () => options.addMissingJobs(queue),
        });
        await Promise.race([schedules, untilStuck(opened)]);
        ended.abort();
        if (stop.signal.aborted) return;
        logger.warn('the worker does not poll for jobs: its queue is opened again');
        open = undefined;
        await abandon(opened);
      }
    },

    /** Rejects unless this worker polls for jobs and some worker processes heartbeats. */
    async check(): Promise<void> {
      const oldest = wallClock().getTime() - MISSED_HEARTBEATS * heartbeatIntervalMs;
      const isOld = (date: Date | undefined) => !date || date.getTime() < oldest;
      if (isOld(open?.worker.lastPollAt)) throw notWorking('the worker does not poll for jobs');
      const heartbeat = await open?.queue.getJobScheduler(HEARTBEAT);
      if (isOld(heartbeat && lastHeartbeatAt(heartbeat))) throw notWorking('no worker processes heartbeats');
      hasWorked = true;
    },

    /** Undefined until the queue is open. */
    queue: () => open?.queue,

    /** Waits for the running jobs to finish. */
    async close(): Promise<void> {
      stop.abort();
      // A queue that is not open yet is given up by `run`.
      if (open && !((await respondsInTime(open.queue)) && (await closesInTime(open))))
        // Nothing can be handed back, and BullMQ would wait for the connection until the process is killed.
        logger.warn('the queue does not respond and is not closed');
    },
  };
}

/** Rejects at once if the signal is aborted. */
async function failAfter(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { ref: false, signal });
  throw new Error('the queue did not become ready');
}

function respondsInTime(queue: WorkQueue): Promise<boolean> {
  const response = succeeds(queue.getJobScheduler(HEARTBEAT));
  return Promise.race([response, sleep(RESPONSE_TIMEOUT_MS, false, { ref: false })]);
}

/** Running jobs may take as long as they need, but not the connections after them: one of them may be dead. */
async function closesInTime({ queue, worker, running }: OpenQueue): Promise<boolean> {
  const closed = succeeds(worker.close().then(() => queue.close()));
  while (running() > 0) await sleep(RUNNING_POLL_MS);
  return Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, false, { ref: false })]);
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
