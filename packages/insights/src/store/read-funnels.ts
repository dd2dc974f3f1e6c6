import { type CampaignStatus, groupBy } from '@funnel/domain';
import { statement } from '../statement.ts';
import type { Connection } from '@funnel/db';
import { int4, nullable, type RowOf, text } from '@funnel/db/sql';

const website = { website: int4() };
const readCampaigns = statement('read-campaigns', website, {
  id: int4(),
  name: text(),
  cta_type: text(),
  status: text<CampaignStatus>(),
});
const readVariants = statement('read-variants', website, {
  id: int4(),
  campaign_id: int4(),
  name: nullable(text()),
  variation: text(),
  traffic_percentage: int4(),
});
const readSteps = statement('read-steps', website, { id: int4(), variant_id: int4(), position: int4() });

/** A campaign with its variants and their steps: what a week's numbers belong to. */
export interface Funnel extends RowOf<typeof readCampaigns> {
  variants: (RowOf<typeof readVariants> & { steps: RowOf<typeof readSteps>[] })[];
}

export async function readFunnels(snapshot: Connection, websiteId: number): Promise<Funnel[]> {
  const [campaigns, variants, steps] = await Promise.all([
    readCampaigns(snapshot, { website: websiteId }),
    readVariants(snapshot, { website: websiteId }),
    readSteps(snapshot, { website: websiteId }),
  ]);
  const stepsOf = groupBy(steps, (step) => step.variant_id);
  const variantsOf = groupBy(
    variants.map((variant) => ({ ...variant, steps: stepsOf.get(variant.id) ?? [] })),
    (variant) => variant.campaign_id,
  );
  return campaigns.map((campaign) => ({ ...campaign, variants: variantsOf.get(campaign.id) ?? [] }));
}
