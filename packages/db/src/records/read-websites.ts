import { type Day, parseDay, type WebsiteId } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, int4Literal, int8, nullable, text, timestamptz } from '../connection/column-types.ts';
import { type Connection, inReadTransaction } from '../connection/database.ts';
import { isDistributed } from '../machines/distributed.ts';
import { hasStated, stateWebsites } from '../connection/stated-websites.ts';
import type { RowOf } from '../connection/statement.ts';
import { memoryOf } from '../memory/memory-of.ts';
import {
  completeSummary,
  extreme,
  type KnownSummary,
  PENDING_SUMMARIES,
  type PendingSummary,
} from './pending-summary.ts';
import { notePending } from './pending-state.ts';
import { statement } from '../statement.ts';

/** What every operation needs to know of a website. */
export interface WebsiteFacts {
  id: WebsiteId;
  accountId: number;
  name: string;
  currency: string;
  createdAt: Date;
  /** The first recorded day; without data the day the website was created. */
  firstDay: Day;
  lastDay: Day | undefined;
  /** Changes with every recorded batch, fold, catalog import and insights snapshot. */
  version: string;
  lastRecordedAt: Date | null;
  /** The Monday of the newest insights snapshot. */
  insightsWeek: Day | undefined;
}

const record = {
  id: int4<WebsiteId>(),
  account_id: int4(),
  name: text(),
  currency: text(),
  created_at: timestamptz(),
  created_day: int4(),
};
const activity = {
  first_day: nullable(int4()),
  version: text(),
  last_recorded_at: nullable(timestamptz()),
  last_day: nullable(int4()),
  insights_week: nullable(text()),
  all_events: int4(),
  all_first_day: nullable(int4()),
  all_last_day: nullable(int4()),
  all_recorded_at: nullable(timestamptz()),
};
const readStored = statement(
  'read-websites',
  { websites: text(), revisions: text() },
  {
    ...record,
    ...activity,
    horizon: int8(),
    old_events: int4(),
    old_first_day: nullable(int4()),
    old_last_day: nullable(int4()),
    old_recorded_at: nullable(timestamptz()),
  },
);
type Row = RowOf<typeof readStored>;

/** On Citus the websites are on the coordinator, and their data is on other machines. */
const readRecords = statement('read-website-rows', { websites: int4Literal() }, record);
const readActivity = statement('read-website-activity', { website: int4() }, activity);

/**
 * Reads those of the websites that exist, in ascending order of id. A transaction that has not stated its websites has stated
 * these from then on, and knows of their pending events what its snapshot says (`pendingStateOf`).
 * @example
 * const [website] = await readWebsites(database.sql, [websiteId]);
 * assert.equal(website?.currency, 'EUR');
 * assert.equal(website?.firstDay, day);
 */
export async function readWebsites(
  connection: Connection,
  ids: readonly WebsiteId[],
): Promise<WebsiteFacts[]> {
  if (await isDistributed(connection)) return readDistributed(connection, ids);
  const remembered = memoryOf(connection).cache(PENDING_SUMMARIES);
  const known = new Map(ids.map((id) => [id, remembered.get(String(id))]));
  const websites = await readFrom(connection, known);
  const incomplete = websites.filter((website) => typeof website === 'number');
  if (incomplete.length === 0) return websites as WebsiteFacts[];
  const complete = await readFrom(connection, new Map(incomplete.map((id) => [id, undefined])));
  return [...websites, ...complete]
    .filter((website) => typeof website !== 'number')
    .sort((one, other) => one.id - other.id);
}

/** The facts; or only the id of a website of which something wrong was known, so that all of its pending events must be counted. */
async function readFrom(
  connection: Connection,
  known: ReadonlyMap<WebsiteId, KnownSummary | undefined>,
): Promise<(WebsiteFacts | WebsiteId)[]> {
  const rows = await readStored(connection, {
    websites: plainArrayLiteral([...known.keys()]),
    revisions: plainArrayLiteral([...known.values()].map((pending) => pending?.horizon ?? 0)),
  });
  const remembered = memoryOf(connection).cache(PENDING_SUMMARIES);
  return rows.map((row) => {
    const { version: since } = row;
    const horizon = Number(row.horizon);
    const counted = { since, horizon, all: summaryOf(row), old: oldSummaryOf(row) };
    const pending = completeSummary(remembered, row.id, known.get(row.id), counted);
    if (!pending) return row.id;
    notePending(connection, row.id, { events: pending.events, since, horizon });
    return factsOf(row, pending);
  });
}

/** Remembers nothing: transactions of several machines have no order that would tell which pending events are known. */
async function readDistributed(connection: Connection, ids: readonly WebsiteId[]): Promise<WebsiteFacts[]> {
  if ('begin' in connection)
    return inReadTransaction({ sql: connection }, ids, (transaction) => readDistributed(transaction, ids));
  if (!hasStated(connection)) stateWebsites(connection, ids);
  const rows = await readRecords(connection, { websites: plainArrayLiteral(ids) });
  return Promise.all(
    rows.map(async (row) => {
      const [found] = await readActivity(connection, { website: row.id });
      if (!found) throw new Error('The database returned no row for a website');
      const website = { ...row, ...found };
      const pending = summaryOf(website);
      notePending(connection, row.id, { events: pending.events, since: found.version, horizon: 0 });
      return factsOf(website, pending);
    }),
  );
}

function factsOf(row: Omit<Row, 'horizon' | `old_${string}`>, pending: PendingSummary): WebsiteFacts {
  const recordedAt = extreme(Math.max, timeOf(row.last_recorded_at), pending.recordedAt);
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    currency: row.currency,
    createdAt: new Date(row.created_at),
    firstDay: extreme(Math.min, row.first_day, pending.firstDay) ?? row.created_day,
    lastDay: extreme(Math.max, row.last_day, pending.lastDay) ?? undefined,
    version: pending.events === 0 ? row.version : `${row.version}+${pending.events}`,
    lastRecordedAt: recordedAt === null ? null : new Date(recordedAt),
    insightsWeek: row.insights_week === null ? undefined : parseDay(row.insights_week),
  };
}

type AllPending = Pick<Row, 'all_events' | 'all_first_day' | 'all_last_day' | 'all_recorded_at'>;

function summaryOf(row: AllPending): PendingSummary {
  return {
    events: row.all_events,
    firstDay: row.all_first_day,
    lastDay: row.all_last_day,
    recordedAt: timeOf(row.all_recorded_at),
  };
}

function oldSummaryOf(row: Row): PendingSummary {
  return {
    events: row.old_events,
    firstDay: row.old_first_day,
    lastDay: row.old_last_day,
    recordedAt: timeOf(row.old_recorded_at),
  };
}

function timeOf(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp);
}
