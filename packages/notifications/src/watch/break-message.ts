import type { Connection, WebsiteFacts } from '@funnel/db';
import { int4, text } from '@funnel/db/sql';
import { type Day, firstWatchedDay, type LastDay } from '@funnel/domain';
import { type ListedBreak, readCampaignState, type WebsiteBreaks } from '@funnel/metrics';
import type { CampaignBroke, CampaignRecovered, CountedDay } from '../messages/message.ts';
import { statement } from '../statement.ts';

const readVariants = statement(
  'read-variants',
  { website: int4(), campaign: int4() },
  { id: int4(), variation: text() },
);

const SHOWN_DAYS = 21;
const NOTHING = { submissions: false, steps: [], variants: [] };

export function brokeMessage(
  { website, days }: Pick<WebsiteBreaks, 'website' | 'days'>,
  found: ListedBreak,
  last: LastDay,
): CampaignBroke {
  const { campaign, what } = found;
  return {
    type: 'campaign.broke',
    website: { id: website.id, name: website.name },
    campaign: campaign ?? null,
    since: found.day,
    what,
    seen:
      found.what === 'views'
        ? null
        : { viewers: found.since.of, count: found.since.count, expected: Math.round(found.expected) },
    viewersPerDay: found.what === 'views' ? Math.round(found.viewersPerDay) : null,
    also: NOTHING,
    days: shownDays(days, { campaignId: campaign?.id, what, last }),
    isSaidFixed: false,
  };
}

/** The last days of a campaign, or of all together. */
function shownDays(
  days: WebsiteBreaks['days'],
  { campaignId, what, last }: { campaignId: number | undefined; what: CampaignBroke['what']; last: LastDay },
): CountedDay[] {
  const ids = campaignId === undefined ? days.campaigns : [campaignId];
  const metric = what === 'views' ? 'conversions' : what;
  const first = firstWatchedDay(last);
  const at = (day: Day, of: 'views' | 'conversions' | 'submissions' | 'completions') =>
    ids.reduce((sum, id) => sum + (days.of(id)?.[of][day - first] ?? 0), 0);
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = last.day - SHOWN_DAYS + 1 + index;
    return { day, viewers: at(day, 'views'), count: at(day, metric) };
  });
}

/** The same with what else stopped: a few more statements, for a new break only. */
export async function withAlso(
  connection: Connection,
  message: CampaignBroke,
  { website, last }: { website: WebsiteFacts; last: LastDay },
): Promise<CampaignBroke> {
  if (!message.campaign) return message;
  const { id } = message.campaign;
  const variants = await readVariants(connection, { website: website.id, campaign: id });
  const state = await readCampaignState(connection, { website, last, campaign: { id, variants } });
  return { ...message, also: state?.broken?.also ?? message.also };
}

export function recoveredMessage(
  { website, days }: Pick<WebsiteBreaks, 'website' | 'days'>,
  episode: {
    campaignId: number;
    campaignName: string | null;
    began: Day;
    what: CampaignBroke['what'] | null;
  },
  last: LastDay,
): CampaignRecovered {
  const { campaignId, campaignName, began } = episode;
  const what = episode.what ?? 'conversions';
  const campaign =
    campaignId === 0 ? null : { id: campaignId, name: campaignName ?? `campaign ${campaignId}` };
  return {
    type: 'campaign.recovered',
    website: { id: website.id, name: website.name },
    campaign,
    since: began,
    what,
    on: last.day,
    days: shownDays(days, { campaignId: campaign?.id, what, last }),
  };
}
