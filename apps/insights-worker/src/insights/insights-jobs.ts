import type { Database } from '@funnel/db';
import { lastFullWeek, newestDueWeek, type Phraser } from '@funnel/insights';
import type { Clock, Logger, Registry } from '@funnel/service';
import { addOnce } from '../queue/add-once.ts';
import type { ConsumerOptions } from '../queue/consumer.ts';
import { CATCH_UP, dispatchHandler, WEEKLY_DISPATCH, weeklySchedule } from './dispatch.ts';
import { RETRY_WITH_BACKOFF, SNAPSHOT, snapshotHandler } from './snapshot-job.ts';

export interface InsightsJobsOptions {
  database: Database;
  /** Decides which week is due; `NOW` sets it. */
  clock: Clock;
  logger: Logger;
  registry: Registry;
  phraser: Phraser | undefined;
}

/** The jobs of the worker: the weekly dispatch, the catch-up for missed weeks, and the snapshot of one website. */
export function insightsJobs(
  options: InsightsJobsOptions,
): Pick<ConsumerOptions, 'handlers' | 'schedules' | 'addMissingJobs'> {
  const { clock } = options;
  return {
    handlers: {
      // May start a moment before 03:00, so it takes the week that has ended and not the one that is due.
      [WEEKLY_DISPATCH]: dispatchHandler({ ...options, newestWeek: () => lastFullWeek(clock()) }),
      [CATCH_UP]: dispatchHandler({ ...options, newestWeek: () => newestDueWeek(clock()) }),
      [SNAPSHOT]: snapshotHandler(options),
    },
    schedules: [weeklySchedule],
    // At the start and after the queue lost its jobs.
    addMissingJobs: (queue) => addOnce(queue, CATCH_UP, RETRY_WITH_BACKOFF),
  };
}
