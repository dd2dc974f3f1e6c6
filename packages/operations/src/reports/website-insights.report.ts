import { readInsightsSnapshot } from '@funnel/db';
import { moneyToNumber, ServiceError } from '@funnel/domain';
import { z } from 'zod';
import { defineReport } from '../operation.ts';
import { websiteSchema } from '../output/envelope.ts';
import { websiteId } from '../parameters/shared.ts';

/** The newest weekly insights of a website. */
export const websiteInsightsReport = defineReport({
  name: 'get_website_insights',
  title: 'Weekly insights',
  path: '/reports/website/insights',
  summary: 'The newest weekly insights snapshot',
  description:
    'The newest weekly snapshot of a website: performance and up to 7 recommendations, written on Mondays for the week before. Returns 404 if there is none yet. For details, call any report with timeframe=insights_week.',
  websiteRule: 'one',
  parameters: { website_id: websiteId },
  output: z
    .object({
      report: z.literal('website_insights'),
      website: websiteSchema,
      data: z.object({
        week: z.string().describe('The Monday of the week, YYYY-MM-DD'),
        performance_snapshot: z.object({
          performance: z.object({ revenue: z.number(), viewers: z.int().describe('Distinct visitors') }),
        }),
        ai_recommendations: z.object({ items: z.array(z.string()) }),
      }),
    })
    .meta({ id: 'WebsiteInsightsReport' }),
  example: { parameters: {} },
  tool: {},
  async run({ connection, website: { id, name, currency } }) {
    const snapshot = await readInsightsSnapshot(connection, id);
    if (!snapshot)
      throw new ServiceError(
        'not_found',
        'This website has no insights snapshot yet. Snapshots are written on Mondays; the website report has the numbers at any time.',
      );
    const { week, viewers, revenueCents, recommendations } = snapshot;
    return {
      body: {
        report: 'website_insights' as const,
        website: { id, name, currency },
        data: {
          week,
          performance_snapshot: { performance: { revenue: moneyToNumber(revenueCents), viewers } },
          ai_recommendations: { items: recommendations },
        },
      },
    };
  },
});
