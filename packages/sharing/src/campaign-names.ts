import { type Database, inReadTransaction, ormOn } from '@funnel/db';
import { campaigns } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, eq, or } from 'drizzle-orm';

/** A campaign by its numbers: they are unique within a website. */
interface CampaignOfWebsite {
  websiteId: WebsiteId;
  /** Null: the whole website. */
  campaignId: number | null;
}

/** Returns the name of a campaign; undefined if the website has no such campaign. */
export type CampaignName = (campaign: CampaignOfWebsite) => string | undefined;

/** Reads the names of campaigns that are shared, or are about to be. */
export async function readCampaignNames(
  database: Pick<Database, 'sql'>,
  wanted: readonly CampaignOfWebsite[],
): Promise<CampaignName> {
  const conditions = wanted.flatMap(({ websiteId, campaignId }) =>
    campaignId === null ? [] : [and(eq(campaigns.websiteId, websiteId), eq(campaigns.id, campaignId))],
  );
  if (conditions.length === 0) return () => undefined;
  const { websiteId: website, id, name } = campaigns;
  const websiteIds = [...new Set(wanted.map(({ websiteId }) => websiteId))];
  const rows = await inReadTransaction(database, websiteIds, async (connection) =>
    ormOn(connection)
      .select({ website, id, name })
      .from(campaigns)
      .where(or(...conditions)),
  );
  const names = new Map(rows.map((row) => [`${row.website}/${row.id}`, row.name]));
  return ({ websiteId, campaignId }) => names.get(`${websiteId}/${campaignId}`);
}
