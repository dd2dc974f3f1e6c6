import { float8, int4, nullable, text } from '../connection/column-types.ts';
import type { RowOf } from '../connection/statement.ts';
import { statement } from '../statement.ts';
import { groupBy, type WebsiteId } from '@funnel/domain';
import type { Connection } from '../connection/database.ts';

/** Times are milliseconds since 1970. */
const times = { created_at: float8(), updated_at: float8() };
const readCampaigns = statement(
  'read-cta',
  { website: int4() },
  { id: int4(), name: text(), page_path: text(), cta_type: text(), test_type: text(), ...times },
);
const readVariants = statement(
  'read-cta-variants',
  { website: int4() },
  {
    id: int4(),
    campaign_id: int4(),
    name: nullable(text()),
    variation: text(),
    traffic_percentage: int4(),
    ...times,
  },
);

export type CtaVariantRow = RowOf<typeof readVariants>;
export type CtaRow = RowOf<typeof readCampaigns> & { variants: CtaVariantRow[] };

/**
 * Campaigns that are not archived, newest first, each with its variants. Two plain statements: nesting the
 * variants as JSON in one took twice as long.
 * @example
 * const [campaign] = await readCta(database.sql, websiteId);
 * assert.equal(campaign?.name, 'Welcome');
 * assert.deepEqual(campaign?.variants.map(({ variation }) => variation), ['a', 'b']);
 */
export async function readCta(connection: Connection, websiteId: WebsiteId): Promise<CtaRow[]> {
  const [campaigns, variants] = await Promise.all([
    readCampaigns(connection, { website: websiteId }),
    readVariants(connection, { website: websiteId }),
  ]);
  const ofCampaign = groupBy(variants, (variant) => variant.campaign_id);
  return campaigns.map((campaign) => ({ ...campaign, variants: ofCampaign.get(campaign.id) ?? [] }));
}
