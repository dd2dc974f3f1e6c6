import { ServiceError } from '@funnel/domain';
import { type SQL, sql } from 'drizzle-orm';

/** Weeks end at midnight UTC, and events of Sunday may arrive a few hours late: see docs/reference/insights.md. */
export const FIRST_UTC_HOUR = 4;

/** When the next digest is due: on a Monday at an hour of a time zone, but not before the week has been counted. */
export function nextDigest(timeZone: string, hour: number): SQL {
  const due = (weeks: number) => {
    const monday = sql`(date_trunc('week', now() at time zone ${timeZone}::text) + make_interval(weeks => ${weeks}::int))`;
    return sql`greatest(
      (${monday} + make_interval(hours => ${hour}::int)) at time zone ${timeZone}::text,
      (${monday} + make_interval(hours => ${FIRST_UTC_HOUR}::int)) at time zone 'UTC'
    )`;
  };
  return sql`case when ${due(0)} > now() then ${due(0)} else ${due(1)} end`;
}

const INVALID_PARAMETER_VALUE = '22023';

/** PostgreSQL may not know a time zone that JavaScript knows. */
export function refuseUnknownZone(error: unknown): never {
  // Within a transaction Drizzle wraps what PostgreSQL says.
  const { cause = error } = error as { cause?: unknown };
  const { code } = cause as { code?: unknown };
  if (code !== INVALID_PARAMETER_VALUE) throw cause;
  throw new ServiceError('invalid_field', 'time_zone must be a time zone such as Europe/Vienna or UTC.', {
    parameter: 'time_zone',
  });
}
