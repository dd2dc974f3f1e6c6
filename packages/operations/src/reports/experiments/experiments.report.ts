import { readExperiments } from '@funnel/db';
import { dayOf } from '@funnel/domain';
import { readBrokenCampaigns, readExperimentLives, readMetrics } from '@funnel/metrics';
import { z } from 'zod';
import { daysToCompare, whichDays } from '../../findings/comparison.ts';
import { experimentsIn } from '../../findings/experiments.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { untilNow } from '../../findings/until-now.ts';
import { defineReport } from '../../operation.ts';
import { envelope, envelopeOf } from '../../output/envelope.ts';
import { metricsBlock } from '../../output/metrics.ts';
import { variantSchema } from '../../output/subjects.ts';
import { letterOf, quoted } from '@funnel/words';
import { limit } from '../../parameters/shared.ts';
import { reportPeriod, windowParameters } from '../../parameters/window.ts';
import { experimentsExtras } from './experiments.extras.ts';
import { experimentsNotes } from './experiments.notes.ts';

export const experimentsReport = defineReport({
  name: 'list_experiments',
  title: 'List experiments',
  path: '/reports/experiments',
  summary: 'Running experiments with their variants',
  description:
    'Live campaigns that split traffic between two or more variants, newest first, with the metrics of these variants, to see which one wins. For a campaign without a split use get_campaign_report.',
  websiteRule: 'one',
  hasComparison: true,
  parameters: { ...windowParameters, limit },
  output: envelope(
    'experiments',
    'ExperimentsReport',
    z.object({
      experiments: z
        .array(
          z.object({
            campaign_id: z.int(),
            campaign_name: z.string().describe('The name of the campaign.'),
            cta_type: z.string(),
            variants: z.array(variantSchema),
          }),
        )
        .describe('Campaigns with more than one variant.'),
    }),
  ),
  example: { parameters: { timeframe: 'last_30_days', limit: 10 } },
  tool: {},
  async read(context, input) {
    const { connection, website, withNotes, withExtras, now } = context;
    const period = reportPeriod(context, input);
    const days = daysToCompare(context, period);
    // One more shows whether the list goes on.
    const read = await readExperiments(connection, { websiteId: website.id, limit: input.limit + 1 });
    const experiments = read.slice(0, input.limit);
    const ids = experiments.flatMap(({ variants }) => variants.map(({ id }) => id));
    const subjects = [{ level: 'variant' as const, ids }];
    const tested = experiments.map(({ variants }) => variants.map(({ id }) => id));
    const [metrics, lives, breaks] = await Promise.all([
      readMetrics(connection, { websites: [website], period, subjects, compared: whichDays(days) }),
      withNotes || withExtras
        ? readExperimentLives(connection, { website, last: dayOf(now), experiments: tested })
        : new Map(),
      withNotes ? readBrokenCampaigns(connection, { website, last: untilNow(now) }) : undefined,
    ]);
    const common = await readReportFacts(context, {
      period,
      days,
      parts: experiments.flatMap(({ name, variants }) =>
        variants.map((variant) => ({
          level: 'variant' as const,
          id: variant.id,
          name: `${quoted(name)} ${letterOf(variant)}`,
          counts: metrics.of('variant', variant.id),
        })),
      ),
    });
    const rows = experiments.map(({ variants, ...campaign }) => ({
      ...campaign,
      variants: variants.map((variant) => ({
        ...variant,
        metrics: metricsBlock(metrics.of('variant', variant.id)),
      })),
    }));
    return {
      body: {
        ...envelopeOf('experiments', website, period),
        data: {
          experiments: rows.map(({ id, name, cta_type, variants }) => ({
            campaign_id: id,
            campaign_name: name,
            cta_type,
            variants,
          })),
        },
      },
      facts: {
        ...common,
        experiments: experimentsIn(rows),
        lives,
        breaks,
        count: rows.length,
        hasMore: read.length > experiments.length,
        limit: input.limit,
      },
    };
  },
  notes: experimentsNotes,
  extras: experimentsExtras,
});
