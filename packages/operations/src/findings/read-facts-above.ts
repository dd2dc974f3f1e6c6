import { campaignOf, type Connection, type WebsiteFacts } from '@funnel/db';
import { type ListedBreak, readBrokenCampaigns } from '@funnel/metrics';
import { untilNow } from './until-now.ts';

interface Place {
  website: WebsiteFacts;
  now: Date;
  level: 'variant' | 'step' | 'element';
  id: number;
}

/** Reads whether the campaign of a variant, step or element is broken. Mostly nothing on the website is, and nothing more is read. */
export async function readBreakAbove(
  connection: Connection,
  { website, now, level, id }: Place,
): Promise<readonly ListedBreak[]> {
  const breaks = await readBrokenCampaigns(connection, { website, last: untilNow(now) });
  if (!breaks.some(({ campaign }) => campaign)) return [];
  const own = await campaignOf(connection, { websiteId: website.id, level, id });
  return breaks.filter(({ campaign }) => campaign && campaign.id === own);
}
