import type { Place, Top } from '../view/host.ts';

/** The highest that an address shows: the campaign if it is one, else the website. */
export function topOf({ question }: Place): Top {
  const { tool, args } = question;
  const { id } = args;
  return tool === 'get_campaign_report' && typeof id === 'number' ? { campaignId: id } : 'website';
}
