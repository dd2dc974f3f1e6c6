import type { Database } from '@funnel/db';
import { DamagedSketchError, parseDay, trustedWebsiteId } from '@funnel/domain';
import { isMonday, type Phraser, snapshotWebsite, type WebsiteWeek } from '@funnel/insights';
import { Counter, type Registry } from '@funnel/service';
import { UnrecoverableError } from 'bullmq';
import { z } from 'zod';
import type { JobHandler } from '../queue/work-queue.ts';

export interface SnapshotHandlerOptions {
  database: Database;
  phraser: Phraser | undefined;
  registry: Registry;
}

const jobData = z.object({ website_id: z.int().positive(), week: z.string() });

/** Writes one website's snapshot of one week; one that is there already stays, however often the job runs. */
export function snapshotHandler({ database, phraser, registry }: SnapshotHandlerOptions): JobHandler {
  const outcomes = new Counter({
    name: 'insights_snapshots_total',
    help: 'Snapshot jobs by outcome: written, kept (there already), no_such_website',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return async (job) => {
    const subject = subjectOf(job.data);
    const { outcome } = await snapshotWebsite(database, subject, { replace: false, phraser }).catch(
      permanent,
    );
    outcomes.inc({ outcome });
    return { outcome };
  };
}

/** No second attempt would find other data. */
function subjectOf(data: unknown): WebsiteWeek {
  const { success, data: job } = jobData.safeParse(data);
  const week = success ? parseDay(job.week) : undefined;
  if (!success || week === undefined || !isMonday(week))
    throw new UnrecoverableError('The job names no website and Monday');
  return { websiteId: trustedWebsiteId(job.website_id), week };
}

/** What a later attempt cannot mend is not tried again; everything else is. */
function permanent(error: unknown): never {
  if (error instanceof DamagedSketchError) throw new UnrecoverableError(error.message);
  throw error;
}
