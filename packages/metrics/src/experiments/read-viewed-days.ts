import type { Connection, WebsiteFacts } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, formatDay, type Grain, type Level } from '@funnel/domain';
import { statement } from '../statement.ts';

/** Of one website, with the days on which it has any data. */
interface Subjects {
  website: Pick<WebsiteFacts, 'id' | 'firstDay' | 'lastDay'>;
  level: Level;
  ids: readonly number[];
}

type Order = 'asc' | 'desc';

const firstDays = viewedDays('asc');
const lastDays = viewedDays('desc');

function viewedDays(order: Order) {
  return statement(
    'viewed-days',
    { website: int4(), level: text<Level>(), subjects: text(), first: text(), last: text() },
    { subject_id: int4(), day: int4() },
    {
      year: viewedBucket('year', order, "date_trunc('year', $4::text::date::timestamp)", '$5::text::date'),
      month: viewedBucket('month', order, 'year.bucket', "year.bucket + interval '11 months'"),
      day: viewedBucket('day', order, 'month.bucket', "month.bucket + interval '1 month' - interval '1 day'"),
    },
  );
}

/** SQL for the first or last bucket in which a subject was viewed. "offset 0" keeps the subquery from being merged. */
function viewedBucket(grain: Grain, order: Order, first: string, last: string): string {
  return `
  select b.start::date as bucket
  from generate_series((${first})::timestamp, (${last})::timestamp, interval '1 ${grain}') as b (start)
  where exists (
    select from rollups
    where website_id = $1::int and level = $2::text::level and grain = '${grain}' and bucket = b.start::date
      and subject_id = s.subject_id and views > 0
    offset 0
  )
  order by b.start ${order}
  limit 1`;
}

/**
 * Reads the first day on which each subject was viewed. One that was not, or only in events that are not counted yet, is missing.
 * @example
 * const days = await readFirstDays(database.sql, { website: shopWebsite, level: 'campaign', ids: [101] });
 * assert.equal(days.get(101), day);
 */
export function readFirstDays(connection: Connection, subjects: Subjects): Promise<Map<number, Day>> {
  return readDays(firstDays, connection, subjects);
}

/**
 * Reads the last day on which each subject was viewed, as `readFirstDays` reads the first.
 * @example
 * const days = await readLastDays(database.sql, { website: shopWebsite, level: 'campaign', ids: [101] });
 * assert.equal(days.get(101), day);
 */
export function readLastDays(connection: Connection, subjects: Subjects): Promise<Map<number, Day>> {
  return readDays(lastDays, connection, subjects);
}

async function readDays(
  viewedOn: typeof firstDays,
  connection: Connection,
  { website: { id, firstDay, lastDay }, level, ids }: Subjects,
): Promise<Map<number, Day>> {
  if (ids.length === 0 || lastDay === undefined) return new Map();
  const rows = await viewedOn(connection, {
    website: id,
    level,
    subjects: plainArrayLiteral(ids),
    first: formatDay(firstDay),
    last: formatDay(lastDay),
  });
  return new Map(rows.map(({ subject_id, day }) => [subject_id, day]));
}
