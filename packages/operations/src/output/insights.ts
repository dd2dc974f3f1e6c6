import type { InsightsSnapshot, WebsiteFacts } from '@funnel/db';
import { moneyToNumber } from '@funnel/domain';
import { z } from 'zod';
import { websiteSchema } from './envelope.ts';

export const insightsSchema = z
  .object({
    report: z.literal('website_insights'),
    website: websiteSchema,
    data: z.object({
      week: z.string().describe('The Monday of the week, YYYY-MM-DD'),
      performance_snapshot: z
        .object({
          performance: z
            .object({ revenue: z.number(), viewers: z.int().describe('Distinct visitors') })
            .describe('The numbers of the week.'),
        })
        .describe('The numbers of the week.'),
      ai_recommendations: z
        .object({ items: z.array(z.string()).describe('Sentences, the most important one first.') })
        .describe('What changed in the week, and what to do.'),
    }),
  })
  .meta({ id: 'WebsiteInsightsReport' });

export function insightsBody(
  { id, name, currency }: WebsiteFacts,
  { week, viewers, revenueCents, recommendations }: InsightsSnapshot,
): z.infer<typeof insightsSchema> {
  return {
    report: 'website_insights',
    website: { id, name, currency },
    data: {
      week,
      performance_snapshot: { performance: { revenue: moneyToNumber(revenueCents), viewers } },
      ai_recommendations: { items: recommendations },
    },
  };
}
