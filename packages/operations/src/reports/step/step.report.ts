import { readStep } from '@funnel/db';
import { readMetrics } from '@funnel/metrics';
import { z } from 'zod';
import { extrasBelowCampaign } from '../../extras/below-campaign.ts';
import { daysToCompare, whichDays } from '../../findings/comparison.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { readFactsAbove } from '../../findings/read-facts-above.ts';
import { defineReport } from '../../operation.ts';
import { envelope, envelopeOf, subjectNotFound } from '../../output/envelope.ts';
import { metricsBlock, withViewsOf } from '../../output/metrics.ts';
import { elementSchema, stepSchema } from '../../output/subjects.ts';
import { timeseriesBlock, timeseriesSchema } from '../../output/timeseries.ts';
import { identifier } from '../../parameters/kinds.ts';
import { reportPeriod, subjectGroupBy, windowParameters } from '../../parameters/window.ts';
import { stepNotes } from './step.notes.ts';

export const stepReport = defineReport({
  name: 'get_step_report',
  title: 'Step report',
  path: '/reports/steps/{id}',
  summary: 'A funnel step and its elements',
  description:
    'Metrics of one funnel step and of each of its elements; an element has the views of its step. The id comes from get_variant_report; pass the returned element ids to get_element_report.',
  websiteRule: 'one',
  level: 'step',
  hasComparison: true,
  parameters: {
    id: identifier({ description: 'Step id, from get_variant_report.' }),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'step',
    'StepReport',
    stepSchema.extend({
      timeseries: timeseriesSchema.optional(),
      elements: z.array(elementSchema).describe('The elements of the step, in their order.'),
    }),
  ),
  example: { parameters: { id: 301, timeframe: 'this_month', count_type: 'total' } },
  tool: {},
  async read(context, input) {
    const { connection, website } = context;
    const period = reportPeriod(context, input);
    const step = await readStep(connection, { websiteId: website.id, id: input.id });
    if (!step) throw subjectNotFound('step', 'the report of its variant');
    const days = daysToCompare(context, period);
    const metrics = await readMetrics(connection, {
      websites: [website],
      period,
      subjects: [
        { level: 'step', ids: [step.id], withSeries: true },
        { level: 'element', ids: step.elements.map(({ id }) => id) },
      ],
      compared: whichDays(days),
    });
    const ofStep = metrics.of('step', step.id);
    const common = await readReportFacts(context, {
      period,
      days,
      whole: { level: 'step', id: step.id, counts: ofStep },
      parts: step.elements.map((element) => ({
        level: 'element' as const,
        id: element.id,
        name: `element ${element.position}`,
        counts: withViewsOf(ofStep, metrics.of('element', element.id)),
        shownWith: { level: 'step' as const, id: step.id },
      })),
    });
    const above = await readFactsAbove(context, 'step', step.id);
    const { elements } = step;
    const data = {
      id: step.id,
      position: step.position,
      metrics: metricsBlock(ofStep),
      ...timeseriesBlock(period, metrics.series('step', step.id)),
      elements: elements.map((element) => ({
        id: element.id,
        element_type: element.element_type,
        position: element.position,
        metrics: metricsBlock(withViewsOf(ofStep, metrics.of('element', element.id))),
      })),
    };
    return {
      body: { ...envelopeOf('step', website, period), data },
      facts: { ...common, data, steps: [step], elements, ...above },
    };
  },
  notes: stepNotes,
  extras: extrasBelowCampaign,
});
