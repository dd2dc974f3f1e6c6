import { type CampaignStatus, groupBy } from '@funnel/domain';
import { statement } from '../statement.ts';
import type { Connection } from '@funnel/db';

interface StepRow {
  id: number;
  variant_id: number;
  position: number;
}

interface VariantRow {
  id: number;
  campaign_id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
}

interface CampaignRow {
  id: number;
  name: string;
  cta_type: string;
  status: CampaignStatus;
}

interface FunnelVariant extends VariantRow {
  steps: StepRow[];
}

/** A campaign with its variants and their steps: what a week's numbers belong to. */
export interface Funnel extends CampaignRow {
  variants: FunnelVariant[];
}

const readCampaigns = statement('read-campaigns');
const readVariants = statement('read-variants');
const readSteps = statement('read-steps');

export async function readFunnels(snapshot: Connection, websiteId: number): Promise<Funnel[]> {
  const [campaigns, variants, steps] = await Promise.all([
    readCampaigns<CampaignRow>(snapshot, [websiteId]),
    readVariants<VariantRow>(snapshot, [websiteId]),
    readSteps<StepRow>(snapshot, [websiteId]),
  ]);
  const stepsOf = groupBy(steps, (step) => step.variant_id);
  const variantsOf = groupBy(
    variants.map((variant) => ({ ...variant, steps: stepsOf.get(variant.id) ?? [] })),
    (variant) => variant.campaign_id,
  );
  return campaigns.map((campaign) => ({ ...campaign, variants: variantsOf.get(campaign.id) ?? [] }));
}
