import { type Day, parseDay, type WebsiteId } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, int8, nullable, text, timestamptz } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import type { PendingState } from '../pending/pending-state.ts';
import { statement } from '../statement.ts';

/** What every operation needs to know of a website. */
export interface WebsiteFacts {
  id: WebsiteId;
  accountId: number;
  name: string;
  accountName: string;
  currency: string;
  createdAt: Date;
  /** The first recorded day; without data the day the website was created. */
  firstDay: Day;
  /** The last recorded day. */
  lastDay: Day | undefined;
  /** Changes with every recorded batch, fold, catalog import and insights snapshot. */
  version: string;
  lastRecordedAt: Date | null;
  /** The Monday of the newest insights snapshot. */
  insightsWeek: Day | undefined;
  /** Its events that are not in the rollups yet. */
  pending: PendingState;
}

const readStored = statement(
  'read-websites',
  { websites: text() },
  {
    id: int4<WebsiteId>(),
    account_id: int4(),
    name: text(),
    account_name: text(),
    currency: text(),
    created_at: timestamptz(),
    first_day: text(),
    version: text(),
    last_recorded_at: nullable(timestamptz()),
    last_day: nullable(text()),
    insights_week: nullable(text()),
    pending_events: int4(),
    database: text(),
    horizon: int8(),
  },
);

/**
 * Reads those of the websites that exist, in ascending order of id.
 * @example
 * import { formatDay, trustedWebsiteId } from '@funnel/domain';
 *
 * const [website, ...others] = await readWebsites(database.sql, [1, 999].map(trustedWebsiteId));
 * assert.equal(website?.currency, 'EUR');
 * assert.equal(formatDay(website?.firstDay ?? 0), '2026-11-10');
 * assert.deepEqual(others, []);
 */
export async function readWebsites(
  connection: Connection,
  ids: readonly WebsiteId[],
): Promise<WebsiteFacts[]> {
  const rows = await readStored(connection, { websites: plainArrayLiteral(ids) });
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    accountName: row.account_name,
    currency: row.currency,
    createdAt: new Date(row.created_at),
    firstDay: parseDay(row.first_day) ?? 0,
    lastDay: row.last_day === null ? undefined : parseDay(row.last_day),
    version: row.pending_events === 0 ? row.version : `${row.version}+${row.pending_events}`,
    lastRecordedAt: row.last_recorded_at === null ? null : new Date(row.last_recorded_at),
    insightsWeek: row.insights_week === null ? undefined : parseDay(row.insights_week),
    pending: {
      events: row.pending_events,
      since: `${row.database} ${row.version}`,
      horizon: Number(row.horizon),
    },
  }));
}
