import { readCampaigns } from '@funnel/db';
import { z } from 'zod';
import { resolvePeriod } from '../numbers/period.ts';
import { rankCampaigns } from '../numbers/rank-campaigns.ts';
import { readNumbers } from '../numbers/read-numbers.ts';
import { envelope } from '../output/envelope.ts';
import { metricsBlock } from '../output/metrics.ts';
import { campaignSchema } from '../output/subjects.ts';
import { windowParameters } from '../parameters/sets.ts';
import { ctaType, page, perPage, sort, status } from '../parameters/shared.ts';
import { defineReport } from '../report.ts';
import { onlyWebsite } from './only-website.ts';
import { opening } from './opening.ts';

export const campaignsReport = defineReport({
  tool: 'list_campaigns',
  title: 'List campaigns',
  path: '/reports/campaigns',
  summary: 'Campaigns with their metrics',
  description:
    'Campaigns of a website with their metrics, live and archived, a page at a time, sorted by one of nine values. Use it to find the best or worst campaign and the ids that feed get_campaign_report.',
  websiteRule: 'one',
  parameters: { ...windowParameters, page, per_page: perPage, sort, cta_type: ctaType, status },
  output: envelope(
    'campaigns',
    z.object({
      campaigns: z.array(campaignSchema),
      pagination: z.object({
        page: z.int(),
        per_page: z.int(),
        total_entries: z.int(),
        total_pages: z.int(),
      }),
    }),
  ),
  async run(context, input) {
    const website = onlyWebsite(context);
    const { snapshot } = context;
    const period = resolvePeriod(input, { website, now: context.now });
    const matching = await readCampaigns(snapshot, {
      websiteId: website.id,
      status: input.status,
      ctaType: input.cta_type,
    });
    const ranked = await rankCampaigns(snapshot, matching, {
      sort: input.sort,
      websiteId: website.id,
      period,
    });
    const shown = ranked.slice((input.page - 1) * input.per_page, input.page * input.per_page);
    const wanted = [{ level: 'campaign' as const, subjects: shown.map(({ id }) => id) }];
    const numbers = await readNumbers(snapshot, { websiteId: website.id, period, wanted });
    return {
      ...opening('campaigns', website, period),
      data: {
        campaigns: shown.map(({ createdAt: _created, publishedAt: _published, ...campaign }) => ({
          ...campaign,
          metrics: metricsBlock(numbers.of('campaign', campaign.id)),
        })),
        pagination: {
          page: input.page,
          per_page: input.per_page,
          total_entries: matching.length,
          total_pages: Math.ceil(matching.length / input.per_page),
        },
      },
    };
  },
});
