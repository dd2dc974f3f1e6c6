import { campaignOf, type Connection, readCampaign, readCampaigns, type WebsiteFacts } from '@funnel/db';
import { type CampaignStatus, type Day, previousWindow, type Window } from '@funnel/domain';
import { readCampaignSplits, readCampaignTotals, readFirstDays, readLastDays } from '@funnel/metrics';
import { beganLater } from '../findings/began-later.ts';

/** A campaign began, ended, or split its traffic in another way. */
export interface CampaignEvent {
  kind: 'launch' | 'end' | 'split';
  day: Day;
  campaign: { id: number; name: string };
}

interface Place {
  website: WebsiteFacts;
  window: Window;
}

interface Campaign {
  id: number;
  name: string;
  status: CampaignStatus;
}

/** To look for the first day of more takes too long. Those with most views are looked at. */
const MAX_SEARCHED = 50;
const MAX_SPLITS = 30;

/** Reads which campaigns of a website began, ended or split their traffic in another way within a window. */
export async function readWebsiteEvents(
  connection: Connection,
  { website, window }: Place,
): Promise<CampaignEvent[]> {
  const period = {
    timeframe: 'custom' as const,
    window,
    previous: previousWindow(window),
    series: undefined,
    countType: 'total' as const,
  };
  const [campaigns, totals, splits] = await Promise.all([
    readCampaigns(connection, { websiteId: website.id }),
    readCampaignTotals(connection, { website, period }),
    readCampaignSplits(connection, { websiteId: website.id, window, limit: MAX_SPLITS }),
  ]);
  const viewsOf = ({ id }: Campaign) => totals.current.campaigns.get(id)?.views ?? 0;
  const viewed = campaigns
    .filter((campaign) => viewsOf(campaign) > 0)
    .sort((one, other) => viewsOf(other) - viewsOf(one));
  // What was viewed in the period before did not begin in this one.
  const recent = viewed.filter(({ id }) => !totals.previous.campaigns.get(id)?.views);
  const searched = await readBeginsAndEnds(connection, website, { recent, viewed });
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  return [
    ...searched,
    ...splits.flatMap(({ campaignId, day }): CampaignEvent[] => {
      const campaign = byId.get(campaignId);
      return campaign ? [{ kind: 'split', day, campaign }] : [];
    }),
  ];
}

/** The same for one campaign. */
export async function readCampaignEvents(
  connection: Connection,
  { website, window, campaign }: Place & { campaign: Campaign },
): Promise<CampaignEvent[]> {
  const { id } = campaign;
  const [searched, splits] = await Promise.all([
    readBeginsAndEnds(connection, website, { recent: [campaign], viewed: [campaign] }),
    readCampaignSplits(connection, {
      websiteId: website.id,
      window,
      campaignId: id,
      limit: MAX_SPLITS,
    }),
  ]);
  return [...searched, ...splits.map(({ day }): CampaignEvent => ({ kind: 'split', day, campaign }))];
}

/** The same for the campaign of a variant. */
export async function readEventsAbove(
  connection: Connection,
  { website, window, variantId }: Place & { variantId: number },
): Promise<CampaignEvent[]> {
  const websiteId = website.id;
  const id = await campaignOf(connection, { websiteId, level: 'variant', id: variantId });
  const campaign = id === undefined ? undefined : await readCampaign(connection, { websiteId, id });
  return campaign ? readCampaignEvents(connection, { website, window, campaign }) : [];
}

async function readBeginsAndEnds(
  connection: Connection,
  website: WebsiteFacts,
  { recent, viewed }: Record<'recent' | 'viewed', readonly Campaign[]>,
): Promise<CampaignEvent[]> {
  const begun = recent.slice(0, MAX_SEARCHED);
  const archived = viewed.filter(({ status }) => status === 'archived').slice(0, MAX_SEARCHED);
  const idsOf = (some: readonly Campaign[]) => some.map(({ id }) => id);
  const [firstDays, lastDays] = await Promise.all([
    readFirstDays(connection, { website, level: 'campaign', ids: idsOf(begun) }),
    readLastDays(connection, { website, level: 'campaign', ids: idsOf(archived) }),
  ]);
  return [
    ...begun.flatMap((campaign): CampaignEvent[] => {
      const day = firstDays.get(campaign.id);
      return day !== undefined && beganLater(day, website) ? [{ kind: 'launch', day, campaign }] : [];
    }),
    ...archived.flatMap((campaign): CampaignEvent[] => {
      const day = lastDays.get(campaign.id);
      // Only after a whole day without it, of which something is known.
      const isOver = day !== undefined && website.lastDay !== undefined && day + 1 < website.lastDay;
      return isOver ? [{ kind: 'end', day, campaign }] : [];
    }),
  ];
}
