import { readCampaigns } from '@funnel/db';
import { readBrokenCampaigns } from '@funnel/metrics';
import { z } from 'zod';
import { readCampaignTrends } from '../../extras/read-trends.ts';
import { daysToCompare, whichDays } from '../../findings/comparison.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { untilNow } from '../../findings/until-now.ts';
import { defineReport } from '../../operation.ts';
import { envelope, envelopeOf } from '../../output/envelope.ts';
import { metricsBlock } from '../../output/metrics.ts';
import { pageBlock, pageSchema } from '../../output/pagination.ts';
import { campaignSchema } from '../../output/subjects.ts';
import { quoted } from '@funnel/words';
import { ctaType, page, perPage, sort, status } from '../../parameters/shared.ts';
import { reportPeriod, windowParameters } from '../../parameters/window.ts';
import { campaignsExtras } from './campaigns.extras.ts';
import { campaignsNotes } from './campaigns.notes.ts';
import { readCampaignPage } from './read-campaign-page.ts';

export const campaignsReport = defineReport({
  name: 'list_campaigns',
  title: 'List campaigns',
  path: '/reports/campaigns',
  summary: 'Campaigns with their metrics',
  description:
    'Campaigns of a website with their metrics, live and archived, one page at a time, sorted by one of nine values. Use it to find the best or worst campaign and the ids that feed get_campaign_report.',
  websiteRule: 'one',
  hasComparison: true,
  weight: 3,
  parameters: { ...windowParameters, page, per_page: perPage, sort, cta_type: ctaType, status },
  output: envelope(
    'campaigns',
    'CampaignsReport',
    z.object({
      campaigns: z.array(campaignSchema).describe('One entry for each campaign of the page.'),
      pagination: pageSchema,
    }),
  ),
  example: { parameters: { timeframe: 'last_30_days', sort: 'conversion_rate', per_page: 10 } },
  tool: { example: { sort: 'revenue', per_page: 5 } },
  async read(context, input) {
    const { connection, website, withNotes, withExtras, now } = context;
    const period = reportPeriod(context, input);
    const filter = { websiteId: website.id, status: input.status, ctaType: input.cta_type };
    const matching = await readCampaigns(connection, filter);
    const days = daysToCompare(context, period);
    const end = input.page * input.per_page;
    const shown = await readCampaignPage(connection, matching, {
      sort: input.sort,
      website,
      period,
      compared: whichDays(days),
      start: end - input.per_page,
      end,
    });
    const breaks =
      withNotes || withExtras
        ? await readBrokenCampaigns(connection, { website, last: untilNow(now) })
        : undefined;
    const { window, countType } = period;
    const common = await readReportFacts(context, {
      period,
      days,
      parts: shown.map(({ campaign: { id, name }, counts }) => ({
        level: 'campaign' as const,
        id,
        name: quoted(name, `campaign ${id}`),
        counts,
      })),
    });
    const ids = shown.map(({ campaign }) => campaign.id);
    const trends = withExtras
      ? await readCampaignTrends(connection, { website, ids, window, countType })
      : undefined;
    const pagination = pageBlock(input, matching.length);
    return {
      body: {
        ...envelopeOf('campaigns', website, period),
        data: {
          campaigns: shown.map(({ campaign, counts }) => ({
            id: campaign.id,
            name: campaign.name,
            cta_type: campaign.cta_type,
            status: campaign.status,
            metrics: metricsBlock(counts),
          })),
          pagination,
        },
      },
      facts: { ...common, input, pagination, breaks, trends },
    };
  },
  notes: campaignsNotes,
  extras: campaignsExtras,
});
