import { type CampaignStatus, type Day, parseDay, parseMoneyCents } from '@funnel/domain';
import type { Sql, TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import type { Database } from '../connection/database.ts';
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

const readWebsitesStatement = statement('read-websites');
const readCampaignsStatement = statement('read-campaigns');
const readExperimentsStatement = statement('read-experiments');
const readCampaignStatement = statement('read-campaign');
const readVariantStatement = statement('read-variant');
const readStepStatement = statement('read-step');
const readElementStatement = statement('read-element');
const readSnapshotStatement = statement('read-snapshot');

/** Runs `read` on one snapshot of the database, so that all numbers of an answer belong together. */
export function inReadTransaction<Result>(
  database: Database,
  read: (snapshot: Connection) => Promise<Result>,
): Promise<Result> {
  return database.sql.begin('isolation level repeatable read read only', read) as Promise<Result>;
}

export async function readWebsites(snapshot: Connection, ids: readonly number[]): Promise<WebsiteFacts[]> {
  const rows = await readWebsitesStatement<StoredWebsite>(snapshot, [plainArrayLiteral(ids)]);
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

interface StoredWebsite {
  id: number;
  account_id: number;
  name: string;
  account_name: string;
  currency: string;
  created_at: string;
  first_day: string;
  last_day: string | null;
  version: string;
  last_recorded_at: string | null;
  insights_week: string | null;
}

export async function readCampaigns(
  snapshot: Connection,
  {
    websiteId,
    status,
    ctaType,
  }: { websiteId: number; status: string | undefined; ctaType: string | undefined },
): Promise<CampaignRow[]> {
  const rows = await readCampaignsStatement<StoredCampaign>(snapshot, [
    websiteId,
    status ?? null,
    ctaType ?? null,
  ]);
  return rows.map(({ created_at, published_at, ...campaign }) => ({
    ...campaign,
    createdAt: Date.parse(created_at),
    publishedAt: published_at === null ? null : Date.parse(published_at),
  }));
}

type StoredCampaign = Omit<CampaignRow, 'createdAt' | 'publishedAt'> & {
  created_at: string;
  published_at: string | null;
};

export function readExperiments(
  snapshot: Connection,
  { websiteId, limit }: { websiteId: number; limit: number },
): Promise<{ id: number; name: string; cta_type: string; variants: VariantRow[] }[]> {
  return readExperimentsStatement(snapshot, [websiteId, limit]);
}

export interface Subject {
  websiteId: number;
  id: number;
}

export async function readCampaign(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readCampaignStatement<{
    id: number;
    name: string;
    cta_type: string;
    status: CampaignStatus;
    variants: VariantRow[];
  }>(snapshot, [websiteId, id]);
  return row;
}

export async function readVariant(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readVariantStatement<VariantRow & { funnel_steps: StepRow[] }>(snapshot, [
    websiteId,
    id,
  ]);
  return row;
}

export async function readStep(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readStepStatement<StepRow & { elements: ElementRow[] }>(snapshot, [websiteId, id]);
  return row;
}

export async function readElement(snapshot: Connection, { websiteId, id }: Subject) {
  const [row] = await readElementStatement<ElementRow & { step_id: number }>(snapshot, [websiteId, id]);
  return row;
}

export async function readInsightsSnapshot(
  snapshot: Connection,
  websiteId: number,
): Promise<InsightsSnapshotRow | undefined> {
  const [row] = await readSnapshotStatement<{
    week: string;
    viewers: string;
    revenue: string;
    recommendations: string[];
  }>(snapshot, [websiteId]);
  return (
    row && {
      week: row.week,
      viewers: Number(row.viewers),
      revenueCents: parseMoneyCents(row.revenue),
      recommendations: row.recommendations,
    }
  );
}
