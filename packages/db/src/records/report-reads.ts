import { type CampaignStatus, type Day, parseDay, parseMoneyCents } from '@funnel/domain';
import type { Sql, TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import type { Database } from '../connection/database.ts';
import { int4, int8, json, jsonb, nullable, text, timestamptz } from '../connection/column-types.ts';
import { statement } from '../statement.ts';

/** A connection on which everything is read from one snapshot. */
export type Connection = Sql | TransactionSql;

export interface WebsiteFacts {
  id: number;
  accountId: number;
  name: string;
  accountName: string;
  currency: string;
  createdAt: Date;
  /** The first recorded day; without data the day the website was made. */
  firstDay: Day;
  /** The last recorded day. */
  lastDay: Day | undefined;
  /** Changes with every recorded batch and catalog import. */
  version: string;
  lastRecordedAt: Date | null;
  /** The Monday of the newest insights snapshot. */
  insightsWeek: Day | undefined;
}

export interface CampaignRow {
  id: number;
  name: string;
  cta_type: string;
  status: CampaignStatus;
  createdAt: number;
  publishedAt: number | null;
}

export interface VariantRow {
  id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
}

export interface StepRow {
  id: number;
  position: number;
}

export interface ElementRow {
  id: number;
  element_type: string;
  position: number;
}

export interface InsightsSnapshotRow {
  week: string;
  viewers: number;
  revenueCents: bigint;
  recommendations: string[];
}

const subject = { website: int4(), id: int4() };
const readWebsitesStatement = statement(
  'read-websites',
  { websites: text() },
  {
    id: int4(),
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
  },
);
const readCampaignsStatement = statement(
  'read-campaigns',
  { website: int4(), status: nullable(text()), ctaType: nullable(text()) },
  {
    id: int4(),
    name: text(),
    cta_type: text(),
    status: text<CampaignStatus>(),
    created_at: timestamptz(),
    published_at: nullable(timestamptz()),
  },
);
const readExperimentsStatement = statement(
  'read-experiments',
  { website: int4(), limit: int4() },
  { id: int4(), name: text(), cta_type: text(), variants: json<VariantRow[]>() },
);
const readCampaignStatement = statement('read-campaign', subject, {
  id: int4(),
  name: text(),
  cta_type: text(),
  status: text<CampaignStatus>(),
  variants: json<VariantRow[]>(),
});
const readVariantStatement = statement('read-variant', subject, {
  id: int4(),
  name: nullable(text()),
  variation: text(),
  traffic_percentage: int4(),
  funnel_steps: json<StepRow[]>(),
});
const readStepStatement = statement('read-step', subject, {
  id: int4(),
  position: int4(),
  elements: json<ElementRow[]>(),
});
const readElementStatement = statement('read-element', subject, {
  id: int4(),
  step_id: int4(),
  element_type: text(),
  position: int4(),
});
const readSnapshotStatement = statement(
  'read-snapshot',
  { website: int4() },
  { week: text(), viewers: int8(), revenue: text(), recommendations: jsonb<string[]>() },
);

/** Runs `read` on one snapshot of the database, so that all numbers of an answer belong together. */
export function inReadTransaction<Result>(
  database: Database,
  read: (snapshot: Connection) => Promise<Result>,
): Promise<Result> {
  return database.sql.begin('isolation level repeatable read read only', read) as Promise<Result>;
}

export async function readWebsites(snapshot: Connection, ids: readonly number[]): Promise<WebsiteFacts[]> {
  const rows = await readWebsitesStatement(snapshot, { websites: plainArrayLiteral(ids) });
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    accountName: row.account_name,
    currency: row.currency,
    createdAt: new Date(row.created_at),
    firstDay: parseDay(row.first_day) ?? 0,
    lastDay: row.last_day === null ? undefined : parseDay(row.last_day),
    version: row.version,
    lastRecordedAt: row.last_recorded_at === null ? null : new Date(row.last_recorded_at),
    insightsWeek: row.insights_week === null ? undefined : parseDay(row.insights_week),
  }));
}

export async function readCampaigns(
  snapshot: Connection,
  {
    websiteId,
    status,
    ctaType,
  }: { websiteId: number; status: string | undefined; ctaType: string | undefined },
): Promise<CampaignRow[]> {
  const rows = await readCampaignsStatement(snapshot, {
    website: websiteId,
    status: status ?? null,
    ctaType: ctaType ?? null,
  });
  return rows.map(({ created_at, published_at, ...campaign }) => ({
    ...campaign,
    createdAt: Date.parse(created_at),
    publishedAt: published_at === null ? null : Date.parse(published_at),
  }));
}

export function readExperiments(
  snapshot: Connection,
  { websiteId, limit }: { websiteId: number; limit: number },
): Promise<{ id: number; name: string; cta_type: string; variants: VariantRow[] }[]> {
  return readExperimentsStatement(snapshot, { website: websiteId, limit });
}

export interface Subject {
  websiteId: number;
  id: number;
}

export async function readCampaign(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readCampaignStatement(snapshot, { website: websiteId, id });
  return row;
}

export async function readVariant(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readVariantStatement(snapshot, { website: websiteId, id });
  return row;
}

export async function readStep(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readStepStatement(snapshot, { website: websiteId, id });
  return row;
}

export async function readElement(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readElementStatement(snapshot, { website: websiteId, id });
  return row;
}

export async function readInsightsSnapshot(
  snapshot: Connection,
  websiteId: number,
): Promise<InsightsSnapshotRow | undefined> {
  const [row] = await readSnapshotStatement(snapshot, { website: websiteId });
  return (
    row && {
      week: row.week,
      viewers: Number(row.viewers),
      revenueCents: parseMoneyCents(row.revenue),
      recommendations: row.recommendations,
    }
  );
}
