import { logOnce } from '@funnel/service';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEARTBEAT, heartbeatSchedule, heartbeatTakenAt } from './heartbeat.ts';
import { keepSchedules, type Schedule } from './keep-schedules.ts';
import { type OpenQueue, type OpenQueueOptions, openQueue } from './open-queue.ts';
import type { WorkQueue } from './work-queue.ts';

export interface ConsumerOptions extends OpenQueueOptions {
  schedules: readonly Schedule[];
  /** Puts into the queue what may be missing there; once at first, and whenever the queue lost its schedules. */
  replenish: (queue: WorkQueue) => Promise<void>;
  /** Resolves once the back end can be opened: on PostgreSQL, BullMQ never recovers from a failed start. */
  ping: () => Promise<void>;
}

export interface Consumer {
  /** Takes jobs and keeps the schedules until `close`. */
  run(): Promise<void>;
  /** Rejects unless this worker asks for jobs and heartbeats are taken. */
  check(): Promise<void>;
  /** Once it is open. */
  queue(): WorkQueue | undefined;
  /** Waits for the running jobs. */
  close(): Promise<void>;
}

const MISSED_HEARTBEATS = 3;
const RETRY_MS = 1000;
const ANSWER_MS = 1000;

export function createConsumer(options: ConsumerOptions): Consumer {
  const { heartbeatIntervalMs, logger, wallClock } = options;
  const stop = new AbortController();
  let open: OpenQueue | undefined;

  return {
    async run() {
      await untilAnswered(options, stop.signal);
      if (stop.signal.aborted) return;
      const { queue, worker } = (open = openQueue(options));
      await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
      logger.info('taking jobs');
      await keepSchedules({
        queue,
        schedules: [heartbeatSchedule(heartbeatIntervalMs), ...options.schedules],
        everyMs: heartbeatIntervalMs,
        signal: stop.signal,
        wallClock,
        onError: logOnce(logger, 'queue error'),
        onPlaced: () => options.replenish(queue),
      });
    },

    async check() {
      const oldest = wallClock().getTime() - MISSED_HEARTBEATS * heartbeatIntervalMs;
      const isOld = (date: Date | undefined) => !date || date.getTime() < oldest;
      if (isOld(open?.worker.answeredAt)) throw new Error('the worker does not ask for jobs');
      const heartbeat = await open?.queue.getJobScheduler(HEARTBEAT);
      if (isOld(heartbeat && heartbeatTakenAt(heartbeat))) throw new Error('no worker takes heartbeats');
    },

    queue: () => open?.queue,

    async close() {
      stop.abort();
      if (!open) return;
      if (await answersInTime(open.queue)) {
        await open.worker.close();
        await open.queue.close();
      } else {
        // Nothing could be handed back, and BullMQ would wait for the connection until the hard exit.
        logger.warn('the queue does not answer and is left as it is');
      }
    },
  };
}

async function untilAnswered({ ping, logger }: ConsumerOptions, signal: AbortSignal): Promise<void> {
  const onError = logOnce(logger, 'queue error');
  while (!signal.aborted) {
    try {
      return await ping();
    } catch (error) {
      onError(error);
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function answersInTime(queue: WorkQueue): Promise<boolean> {
  const answer = queue.getJobScheduler(HEARTBEAT).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, sleep(ANSWER_MS, false, { ref: false })]);
}
