import { readCta } from '@funnel/db';
import { type Counts, percentText } from '@funnel/domain';
import { websiteId } from '@funnel/reports';
import { z } from 'zod';
import { withAllTimeCounts } from './all-time.ts';
import { defineResource } from './resource.ts';

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
  async run(context) {
    const body = await withAllTimeCounts(context, ['campaign', 'variant'], async (snapshot, countsOf) => {
      const campaigns = await readCta(snapshot, context.websiteId);
      return campaigns.map(({ variants, ...campaign }) => ({
        ...campaign,
        ...countBlock(countsOf('campaign', campaign.id)),
        ...timestamps(campaign),
        variants: variants.map((variant) => ({
          ...variant,
          ...countBlock(countsOf('variant', variant.id)),
          ...timestamps(variant),
          name: variant.name ?? '',
          screenshot: null,
        })),
      }));
    });
    return { status: 200 as const, body };
  },
});

function countBlock({ views, conversions, completions }: Counts) {
  return {
    views,
    conversions,
    completions,
    conversion_rate: percentText(conversions, views),
    completion_rate: percentText(completions, views),
  };
}

function timestamps({ created_at, updated_at }: { created_at: number; updated_at: number }) {
  return { created_at: new Date(created_at).toISOString(), updated_at: new Date(updated_at).toISOString() };
}
