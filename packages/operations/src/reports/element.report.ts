import { readElement, readElementFields, readElementProducts } from '@funnel/db';
import { coverWindow, ZERO_COUNTS } from '@funnel/domain';
import { z } from 'zod';
import { resolvePeriod } from '../numbers/period.ts';
import { readNumbers, timeseriesBlock, withViewsOf } from '../numbers/read-numbers.ts';
import { envelope } from '../output/envelope.ts';
import { metricsBlock, metricsSchema } from '../output/metrics.ts';
import { timeseriesSchema } from '../output/timeseries.ts';
import { identifier } from '../parameters/kinds.ts';
import { subjectGroupBy, windowParameters } from '../parameters/sets.ts';
import { defineReport } from '../report.ts';
import { onlyWebsite, subjectNotFound } from './only-website.ts';
import { opening } from './opening.ts';

export const elementReport = defineReport({
  tool: 'get_element_report',
  title: 'Element report',
  path: '/reports/elements/{id}',
  summary: 'An element, its answers and its products',
  description:
    'Metrics of one element (its views are those of its step), the answers to its fields, most frequent first, and its products, most revenue first. The id comes from get_step_report. Free-text answers are only counted, under value null.',
  websiteRule: 'one',
  parameters: {
    id: identifier('Element id, from get_step_report.'),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'element',
    z.object({
      id: z.int(),
      element_type: z.string(),
      position: z.int(),
      metrics: metricsSchema,
      timeseries: timeseriesSchema.optional(),
      fields: z.array(
        z.object({ field: z.string(), field_type: z.string(), value: z.string().nullable(), count: z.int() }),
      ),
      products: z.array(
        z.object({ value: z.string().nullable(), selections: z.int(), orders: z.int(), revenue: z.number() }),
      ),
    }),
  ),
  async run(context, input) {
    const website = onlyWebsite(context);
    const period = resolvePeriod(input, { website, now: context.now });
    const element = await readElement(context.snapshot, { websiteId: website.id, id: input.id });
    if (!element) throw subjectNotFound('element', 'get_step_report');
    const numbers = await readNumbers(context.snapshot, {
      websiteId: website.id,
      period,
      wanted: [
        { level: 'element', subjects: [element.id], withSeries: true },
        { level: 'step', subjects: [element.step_id], withSeries: true },
      ],
    });
    const stepSeries = numbers.series('step', element.step_id);
    const series = numbers
      .series('element', element.id)
      ?.map((counts, index) => ({ ...counts, views: (stepSeries?.[index] ?? ZERO_COUNTS).views }));
    const breakdown = { websiteId: website.id, elementId: element.id, cover: coverWindow(period.window) };
    return {
      ...opening('element', website, period),
      data: {
        id: element.id,
        element_type: element.element_type,
        position: element.position,
        metrics: metricsBlock(
          withViewsOf(numbers.of('step', element.step_id), numbers.of('element', element.id)),
        ),
        ...timeseriesBlock(period, series),
        fields: await readElementFields(context.snapshot, { ...breakdown, countType: period.countType }),
        products: await readElementProducts(context.snapshot, breakdown),
      },
    };
  },
});
