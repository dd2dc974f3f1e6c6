import { readCampaign } from '@funnel/db';
import { CAMPAIGN_STATUSES } from '@funnel/domain';
import { z } from 'zod';
import { resolvePeriod } from '../numbers/period.ts';
import { readNumbers, timeseriesBlock } from '../numbers/read-numbers.ts';
import { envelope } from '../output/envelope.ts';
import { metricsBlock, metricsSchema } from '../output/metrics.ts';
import { variantSchema } from '../output/subjects.ts';
import { timeseriesSchema } from '../output/timeseries.ts';
import { identifier } from '../parameters/kinds.ts';
import { subjectGroupBy, windowParameters } from '../parameters/sets.ts';
import { defineReport } from '../report.ts';
import { onlyWebsite, subjectNotFound } from './only-website.ts';
import { opening } from './opening.ts';

export const campaignReport = defineReport({
  tool: 'get_campaign_report',
  title: 'Campaign report',
  path: '/reports/campaigns/{id}',
  summary: 'A campaign and its variants',
  description:
    'Metrics of one campaign and of each of its variants. The id comes from list_campaigns; the variant ids in the answer feed get_variant_report.',
  websiteRule: 'one',
  parameters: {
    id: identifier('Campaign id, from list_campaigns.'),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'campaign',
    z.object({
      id: z.int(),
      name: z.string(),
      cta_type: z.string(),
      status: z.enum(CAMPAIGN_STATUSES),
      metrics: metricsSchema,
      timeseries: timeseriesSchema.optional(),
      variants: z.array(variantSchema),
    }),
  ),
  async run(context, input) {
    const website = onlyWebsite(context);
    const period = resolvePeriod(input, { website, now: context.now });
    const campaign = await readCampaign(context.snapshot, { websiteId: website.id, id: input.id });
    if (!campaign) throw subjectNotFound('campaign', 'list_campaigns');
    const numbers = await readNumbers(context.snapshot, {
      websiteId: website.id,
      period,
      wanted: [
        { level: 'campaign', subjects: [campaign.id], withSeries: true },
        { level: 'variant', subjects: campaign.variants.map(({ id }) => id) },
      ],
    });
    const { id, name, cta_type, status, variants } = campaign;
    return {
      ...opening('campaign', website, period),
      data: {
        id,
        name,
        cta_type,
        status,
        metrics: metricsBlock(numbers.of('campaign', id)),
        ...timeseriesBlock(period, numbers.series('campaign', id)),
        variants: variants.map((variant) => ({
          ...variant,
          metrics: metricsBlock(numbers.of('variant', variant.id)),
        })),
      },
    };
  },
});
