import { readStep } from '@funnel/db';
import { z } from 'zod';
import { resolvePeriod } from '../numbers/period.ts';
import { readNumbers, timeseriesBlock, withViewsOf } from '../numbers/read-numbers.ts';
import { envelope } from '../output/envelope.ts';
import { metricsBlock, metricsSchema } from '../output/metrics.ts';
import { elementSchema } from '../output/subjects.ts';
import { timeseriesSchema } from '../output/timeseries.ts';
import { identifier } from '../parameters/kinds.ts';
import { subjectGroupBy, windowParameters } from '../parameters/sets.ts';
import { defineReport } from '../report.ts';
import { onlyWebsite, subjectNotFound } from './only-website.ts';
import { opening } from './opening.ts';

export const stepReport = defineReport({
  tool: 'get_step_report',
  title: 'Step report',
  path: '/reports/steps/{id}',
  summary: 'A funnel step and its elements',
  description:
    'Metrics of one funnel step and of each of its elements; an element has the views of its step. The id comes from get_variant_report; the element ids in the answer feed get_element_report.',
  websiteRule: 'one',
  parameters: {
    id: identifier('Step id, from get_variant_report.'),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'step',
    z.object({
      id: z.int(),
      position: z.int(),
      metrics: metricsSchema,
      timeseries: timeseriesSchema.optional(),
      elements: z.array(elementSchema),
    }),
  ),
  async run(context, input) {
    const website = onlyWebsite(context);
    const period = resolvePeriod(input, { website, now: context.now });
    const step = await readStep(context.snapshot, { websiteId: website.id, id: input.id });
    if (!step) throw subjectNotFound('step', 'get_variant_report');
    const numbers = await readNumbers(context.snapshot, {
      websiteId: website.id,
      period,
      wanted: [
        { level: 'step', subjects: [step.id], withSeries: true },
        { level: 'element', subjects: step.elements.map(({ id }) => id) },
      ],
    });
    const ofStep = numbers.of('step', step.id);
    return {
      ...opening('step', website, period),
      data: {
        id: step.id,
        position: step.position,
        metrics: metricsBlock(ofStep),
        ...timeseriesBlock(period, numbers.series('step', step.id)),
        elements: step.elements.map((element) => ({
          ...element,
          metrics: metricsBlock(withViewsOf(ofStep, numbers.of('element', element.id))),
        })),
      },
    };
  },
});
