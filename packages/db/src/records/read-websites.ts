import { type Day, parseDay, type WebsiteId } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, int8, nullable, text, timestamptz } from '../connection/column-types.ts';
import { databaseNumber } from '../connection/database-number.ts';
import type { Connection } from '../connection/database.ts';
import type { RowOf } from '../connection/statement.ts';
import {
  completeSummary,
  extreme,
  knownPending,
  type KnownPending,
  type PendingSummary,
  rememberedName,
} from './pending-summary.ts';
import type { PendingState } from './pending-state.ts';
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
  { websites: text(), revisions: text() },
  {
    id: int4<WebsiteId>(),
    account_id: int4(),
    name: text(),
    currency: text(),
    created_at: timestamptz(),
    created_day: int4(),
    first_day: nullable(int4()),
    version: text(),
    last_recorded_at: nullable(timestamptz()),
    last_day: nullable(int4()),
    insights_week: nullable(text()),
    horizon: int8(),
    all_events: int4(),
    all_first_day: nullable(int4()),
    all_last_day: nullable(int4()),
    all_recorded_at: nullable(timestamptz()),
    old_events: int4(),
    old_first_day: nullable(int4()),
    old_last_day: nullable(int4()),
    old_recorded_at: nullable(timestamptz()),
  },
);
type Row = RowOf<typeof readStored>;

/**
 * Reads those of the websites that exist, in ascending order of id. A transaction that has not stated its websites has stated
 * these from then on.
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
  const database = databaseNumber(connection);
  const known = new Map(ids.map((id) => [id, knownPending(database, id)]));
  const websites = await readFrom(connection, known);
  const incomplete = websites.filter((website) => typeof website === 'number');
  if (incomplete.length === 0) return websites as WebsiteFacts[];
  const complete = await readFrom(connection, new Map(incomplete.map((id) => [id, undefined])));
  return [...websites, ...complete]
    .filter((website) => typeof website !== 'number')
    .sort((one, other) => one.id - other.id);
}

/** The facts, or only the id of a website of which something wrong was known. */
async function readFrom(
  connection: Connection,
  known: ReadonlyMap<WebsiteId, KnownPending | undefined>,
): Promise<(WebsiteFacts | WebsiteId)[]> {
  const rows = await readStored(connection, {
    websites: plainArrayLiteral([...known.keys()]),
    revisions: plainArrayLiteral([...known.values()].map((pending) => pending?.horizon ?? 0)),
  });
  const database = databaseNumber(connection);
  return rows.map((row) => factsOf(database, row, known.get(row.id)) ?? row.id);
}

/** Undefined if all pending events must be counted. */
function factsOf(database: number, row: Row, known: KnownPending | undefined): WebsiteFacts | undefined {
  const since = `${database} ${row.version}`;
  const horizon = Number(row.horizon);
  const [all, old] = [summaryOf(row, 'all'), summaryOf(row, 'old')];
  const pending = completeSummary(rememberedName(database, row.id), known, { since, horizon, all, old });
  if (!pending) return undefined;
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
    pending: { events: pending.events, since, horizon },
  };
}

function summaryOf(row: Row, which: 'all' | 'old'): PendingSummary {
  return {
    events: row[`${which}_events`],
    firstDay: row[`${which}_first_day`],
    lastDay: row[`${which}_last_day`],
    recordedAt: timeOf(row[`${which}_recorded_at`]),
  };
}

function timeOf(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp);
}
