import { z } from 'zod';
import { resolvePeriod } from '../numbers/period.ts';
import { readNumbers, timeseriesBlock } from '../numbers/read-numbers.ts';
import { envelope } from '../output/envelope.ts';
import { websiteMetricsBlock, websiteMetricsSchema } from '../output/metrics.ts';
import { timeseriesSchema } from '../output/timeseries.ts';
import { websiteGroupBy, windowParameters } from '../parameters/sets.ts';
import { defineReport } from '../report.ts';
import { onlyWebsite } from './only-website.ts';
import { opening } from './opening.ts';

const MAX_WINDOW_DAYS = 92;

export const websiteReport = defineReport({
  tool: 'get_website_report',
  title: 'Website report',
  path: '/reports/website',
  summary: 'Metrics of a website',
  description:
    'Metrics of one website over a window, with a series by group_by and a comparison by previous_period. Next: list_campaigns says which campaigns make these numbers. Several websites at once: get_account_performance.',
  websiteRule: 'one',
  parameters: { ...windowParameters, group_by: websiteGroupBy },
  output: envelope(
    'website',
    z.object({ metrics: websiteMetricsSchema, timeseries: timeseriesSchema.optional() }),
  ),
  async run(context, input) {
    const website = onlyWebsite(context);
    const period = resolvePeriod(input, { website, now: context.now, maxWindowDays: MAX_WINDOW_DAYS });
    const wanted = [{ level: 'website' as const, subjects: [website.id], withSeries: true }];
    const numbers = await readNumbers(context.snapshot, { websiteId: website.id, period, wanted });
    return {
      ...opening('website', website, period),
      data: {
        metrics: websiteMetricsBlock(numbers.of('website', website.id)),
        ...timeseriesBlock(period, numbers.series('website', website.id)),
      },
    };
  },
});
