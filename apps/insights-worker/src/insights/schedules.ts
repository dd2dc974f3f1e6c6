import { WEEKLY } from '@funnel/insights';
import type { JobsOptions } from 'bullmq';
import type { Schedule } from '../queue/keep-schedules.ts';

/** The names of the jobs. */
export const WEEKLY_DISPATCH = 'weekly';
export const CATCH_UP = 'catch-up';
export const SNAPSHOT = 'snapshot';

/** One to three minutes in all: a database that is restarted is back by then. */
export const PATIENT = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 5000, jitter: 0.5 },
} satisfies JobsOptions;

export const weeklySchedule: Schedule = {
  id: WEEKLY_DISPATCH,
  repeat: { pattern: WEEKLY, tz: 'UTC' },
  options: PATIENT,
};
