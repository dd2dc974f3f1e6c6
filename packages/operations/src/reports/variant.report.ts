import { readVariant } from '@funnel/db';
import { z } from 'zod';
import { resolvePeriod } from '../numbers/period.ts';
import { readNumbers, timeseriesBlock } from '../numbers/read-numbers.ts';
import { envelope } from '../output/envelope.ts';
import { metricsBlock, metricsSchema } from '../output/metrics.ts';
import { stepSchema } from '../output/subjects.ts';
import { timeseriesSchema } from '../output/timeseries.ts';
import { identifier } from '../parameters/kinds.ts';
import { subjectGroupBy, windowParameters } from '../parameters/sets.ts';
import { defineReport } from '../report.ts';
import { onlyWebsite, subjectNotFound } from './only-website.ts';
import { opening } from './opening.ts';

export const variantReport = defineReport({
  tool: 'get_variant_report',
  title: 'Variant report',
  path: '/reports/variants/{id}',
  summary: 'A variant and its funnel steps',
  description:
    'Metrics of one variant and of each of its funnel steps, in order: where visitors drop off. The id comes from get_campaign_report or list_experiments; the step ids in the answer feed get_step_report.',
  websiteRule: 'one',
  parameters: {
    id: identifier('Variant id, from get_campaign_report or list_experiments.'),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'variant',
    z.object({
      id: z.int(),
      name: z.string().nullable(),
      variation: z.string(),
      traffic_percentage: z.int(),
      metrics: metricsSchema,
      timeseries: timeseriesSchema.optional(),
      funnel_steps: z.array(stepSchema),
    }),
  ),
  async run(context, input) {
    const website = onlyWebsite(context);
    const period = resolvePeriod(input, { website, now: context.now });
    const variant = await readVariant(context.snapshot, { websiteId: website.id, id: input.id });
    if (!variant) throw subjectNotFound('variant', 'get_campaign_report');
    const numbers = await readNumbers(context.snapshot, {
      websiteId: website.id,
      period,
      wanted: [
        { level: 'variant', subjects: [variant.id], withSeries: true },
        { level: 'step', subjects: variant.funnel_steps.map(({ id }) => id) },
      ],
    });
    const { id, name, variation, traffic_percentage, funnel_steps } = variant;
    return {
      ...opening('variant', website, period),
      data: {
        id,
        name,
        variation,
        traffic_percentage,
        metrics: metricsBlock(numbers.of('variant', id)),
        ...timeseriesBlock(period, numbers.series('variant', id)),
        funnel_steps: funnel_steps.map((step) => ({
          ...step,
          metrics: metricsBlock(numbers.of('step', step.id)),
        })),
      },
    };
  },
});
