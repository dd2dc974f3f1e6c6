import { readInsightsSnapshot, type WebsiteFacts } from '@funnel/db';
import { dayOf, formatDay, parseDay, ServiceError } from '@funnel/domain';
import { defineOperation } from '../operation.ts';
import { insightsBody, insightsSchema } from '../output/insights.ts';
import { websiteId } from '../parameters/shared.ts';
import { week } from '../parameters/week.ts';

export const getInsightsOfWeekOperation = defineOperation({
  name: 'get_insights_of_week',
  title: 'Insights of a week',
  method: 'GET',
  path: '/beyond-v1/website/insights',
  scope: 'reports',
  tag: 'Beyond v1',
  summary: 'The insights snapshot of an earlier week',
  description:
    'The insights of one week, as get_website_insights has those of the newest. list_insights_weeks lists the weeks; any other is 404.',
  websiteRule: 'one',
  transaction: 'read',
  caching: 'revalidate',
  parameters: { website_id: websiteId, week },
  output: insightsSchema,
  errors: [],
  example: { parameters: { week: '2026-11-02' } },
  async run({ connection, website, now }, input) {
    if (input.week !== undefined) assertNotInFuture(input.week, now);
    const snapshot = await readInsightsSnapshot(connection, website.id, input.week);
    if (!snapshot) throw noSnapshot(website);
    return { body: insightsBody(website, snapshot) };
  },
});

function assertNotInFuture(monday: string, now: Date): void {
  const today = dayOf(now);
  if ((parseDay(monday) ?? 0) <= today) return;
  const detail = `week must not be in the future: today is ${formatDay(today)} (UTC).`;
  throw new ServiceError('invalid_week', detail, { parameter: 'week' });
}

function noSnapshot({ insightsWeek }: WebsiteFacts): ServiceError {
  const known =
    insightsWeek === undefined
      ? 'Snapshots are written on Mondays for the week before; the website report has the numbers at any time.'
      : `The newest is that of ${formatDay(insightsWeek)}; the list of insights weeks has all of them.`;
  const which = insightsWeek === undefined ? 'yet' : 'of this week';
  return new ServiceError('not_found', `This website has no insights snapshot ${which}. ${known}`, {
    parameter: 'week',
  });
}
