import { readExperiments } from '@funnel/db';
import { z } from 'zod';
import { resolvePeriod } from '../numbers/period.ts';
import { readNumbers } from '../numbers/read-numbers.ts';
import { envelope } from '../output/envelope.ts';
import { metricsBlock } from '../output/metrics.ts';
import { variantSchema } from '../output/subjects.ts';
import { windowParameters } from '../parameters/sets.ts';
import { limit } from '../parameters/shared.ts';
import { defineReport } from '../report.ts';
import { onlyWebsite } from './only-website.ts';
import { opening } from './opening.ts';

export const experimentsReport = defineReport({
  tool: 'list_experiments',
  title: 'List experiments',
  path: '/reports/experiments',
  summary: 'Running experiments with their variants',
  description:
    'Live campaigns that split traffic between two or more variants, newest first, with the metrics of these variants: which one wins. A campaign without a split: get_campaign_report.',
  websiteRule: 'one',
  parameters: { ...windowParameters, limit },
  output: envelope(
    'experiments',
    z.object({
      experiments: z.array(
        z.object({
          campaign_id: z.int(),
          campaign_name: z.string(),
          cta_type: z.string(),
          variants: z.array(variantSchema),
        }),
      ),
    }),
  ),
  async run(context, input) {
    const website = onlyWebsite(context);
    const period = resolvePeriod(input, { website, now: context.now });
    const experiments = await readExperiments(context.snapshot, {
      websiteId: website.id,
      limit: input.limit,
    });
    const subjects = experiments.flatMap(({ variants }) => variants.map(({ id }) => id));
    const wanted = [{ level: 'variant' as const, subjects }];
    const numbers = await readNumbers(context.snapshot, { websiteId: website.id, period, wanted });
    return {
      ...opening('experiments', website, period),
      data: {
        experiments: experiments.map(({ id, name, cta_type, variants }) => ({
          campaign_id: id,
          campaign_name: name,
          cta_type,
          variants: variants.map((variant) => ({
            ...variant,
            metrics: metricsBlock(numbers.of('variant', variant.id)),
          })),
        })),
      },
    };
  },
});
