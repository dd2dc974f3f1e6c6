import type { Database } from '@funnel/db';
import { listMissingSnapshots } from '@funnel/insights';
import { type Day, formatDay } from '@funnel/domain';
import type { Logger } from '@funnel/service';
import type { JobHandler, WorkQueue } from '../queue/work-queue.ts';
import { CATCH_UP, PATIENT, SNAPSHOT } from './schedules.ts';

export interface DispatchOptions {
  database: Database;
  /** The Monday of the newest week to write. */
  newestWeek: () => Day;
  logger: Logger;
}

/** What a snapshot job carries. */
interface SnapshotJob {
  website_id: number;
  week: string;
}

const WEEKS_BACK = 8;
const ADDED_AT_ONCE = 500;

/**
 * One job for every website and week that lacks its snapshot. The id of a job is the website and the Monday,
 * so dispatching again adds nothing to what is waiting or running.
 */
export function dispatch({ database, newestWeek, logger }: DispatchOptions): JobHandler {
  return async (job, queue) => {
    const missing = await listMissingSnapshots(database, { newest: newestWeek(), weeksBack: WEEKS_BACK });
    const jobs = missing.map(({ websiteId, week }) => snapshotJob(websiteId, week));
    await clearFinished(queue, new Set(jobs.map(({ opts }) => opts.jobId)));
    for (let from = 0; from < jobs.length; from += ADDED_AT_ONCE)
      await queue.addBulk(jobs.slice(from, from + ADDED_AT_ONCE));
    logger.info({ job: job.name, newestWeek: formatDay(newestWeek()), missing: jobs.length }, 'dispatched');
    return { missing: jobs.length };
  };
}

/** At start and after the queue has lost its jobs; workers that start together share one. */
export async function addCatchUp(queue: WorkQueue): Promise<void> {
  await queue.add(CATCH_UP, {}, { ...PATIENT, jobId: CATCH_UP, removeOnComplete: true, removeOnFail: true });
}

function snapshotJob(websiteId: number, week: Day) {
  const data: SnapshotJob = { website_id: websiteId, week: formatDay(week) };
  // BullMQ refuses ids with a colon.
  return {
    name: SNAPSHOT,
    data,
    opts: { ...PATIENT, jobId: `${SNAPSHOT}-${websiteId}-${data.week}` },
  };
}

/** A job that has ended stays to be looked at and holds its id: adding it again would be ignored in silence. */
async function clearFinished(queue: WorkQueue, ids: ReadonlySet<string>): Promise<void> {
  for (const job of await queue.getJobs(['completed', 'failed'])) {
    if (job.id && ids.has(job.id)) await job.remove();
  }
}
