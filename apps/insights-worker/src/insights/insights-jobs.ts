import type { Database } from '@funnel/db';
import { lastFullWeek, newestDueWeek, type Phraser } from '@funnel/insights';
import type { Clock, Logger, Registry } from '@funnel/service';
import type { ConsumerOptions } from '../queue/consumer.ts';
import { addCatchUp, dispatch } from './dispatch.ts';
import { CATCH_UP, SNAPSHOT, WEEKLY_DISPATCH, weeklySchedule } from './schedules.ts';
import { snapshotHandler } from './snapshot-handler.ts';

export interface InsightsJobsOptions {
  database: Database;
  /** Of the calendar: `NOW` pins it. */
  clock: Clock;
  logger: Logger;
  registry: Registry;
  phraser: Phraser | undefined;
}

/** What the worker does, for the consumer to do it: the weekly job, the making up of missed weeks, the unit of both. */
export function insightsJobs(
  options: InsightsJobsOptions,
): Pick<ConsumerOptions, 'handlers' | 'schedules' | 'replenish'> {
  const { clock } = options;
  return {
    handlers: {
      // Runs at the very hour, give or take a moment: the week is the one that ended.
      [WEEKLY_DISPATCH]: dispatch({ ...options, newestWeek: () => lastFullWeek(clock()) }),
      [CATCH_UP]: dispatch({ ...options, newestWeek: () => newestDueWeek(clock()) }),
      [SNAPSHOT]: snapshotHandler(options),
    },
    schedules: [weeklySchedule],
    replenish: addCatchUp,
  };
}
