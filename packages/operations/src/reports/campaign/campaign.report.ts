import { readCampaign, stepsOfVariants } from '@funnel/db';
import { dayOf } from '@funnel/domain';
import { readCampaignState, readExperimentLives, readMetrics } from '@funnel/metrics';
import { z } from 'zod';
import { readCampaignEvents } from '../../extras/read-campaign-events.ts';
import { readBelow } from '../../findings/below.ts';
import { daysToCompare, fairCounts, fairPeriod, whichDays } from '../../findings/comparison.ts';
import { experimentsIn } from '../../findings/experiments.ts';
import { readVariantParts } from '../../findings/read-change-parts.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { readVariantRates } from '../../findings/read-rate-parts.ts';
import { untilNow } from '../../findings/until-now.ts';
import { defineReport } from '../../operation.ts';
import { envelope, envelopeOf, subjectNotFound } from '../../output/envelope.ts';
import { metricsBlock } from '../../output/metrics.ts';
import { campaignSchema, variantSchema } from '../../output/subjects.ts';
import { timeseriesBlock, timeseriesSchema } from '../../output/timeseries.ts';
import { letterOf } from '@funnel/words';
import { identifier } from '../../parameters/kinds.ts';
import { reportPeriod, subjectGroupBy, windowParameters } from '../../parameters/window.ts';
import { campaignExtras } from './campaign.extras.ts';
import { campaignNotes } from './campaign.notes.ts';
import { readFunnels } from './read-funnels.ts';

export const campaignReport = defineReport({
  name: 'get_campaign_report',
  title: 'Campaign report',
  path: '/reports/campaigns/{id}',
  summary: 'A campaign and its variants',
  description:
    'Metrics of one campaign and of each of its variants. The id comes from list_campaigns; pass the returned variant ids to get_variant_report.',
  websiteRule: 'one',
  level: 'campaign',
  hasComparison: true,
  parameters: {
    id: identifier({ description: 'Campaign id, from list_campaigns.' }),
    ...windowParameters,
    group_by: subjectGroupBy,
  },
  output: envelope(
    'campaign',
    'CampaignReport',
    campaignSchema.extend({
      timeseries: timeseriesSchema.optional(),
      variants: z.array(variantSchema),
    }),
  ),
  example: { parameters: { id: 101, timeframe: 'this_month' } },
  tool: { example: { id: 101, timeframe: 'this_month' } },
  async read(context, input) {
    const { connection, website, withNotes, withExtras, now } = context;
    const period = reportPeriod(context, input);
    const campaign = await readCampaign(connection, { websiteId: website.id, id: input.id });
    if (!campaign) throw subjectNotFound('campaign', 'the list of campaigns');
    const { id, name, cta_type, status, variants } = campaign;
    const variantIds = variants.map((variant) => variant.id);
    const days = daysToCompare(context, period);
    const fair = fairPeriod(period, days);
    // Sent together: one round trip.
    const tested = variants.filter((variant) => variant.traffic_percentage > 0).map((variant) => variant.id);
    const today = dayOf(now);
    const isJudged = withNotes || withExtras;
    const isWatched = isJudged && status === 'live';
    const { window } = period;
    const [metrics, changes, funnels, lives, state, events, steps] = await Promise.all([
      readMetrics(connection, {
        websites: [website],
        period,
        subjects: [
          { level: 'campaign', ids: [id], withSeries: true },
          { level: 'variant', ids: variantIds },
        ],
        compared: whichDays(days),
      }),
      withNotes && fair ? readVariantParts(connection, { website, period: fair, campaign }) : undefined,
      withNotes ? readFunnels(connection, { website, period, variants }) : [],
      isJudged ? readExperimentLives(connection, { website, last: today, experiments: [tested] }) : new Map(),
      isWatched ? readCampaignState(connection, { website, last: untilNow(now), campaign }) : undefined,
      withExtras ? readCampaignEvents(connection, { website, window, campaign }) : undefined,
      withExtras ? stepsOfVariants(connection, { websiteId: website.id, ids: variantIds }) : undefined,
    ]);
    const whole = metrics.of('campaign', id);
    const common = await readReportFacts(context, {
      period,
      days,
      whole: { level: 'campaign', id, counts: whole },
      parts: variants.map((variant) => ({
        level: 'variant' as const,
        id: variant.id,
        name: letterOf(variant),
        counts: metrics.of('variant', variant.id),
      })),
    });
    const rates =
      withNotes && fair
        ? await readVariantRates(connection, { website, period: fair, whole: fairCounts(whole), variants })
        : undefined;
    const [only, ...others] = funnels;
    const below =
      only && others.length === 0
        ? await readBelow(connection, { website, variant: only.variant, steps: only.steps })
        : undefined;
    const data = {
      id,
      name,
      cta_type,
      status,
      metrics: metricsBlock(whole),
      ...timeseriesBlock(period, metrics.series('campaign', id)),
      variants: variants.map((variant) => ({
        ...variant,
        metrics: metricsBlock(metrics.of('variant', variant.id)),
      })),
    };
    const experiment = {
      experiments: experimentsIn([data]),
      lives,
      isOver: status === 'archived',
      broken: state?.broken,
    };
    return {
      body: { ...envelopeOf('campaign', website, period), data },
      facts: { ...common, ...experiment, data, changes, rates, funnels, state, below, events, steps },
    };
  },
  notes: campaignNotes,
  extras: campaignExtras,
});
