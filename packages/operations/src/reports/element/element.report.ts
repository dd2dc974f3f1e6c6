import { readElement } from '@funnel/db';
import { ZERO_COUNTS } from '@funnel/domain';
import { readElementFields, readElementProducts, readMetrics } from '@funnel/metrics';
import { z } from 'zod';
import { extrasBelowCampaign } from '../../extras/below-campaign.ts';
import { daysToCompare, whichDays } from '../../findings/comparison.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { readFactsAbove } from '../../findings/read-facts-above.ts';
import { defineReport } from '../../operation.ts';
import { envelope, envelopeOf, subjectNotFound } from '../../output/envelope.ts';
import { metricsBlock, withViewsOf } from '../../output/metrics.ts';
import { elementSchema } from '../../output/subjects.ts';
import { timeseriesBlock, timeseriesSchema } from '../../output/timeseries.ts';
import { identifier } from '../../parameters/kinds.ts';
import { reportPeriod, subjectGroupBy, windowParameters } from '../../parameters/window.ts';
import { elementNotes } from './element.notes.ts';

export const elementReport = defineReport({
  name: 'get_element_report',
  title: 'Element report',
  path: '/reports/elements/{id}',
  summary: 'An element, its answers and its products',
  description:
    'Metrics of one element (its views are those of its step), the answers to its fields (field by field, most answered first), and its products, most revenue first. The id comes from get_step_report. Free-text answers are only counted, under value null.',
  websiteRule: 'one',
  level: 'element',
  hasComparison: true,
  parameters: {
    id: identifier({ description: 'Element id, from get_step_report.' }),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'element',
    'ElementReport',
    elementSchema.extend({
      timeseries: timeseriesSchema.optional(),
      fields: z
        .array(
          z.object({
            field: z.string().describe('The name of the field.'),
            field_type: z.string().describe('The kind of the field, such as radio or email.'),
            value: z.string().nullable(),
            count: z.int().describe('How often it was given.'),
          }),
        )
        .describe('Answers that were given in the element, by field and value.'),
      products: z
        .array(
          z.object({
            value: z.string().nullable(),
            selections: z.int().describe('How often it was selected.'),
            orders: z.int(),
            revenue: z.number(),
          }),
        )
        .describe('What was sold in the element, by product.'),
    }),
  ),
  example: { parameters: { id: 401, timeframe: 'this_quarter', group_by: 'month' } },
  tool: {},
  async read(context, input) {
    const { connection, website } = context;
    const period = reportPeriod(context, input);
    const element = await readElement(connection, { websiteId: website.id, id: input.id });
    if (!element) throw subjectNotFound('element', 'the report of its step');
    const days = daysToCompare(context, period);
    const metrics = await readMetrics(connection, {
      websites: [website],
      period,
      subjects: [
        { level: 'element', ids: [element.id], withSeries: true },
        { level: 'step', ids: [element.step_id], withSeries: true },
      ],
      compared: whichDays(days),
    });
    const stepSeries = metrics.series('step', element.step_id);
    const series = metrics
      .series('element', element.id)
      ?.map((counts, index) => ({ ...counts, views: (stepSeries?.[index] ?? ZERO_COUNTS).views }));
    const breakdown = { website, elementId: element.id, window: period.window };
    const whole = withViewsOf(metrics.of('step', element.step_id), metrics.of('element', element.id));
    const common = await readReportFacts(context, {
      period,
      days,
      whole: {
        level: 'element',
        id: element.id,
        counts: whole,
        shownWith: { level: 'step', id: element.step_id },
      },
    });
    const above = await readFactsAbove(context, 'element', element.id);
    const data = {
      id: element.id,
      element_type: element.element_type,
      position: element.position,
      metrics: metricsBlock(whole),
      ...timeseriesBlock(period, series),
      fields: await readElementFields(connection, { ...breakdown, countType: period.countType }),
      products: await readElementProducts(connection, breakdown),
    };
    return {
      body: { ...envelopeOf('element', website, period), data },
      facts: { ...common, data, elements: [element], ...above },
    };
  },
  notes: elementNotes,
  extras: extrasBelowCampaign,
});
