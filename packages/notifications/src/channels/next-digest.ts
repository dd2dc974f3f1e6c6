import { notificationChannels } from '@funnel/db/schema';
import { ServiceError } from '@funnel/domain';
import { type SQL, sql } from 'drizzle-orm';

/** Weeks end at midnight UTC, and events of Sunday may arrive a few hours late: see docs/reference/insights.md. */
export const FIRST_UTC_HOUR = 4;

/** When and where the digest of a channel comes. */
interface Schedule {
  timeZone: string;
  digestHour: number;
}

/** When the first digest is due: on a Monday at an hour of a time zone, but not before the week has been counted. */
export function nextDigest({ timeZone, digestHour }: Schedule): SQL {
  const due = (weeks: number) =>
    dueIn(
      sql`(date_trunc('week', now() at time zone ${timeZone}::text) + make_interval(weeks => ${weeks}::int))`,
      { timeZone, digestHour },
    );
  return sql`case when ${due(0)} > now() then ${due(0)} else ${due(1)} end`;
}

/** When the digest that comes next is due by another schedule. It is that of the same week: one that is due already is sent at once, not lost. */
export function movedDigest(before: Schedule, after: Schedule): SQL {
  const { nextDigestAt } = notificationChannels;
  const monday = sql`date_trunc('week', ${nextDigestAt} at time zone ${before.timeZone}::text)`;
  return sql`coalesce(${dueIn(monday, after)}, ${nextDigest(after)})`;
}

function dueIn(monday: SQL, { timeZone, digestHour }: Schedule): SQL {
  return sql`greatest(
    (${monday} + make_interval(hours => ${digestHour}::int)) at time zone ${timeZone}::text,
    (${monday} + make_interval(hours => ${FIRST_UTC_HOUR}::int)) at time zone 'UTC'
  )`;
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
