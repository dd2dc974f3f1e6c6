import type { Question } from './question.ts';

/** The only thing that a view may show: a website, or one campaign of it. */
export interface Within {
  websiteId: number;
  /** Undefined: the whole website. */
  campaignId?: number | undefined;
}

const OF_WEBSITE = [
  'get_website_report',
  'list_campaigns',
  'list_experiments',
  'get_website_insights',
  'get_campaign_report',
];
const BELOW_CAMPAIGN = ['get_variant_report', 'get_step_report', 'get_element_report'];

/** Whether a question stays inside. Whether a variant belongs to the campaign, the REST API knows. */
export function isWithin({ websiteId, campaignId }: Within, { tool, args }: Question): boolean {
  if (args['website_id'] !== websiteId) return false;
  if (BELOW_CAMPAIGN.includes(tool)) return true;
  if (campaignId === undefined) return OF_WEBSITE.includes(tool);
  return tool === 'get_campaign_report' && args['id'] === campaignId;
}
