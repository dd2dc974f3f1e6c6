import { readInsightsWeeks } from '@funnel/db';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { websiteSchema } from '../output/envelope.ts';
import { pageSchema, pageBlock } from '../output/pagination.ts';
import { perPageOf } from '../parameters/kinds.ts';
import { page, websiteId } from '../parameters/shared.ts';

/** Two years. */
const MAX_WEEKS = 104;

export const listInsightsWeeksOperation = defineOperation({
  name: 'list_insights_weeks',
  title: 'Weeks with insights',
  method: 'GET',
  path: '/beyond-v1/website/insights/weeks',
  scope: 'reports',
  tag: 'Beyond v1',
  summary: 'The weeks with an insights snapshot',
  description:
    'The weeks of which the website has an insights snapshot, newest first, each named by its Monday. get_insights_of_week has the snapshot.',
  websiteRule: 'one',
  transaction: 'read',
  caching: 'revalidate',
  parameters: { website_id: websiteId, page, per_page: perPageOf('Weeks', MAX_WEEKS) },
  output: z
    .object({
      report: z.literal('website_insights_weeks'),
      website: websiteSchema,
      data: z.object({ weeks: z.array(z.string().meta({ format: 'date' })), pagination: pageSchema }),
    })
    .meta({ id: 'InsightsWeeks' }),
  errors: [],
  example: { parameters: {} },
  async run({ connection, website: { id, name, currency } }, input) {
    const start = (input.page - 1) * input.per_page;
    const { weeks, total } = await readInsightsWeeks(connection, {
      websiteId: id,
      start,
      limit: input.per_page,
    });
    return {
      body: {
        report: 'website_insights_weeks' as const,
        website: { id, name, currency },
        data: { weeks, pagination: pageBlock(input, total) },
      },
    };
  },
});
