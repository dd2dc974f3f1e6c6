import { logOnce } from '@funnel/service';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkQueue } from './backend.ts';
import { HEARTBEAT, heartbeatSchedule, lastHeartbeatAt } from './liveness.ts';
import { maintainSchedules, type Schedule } from './maintain-schedules.ts';
import { abandon, type OpenQueue, type OpenQueueOptions, openQueue, untilReady } from './open-queue.ts';

/** What a consumer processes and when. */
export interface ConsumerOptions extends OpenQueueOptions {
  schedules: readonly Schedule[];
  /** Adds jobs that may be missing. Called at the start and whenever the queue lost its schedules. */
  addMissingJobs: (queue: WorkQueue) => Promise<void>;
  /** Resolves when the storage is reachable. On PostgreSQL, BullMQ never recovers from a failed start. */
  ping: () => Promise<void>;
}

/** Takes jobs from the queue and keeps its schedules in place. */
export interface Consumer {
  /** Runs until `close`. */
  run(): Promise<void>;
  /** Rejects unless this worker polls for jobs and some worker processes heartbeats. */
  check(): Promise<void>;
  /** Undefined until the queue is open. */
  queue(): WorkQueue | undefined;
  /** Waits for the running jobs to finish. */
  close(): Promise<void>;
}

const MISSED_HEARTBEATS = 3;
const RETRY_MS = 1000;
const RESPONSE_TIMEOUT_MS = 1000;

/** Creates a consumer; it connects when it runs. */
export function createConsumer(options: ConsumerOptions): Consumer {
  const { heartbeatIntervalMs, logger, wallClock } = options;
  const stop = new AbortController();
  let open: OpenQueue | undefined;
  const onError = logOnce(logger, 'queue error');

  /** Undefined if the consumer was closed meanwhile. */
  async function openWhenReachable(): Promise<OpenQueue | undefined> {
    while (!stop.signal.aborted) {
      try {
        await options.ping();
        if (stop.signal.aborted) return undefined;
        open = openQueue(options);
        await untilReady(open, options.registry);
        return open;
      } catch (error) {
        if (open) await abandon(open);
        open = undefined;
        onError(error);
        await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
    return undefined;
  }

  return {
    async run() {
      const { queue } = (await openWhenReachable()) ?? {};
      if (!queue) return;
      logger.info('taking jobs');
      await maintainSchedules({
        queue,
        schedules: [heartbeatSchedule(heartbeatIntervalMs), ...options.schedules],
        everyMs: heartbeatIntervalMs,
        signal: stop.signal,
        wallClock,
        onError,
        onRestored: () => options.addMissingJobs(queue),
      });
    },

    async check() {
      const oldest = wallClock().getTime() - MISSED_HEARTBEATS * heartbeatIntervalMs;
      const isOld = (date: Date | undefined) => !date || date.getTime() < oldest;
      if (isOld(open?.worker.lastPollAt)) throw new Error('the worker does not poll for jobs');
      const heartbeat = await open?.queue.getJobScheduler(HEARTBEAT);
      if (isOld(heartbeat && lastHeartbeatAt(heartbeat))) throw new Error('no worker processes heartbeats');
    },

    queue: () => open?.queue,

    async close() {
      stop.abort();
      if (!open) return;
      if (await respondsInTime(open.queue)) {
        await open.worker.close();
        await open.queue.close();
      } else {
        // Nothing can be handed back, and BullMQ would wait for the connection until the process is killed.
        logger.warn('the queue does not respond and is not closed');
      }
    },
  };
}

async function respondsInTime(queue: WorkQueue): Promise<boolean> {
  const response = queue.getJobScheduler(HEARTBEAT).then(
    () => true,
    () => false,
  );
  return Promise.race([response, sleep(RESPONSE_TIMEOUT_MS, false, { ref: false })]);
}
