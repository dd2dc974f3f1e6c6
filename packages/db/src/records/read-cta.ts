import { statement } from '../statement.ts';
import { groupBy, type WebsiteId } from '@funnel/domain';
import type { Connection } from '../connection/database.ts';

/** Times are milliseconds since 1970. */
interface Timed {
  id: number;
  created_at: number;
  updated_at: number;
}

export interface CtaVariantRow extends Timed {
  campaign_id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
}

interface CampaignRow extends Timed {
  name: string;
  page_path: string;
  cta_type: string;
  test_type: string;
}

export interface CtaRow extends CampaignRow {
  variants: CtaVariantRow[];
}

const readCampaigns = statement('read-cta');
const readVariants = statement('read-cta-variants');

/**
 * Campaigns that are not archived, newest first, each with its variants. Two plain statements: nesting the
 * variants as JSON in one took twice as long.
 */
export async function readCta(connection: Connection, websiteId: WebsiteId): Promise<CtaRow[]> {
  const [campaigns, variants] = await Promise.all([
    readCampaigns<CampaignRow>(connection, [websiteId]),
    readVariants<CtaVariantRow>(connection, [websiteId]),
  ]);
  const ofCampaign = groupBy(variants, (variant) => variant.campaign_id);
  return campaigns.map((campaign) => ({ ...campaign, variants: ofCampaign.get(campaign.id) ?? [] }));
}
