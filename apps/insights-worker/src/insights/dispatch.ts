import type { Database } from '@funnel/db';
import { type Day, formatDay } from '@funnel/domain';
import { listMissingSnapshots, WEEKLY, WEEKS_BACK } from '@funnel/insights';
import type { Logger } from '@funnel/service';
import type { JobHandler, WorkQueue } from '../queue/backend.ts';
import type { Schedule } from '../queue/maintain-schedules.ts';
import { RETRY_WITH_BACKOFF, snapshotJob } from './snapshot-job.ts';

export const WEEKLY_DISPATCH = 'weekly';

export const CATCH_UP = 'catch-up';

export const weeklySchedule: Schedule = {
  id: WEEKLY_DISPATCH,
  repeat: { pattern: WEEKLY, tz: 'UTC' },
  options: RETRY_WITH_BACKOFF,
};

export interface DispatchOptions {
  database: Database;
  /** The Monday of the newest week to write. */
  newestWeek: () => Day;
  logger: Logger;
}

const JOBS_PER_INSERT = 500;

/**
 * Adds a job for every website and week without a snapshot. The job id consists of the website and the Monday, so
 * dispatching again adds nothing that is already waiting or running.
 */
export function dispatchHandler({ database, newestWeek, logger }: DispatchOptions): JobHandler {
  return async (job, queue) => {
    const missing = await listMissingSnapshots(database, { newest: newestWeek(), weeksBack: WEEKS_BACK });
    const jobs = missing.map(({ websiteId, week }) => snapshotJob(websiteId, week));
    await removeFinished(queue, new Set(jobs.map(({ opts }) => opts.jobId)));
    for (let from = 0; from < jobs.length; from += JOBS_PER_INSERT)
      await queue.addBulk(jobs.slice(from, from + JOBS_PER_INSERT));
    logger.info({ job: job.name, newestWeek: formatDay(newestWeek()), missing: jobs.length }, 'dispatched');
    return { missing: jobs.length };
  };
}

/** Finished jobs stay visible for a while and keep their id, and BullMQ silently ignores a duplicate id. */
async function removeFinished(queue: WorkQueue, ids: ReadonlySet<string>): Promise<void> {
  for (const job of await queue.getJobs(['completed', 'failed'])) {
    if (job.id && ids.has(job.id)) await job.remove();
  }
}
