import type { CampaignStatus, WebsiteId } from '@funnel/domain';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';

/** A campaign as lists show it. Times are milliseconds since 1970. */
export interface CampaignRow {
  id: number;
  name: string;
  cta_type: string;
  status: CampaignStatus;
  createdAt: number;
  publishedAt: number | null;
}

/** A variant of a campaign. */
export interface VariantRow {
  id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
}

/** A step of a variant's funnel. */
export interface StepRow {
  id: number;
  position: number;
}

/** An element of a step. */
export interface ElementRow {
  id: number;
  element_type: string;
  position: number;
}

/** One subject of a website. */
export interface SubjectKey {
  websiteId: WebsiteId;
  id: number;
}

type StoredCampaign = Omit<CampaignRow, 'createdAt' | 'publishedAt'> & {
  created_at: string;
  published_at: string | null;
};

const campaignsOfWebsite = statement('read-campaigns');
const experimentsOfWebsite = statement('read-experiments');
const campaignWithVariants = statement('read-campaign');
const variantWithSteps = statement('read-variant');
const stepWithElements = statement('read-step');
const elementOfStep = statement('read-element');

/** Reads the campaigns of a website, newest first, filtered where a filter is given. */
export async function readCampaigns(
  connection: Connection,
  {
    websiteId,
    status,
    ctaType,
  }: { websiteId: WebsiteId; status: string | undefined; ctaType: string | undefined },
): Promise<CampaignRow[]> {
  const parameters = [websiteId, status ?? null, ctaType ?? null];
  const rows = await campaignsOfWebsite<StoredCampaign>(connection, parameters);
  return rows.map(({ created_at, published_at, ...campaign }) => ({
    ...campaign,
    createdAt: Date.parse(created_at),
    publishedAt: published_at === null ? null : Date.parse(published_at),
  }));
}

/** Reads live campaigns with at least two variants that get traffic, newest first, with these variants. */
export function readExperiments(
  connection: Connection,
  { websiteId, limit }: { websiteId: WebsiteId; limit: number },
): Promise<{ id: number; name: string; cta_type: string; variants: VariantRow[] }[]> {
  return experimentsOfWebsite(connection, [websiteId, limit]);
}

/** Reads a campaign with its variants. */
export async function readCampaign(connection: Connection, { websiteId, id }: SubjectKey) {
  const [campaign] = await campaignWithVariants<{
    id: number;
    name: string;
    cta_type: string;
    status: CampaignStatus;
    variants: VariantRow[];
  }>(connection, [websiteId, id]);
  return campaign;
}

/** Reads a variant with its funnel steps. */
export async function readVariant(connection: Connection, { websiteId, id }: SubjectKey) {
  const [variant] = await variantWithSteps<VariantRow & { funnel_steps: StepRow[] }>(connection, [
    websiteId,
    id,
  ]);
  return variant;
}

/** Reads a step with its elements. */
export async function readStep(connection: Connection, { websiteId, id }: SubjectKey) {
  const [step] = await stepWithElements<StepRow & { elements: ElementRow[] }>(connection, [websiteId, id]);
  return step;
}

/** Reads an element with the id of its step. */
export async function readElement(connection: Connection, { websiteId, id }: SubjectKey) {
  const [element] = await elementOfStep<ElementRow & { step_id: number }>(connection, [websiteId, id]);
  return element;
}
