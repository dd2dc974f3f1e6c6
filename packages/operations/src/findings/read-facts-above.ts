import { campaignOf, readAbove } from '@funnel/db';
import { type ListedBreak, readBrokenCampaigns } from '@funnel/metrics';
import type { OperationContext } from '../operation.ts';
import { untilNow } from './until-now.ts';

type Level = 'variant' | 'step' | 'element';

/** Reads what a variant, step or element belongs to, and whether its campaign is broken: only what the caller wants. */
export async function readFactsAbove(context: OperationContext, level: Level, id: number) {
  const { connection, website, withNotes, withExtras } = context;
  return {
    breaks: withNotes || withExtras ? await readBreakAbove(context, level, id) : [],
    above: withExtras ? await readAbove(connection, { websiteId: website.id, level, id }) : undefined,
  };
}

/** Mostly nothing on the website is broken, and nothing more is read. */
async function readBreakAbove(
  { connection, website, now }: OperationContext,
  level: Level,
  id: number,
): Promise<readonly ListedBreak[]> {
  const breaks = await readBrokenCampaigns(connection, { website, last: untilNow(now) });
  if (!breaks.some(({ campaign }) => campaign)) return [];
  const own = await campaignOf(connection, { websiteId: website.id, level, id });
  return breaks.filter(({ campaign }) => campaign && campaign.id === own);
}
