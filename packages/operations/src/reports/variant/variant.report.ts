import { readVariant } from '@funnel/db';
import { readMetrics } from '@funnel/metrics';
import { z } from 'zod';
import { extrasBelowCampaign } from '../../extras/below-campaign.ts';
import { readEventsAbove } from '../../extras/read-campaign-events.ts';
import { readBelow } from '../../findings/below.ts';
import { daysToCompare, whichDays } from '../../findings/comparison.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { readFactsAbove } from '../../findings/read-facts-above.ts';
import { defineReport } from '../../operation.ts';
import { envelope, envelopeOf, subjectNotFound } from '../../output/envelope.ts';
import { metricsBlock } from '../../output/metrics.ts';
import { stepSchema, variantSchema } from '../../output/subjects.ts';
import { timeseriesBlock, timeseriesSchema } from '../../output/timeseries.ts';
import { identifier } from '../../parameters/kinds.ts';
import { reportPeriod, subjectGroupBy, windowParameters } from '../../parameters/window.ts';
import { variantNotes } from './variant.notes.ts';

export const variantReport = defineReport({
  name: 'get_variant_report',
  title: 'Variant report',
  path: '/reports/variants/{id}',
  summary: 'A variant and its funnel steps',
  description:
    'Metrics of one variant and of each of its funnel steps, in order: where visitors drop off. The id comes from get_campaign_report or list_experiments; pass the returned step ids to get_step_report.',
  websiteRule: 'one',
  level: 'variant',
  hasComparison: true,
  parameters: {
    id: identifier({ description: 'Variant id, from get_campaign_report or list_experiments.' }),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'variant',
    'VariantReport',
    variantSchema.extend({
      timeseries: timeseriesSchema.optional(),
      funnel_steps: z.array(stepSchema).describe('The steps of the variant, in their order.'),
    }),
  ),
  example: { parameters: { id: 201, timeframe: 'last_7_days', previous_period: true } },
  tool: {},
  async read(context, input) {
    const { connection, website, withNotes, withExtras } = context;
    const period = reportPeriod(context, input);
    const variant = await readVariant(connection, { websiteId: website.id, id: input.id });
    if (!variant) throw subjectNotFound('variant', 'the report of its campaign');
    const days = daysToCompare(context, period);
    const metrics = await readMetrics(connection, {
      websites: [website],
      period,
      subjects: [
        { level: 'variant', ids: [variant.id], withSeries: true },
        { level: 'step', ids: variant.funnel_steps.map(({ id }) => id) },
      ],
      compared: whichDays(days),
    });
    const { id, name, variation, traffic_percentage, funnel_steps } = variant;
    const common = await readReportFacts(context, {
      period,
      days,
      whole: { level: 'variant', id, counts: metrics.of('variant', id) },
      parts: funnel_steps.map((step) => ({
        level: 'step' as const,
        id: step.id,
        name: `step ${step.position}`,
        counts: metrics.of('step', step.id),
      })),
    });
    const below =
      withNotes && funnel_steps.length === 1
        ? await readBelow(connection, { website, variant: undefined, steps: funnel_steps })
        : undefined;
    const { window } = period;
    const events = withExtras
      ? await readEventsAbove(connection, { website, window, variantId: id })
      : undefined;
    const above = await readFactsAbove(context, 'variant', id);
    const data = {
      id,
      name,
      variation,
      traffic_percentage,
      metrics: metricsBlock(metrics.of('variant', id)),
      ...timeseriesBlock(period, metrics.series('variant', id)),
      funnel_steps: funnel_steps.map((step) => ({
        id: step.id,
        position: step.position,
        metrics: metricsBlock(metrics.of('step', step.id)),
      })),
    };
    const steps = funnel_steps.map((step) => ({ ...step, views: metrics.of('step', step.id).current.views }));
    return {
      body: { ...envelopeOf('variant', website, period), data },
      facts: { ...common, data, steps, below, events, ...above },
    };
  },
  notes: variantNotes,
  extras: extrasBelowCampaign,
});
