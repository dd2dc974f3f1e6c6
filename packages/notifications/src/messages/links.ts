import type { Links } from './message.ts';

/** The page of a campaign in the dashboard, or of its website. Undefined without a dashboard. */
export function dashboardPage(
  { dashboard }: Pick<Links, 'dashboard'>,
  website: { id: number },
  campaign: { id: number } | null = null,
): string | undefined {
  if (dashboard === undefined) return undefined;
  return `${dashboard}/websites/${website.id}${campaign ? `/campaigns/${campaign.id}` : ''}`;
}
