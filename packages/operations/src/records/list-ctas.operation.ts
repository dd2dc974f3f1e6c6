import { type CtaRow, type CtaVariantRow, readCta } from '@funnel/db';
import type { Metrics } from '@funnel/metrics';
import { percentText, recordTimestamp } from '@funnel/domain';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { recordTime } from '../output/envelope.ts';
import { websiteId } from '../parameters/shared.ts';
import { readAllTimeCounts } from './all-time-counts.ts';

const rate = z.string().describe('Percent of views, like "12.5%"; "0%" without views');
const countFields = {
  views: z.int().describe('All-time distinct visitors'),
  conversions: z.int(),
  completions: z.int(),
  conversion_rate: rate,
  completion_rate: rate,
};

export const listCtasOperation = defineOperation({
  name: 'list_ctas',
  title: 'Campaigns that are not archived, newest first',
  method: 'GET',
  path: '/cta',
  scope: 'ctas:read',
  tag: 'Campaigns',
  summary: 'Campaigns that are not archived, newest first',
  description:
    'Every campaign that is not archived with its variants. Counts are all-time distinct visitors.',
  websiteRule: 'one',
  transaction: 'read',
  weight: 3,
  caching: 'no-store',
  parameters: { website_id: websiteId },
  output: z.array(
    z
      .object({
        id: z.int(),
        website_id: z.int(),
        name: z.string(),
        page_path: z.string(),
        cta_type: z.string(),
        test_type: z.string(),
        ...countFields,
        created_at: recordTime,
        updated_at: recordTime,
        variants: z.array(
          z.object({
            id: z.int(),
            website_id: z.int(),
            ...countFields,
            percentage: z.int(),
            name: z.string(),
            variation: z.string(),
            created_at: recordTime,
            updated_at: recordTime,
            screenshot: z.null(),
          }),
        ),
      })
      .meta({ id: 'CampaignRecord' }),
  ),
  errors: [],
  example: { parameters: {} },
  async run({ connection, website, now }) {
    // Sent together, the counts first: the server computes them while the campaigns are received.
    const [counts, campaigns] = await Promise.all([
      readAllTimeCounts(connection, { website, now, levels: ['campaign', 'variant'] }),
      readCta(connection, website.id),
    ]);
    return { body: campaigns.map((campaign) => campaignRecord(campaign, website.id, counts)) };
  },
});

// Key by key: spreading took as long as reading the counts.
function campaignRecord(campaign: CtaRow, website: number, counts: Metrics) {
  const { views, conversions, completions } = counts.of('campaign', campaign.id).current;
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
    variants: campaign.variants.map((variant) => variantRecord(variant, website, counts)),
  };
}

function variantRecord(variant: CtaVariantRow, website: number, counts: Metrics) {
  const { views, conversions, completions } = counts.of('variant', variant.id).current;
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
