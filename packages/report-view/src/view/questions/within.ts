import { REPORTS } from '../../generated/reports.ts';
import type { Question } from './question.ts';

/** The only thing that a view may show: a website, or one campaign of it. */
export interface Within {
  websiteId: number;
  campaignId?: number | undefined;
}

/** Whether a question stays inside. Whether a variant belongs to the campaign, the REST API knows. */
export function isWithin({ websiteId, campaignId }: Within, { tool, args }: Question): boolean {
  if (args['website_id'] !== websiteId) return false;
  const { page, level } = Object.values(REPORTS).find((report) => report.tool === tool) ?? {};
  if (campaignId === undefined) return page?.startsWith('/websites/') ?? false;
  return level === 'campaign' ? args['id'] === campaignId : level !== undefined;
}
