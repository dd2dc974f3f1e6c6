import type { Database } from '@funnel/db';
import { DamagedSketchError, type Day, formatDay, parseDay, trustedWebsiteId } from '@funnel/domain';
import { isMonday, type Phraser, snapshotWebsite, type WebsiteWeek } from '@funnel/insights';
import { Counter, type Registry, traceHeaders } from '@funnel/service';
import { type JobsOptions, UnrecoverableError } from 'bullmq';
import { z } from 'zod';
import type { JobHandler } from '../queue/backend.ts';

export const SNAPSHOT = 'snapshot';

/** Retries for one to three minutes in total, long enough for a database restart. */
export const RETRY_WITH_BACKOFF = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 5000, jitter: 0.5 },
} satisfies JobsOptions;

export interface SnapshotHandlerOptions {
  database: Database;
  phraser: Phraser | undefined;
  registry: Registry;
}

const jobData = z.object({ website_id: z.int().positive(), week: z.string() });

/** The job for one website and one week. It continues the trace of the request that adds it. */
export function snapshotJob(websiteId: number, week: Day) {
  const data = { website_id: websiteId, week: formatDay(week), ...traceHeaders() };
  // BullMQ rejects ids with a colon.
  const jobId = `${SNAPSHOT}-${websiteId}-${data.week}`;
  return { name: SNAPSHOT, data, opts: { ...RETRY_WITH_BACKOFF, jobId } };
}

/** Writes the snapshot of one website and week. An existing snapshot stays unchanged, however often the job runs. */
export function snapshotHandler({ database, phraser, registry }: SnapshotHandlerOptions): JobHandler {
  const outcomes = new Counter({
    name: 'insights_snapshots_total',
    help: 'Snapshot jobs by outcome: written, kept (already there), no_such_website',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return async (job) => {
    const subject = parseJobData(job.data);
    const { outcome } = await snapshotWebsite(database, subject, { replace: false, phraser }).catch(
      rethrowPermanent,
    );
    outcomes.inc({ outcome });
    return { outcome };
  };
}

/** Invalid data fails the job without retries. */
function parseJobData(data: unknown): WebsiteWeek {
  const { success, data: job } = jobData.safeParse(data);
  const week = success ? parseDay(job.week) : undefined;
  if (!success || week === undefined || !isMonday(week))
    throw new UnrecoverableError('The job data must have a website_id and a week that is a Monday');
  return { websiteId: trustedWebsiteId(job.website_id), week };
}

/** A damaged sketch fails the job without retries; every other error is retried. */
function rethrowPermanent(error: unknown): never {
  if (error instanceof DamagedSketchError) throw new UnrecoverableError(error.message);
  throw error;
}
