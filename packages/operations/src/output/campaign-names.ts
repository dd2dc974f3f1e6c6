import { campaignNames, type Connection } from '@funnel/db';
import { ServiceError, type WebsiteId } from '@funnel/domain';
import type { OperationContext } from '../operation.ts';

interface CampaignOfWebsite {
  websiteId: WebsiteId | null;
  campaignId: number | null;
}

/** The name of a campaign; null if it does not exist, or if the token does not cover its website. */
export type CampaignNames = (campaign: CampaignOfWebsite) => string | null;

export async function readCampaignNames(
  connection: Connection,
  { websites }: Pick<OperationContext, 'websites'>,
  wanted: readonly CampaignOfWebsite[],
): Promise<CampaignNames> {
  const names = new Map<number, ReadonlyMap<number, string>>();
  for (const { id } of websites) {
    const ids = wanted.flatMap(({ websiteId, campaignId }) =>
      websiteId === id && campaignId ? [campaignId] : [],
    );
    if (ids.length > 0)
      names.set(id, await campaignNames(connection, { websiteId: id, ids: [...new Set(ids)] }));
  }
  return ({ websiteId, campaignId }) => names.get(websiteId ?? 0)?.get(campaignId ?? 0) ?? null;
}

/** Throws if a campaign that a body names does not exist. Without one it is about the whole website. */
export function requireCampaign(nameOf: CampaignNames, campaign: CampaignOfWebsite): void {
  if (!campaign.campaignId || nameOf(campaign) !== null) return;
  throw new ServiceError(
    'not_found',
    'The website has no campaign with this number. list_campaigns has the numbers.',
    { parameter: 'campaign_id' },
  );
}
