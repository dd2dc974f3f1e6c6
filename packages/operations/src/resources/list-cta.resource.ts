import { type CtaRow, type CtaVariantRow, readCta, inReadTransaction } from '@funnel/db';
import { percentText, recordTimestamp } from '@funnel/domain';
import { websiteId } from '../parameters/shared.ts';
import { z } from 'zod';
import { type AllTimeCounts, readAllTimeCounts } from './all-time.ts';
import { defineResource } from '../resource.ts';

const timestamp = z.string().describe('ISO 8601, UTC, with milliseconds');
const rate = z.string().describe('Percent of views, like "12.5%"; "0%" without views');
const counts = {
  views: z.int().describe('All-time distinct visitors'),
  conversions: z.int(),
  completions: z.int(),
  conversion_rate: rate,
  completion_rate: rate,
};

/** Spec 2.11. */
export const listCtaResource = defineResource({
  operationId: 'list_ctas',
  method: 'GET',
  path: '/cta',
  scope: 'ctas:read',
  summary: 'Campaigns that are not archived, newest first',
  description:
    'Every campaign that is not archived with its variants. Counts are all-time distinct visitors.',
  parameters: { website_id: websiteId },
  output: z.array(
    z.object({
      id: z.int(),
      website_id: z.int(),
      name: z.string(),
      page_path: z.string(),
      cta_type: z.string(),
      test_type: z.string(),
      ...counts,
      created_at: timestamp,
      updated_at: timestamp,
      variants: z.array(
        z.object({
          id: z.int(),
          website_id: z.int(),
          ...counts,
          percentage: z.int(),
          name: z.string(),
          variation: z.string(),
          created_at: timestamp,
          updated_at: timestamp,
          screenshot: z.null(),
        }),
      ),
    }),
  ),
  async run({ database, websiteId: website, now }) {
    // Sent together, the counts first: the server reads them while the campaigns are taken in.
    const [countsOf, campaigns] = await inReadTransaction(database, (snapshot) =>
      Promise.all([
        readAllTimeCounts(snapshot, { websiteId: website, now }, ['campaign', 'variant']),
        readCta(snapshot, website),
      ]),
    );
    return {
      status: 200 as const,
      body: campaigns.map((campaign) => campaignRecord(campaign, website, countsOf)),
    };
  },
});

// Key by key: copying by spread took as long as reading the counts.
function campaignRecord(campaign: CtaRow, website: number, countsOf: AllTimeCounts) {
  const { views, conversions, completions } = countsOf('campaign', campaign.id);
  return {
    id: campaign.id,
    website_id: website,
    name: campaign.name,
    page_path: campaign.page_path,
    cta_type: campaign.cta_type,
    test_type: campaign.test_type,
    views,
    conversions,
    completions,
    conversion_rate: percentText(conversions, views),
    completion_rate: percentText(completions, views),
    created_at: recordTimestamp(campaign.created_at),
    updated_at: recordTimestamp(campaign.updated_at),
    variants: campaign.variants.map((variant) => variantRecord(variant, website, countsOf)),
  };
}

function variantRecord(variant: CtaVariantRow, website: number, countsOf: AllTimeCounts) {
  const { views, conversions, completions } = countsOf('variant', variant.id);
  return {
    id: variant.id,
    website_id: website,
    views,
    conversions,
    completions,
    conversion_rate: percentText(conversions, views),
    completion_rate: percentText(completions, views),
    percentage: variant.traffic_percentage,
    name: variant.name ?? '',
    variation: variant.variation,
    created_at: recordTimestamp(variant.created_at),
    updated_at: recordTimestamp(variant.updated_at),
    screenshot: null,
  };
}
