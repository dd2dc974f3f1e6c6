import { readInsightsSnapshot } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { defineReport } from '../../operation.ts';
import { insightsBody, insightsSchema } from '../../output/insights.ts';
import { websiteId } from '../../parameters/shared.ts';
import { websiteInsightsNotes } from './website-insights.notes.ts';

export const websiteInsightsReport = defineReport({
  name: 'get_website_insights',
  title: 'Weekly insights',
  path: '/reports/website/insights',
  summary: 'The newest weekly insights snapshot',
  description:
    'The newest weekly snapshot of a website: performance and up to 7 recommendations, written on Mondays for the week before. Returns 404 if there is none yet. For details, call any report with timeframe=insights_week.',
  websiteRule: 'one',
  parameters: { website_id: websiteId },
  output: insightsSchema,
  example: { parameters: {} },
  tool: {},
  async read({ connection, website, websites, now }) {
    const snapshot = await readInsightsSnapshot(connection, website.id);
    if (!snapshot)
      throw new ServiceError(
        'not_found',
        'This website has no insights snapshot yet. Snapshots are written on Mondays; the website report has the numbers at any time.',
      );
    return { body: insightsBody(website, snapshot), facts: { week: snapshot.week, websites, now } };
  },
  notes: websiteInsightsNotes,
});
