import { type BrokenCampaign, type Day, dayOf, formatDay } from '@funnel/domain';
import { brokenText, campaignEventText, plainFormats, quoted, shortBrokenText } from '@funnel/words';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Extras } from './extras.ts';
import type { CampaignEvent } from './read-campaign-events.ts';

interface Mark {
  day: Day;
  kind: CampaignEvent['kind'] | 'break';
  campaignId: number;
  text: string;
}

const MAX_MARKS = 30;
const UNNAMED = 'A campaign without a name';

/** The days of the window on which something happened. */
export function marks(
  { period: { window }, now }: ReportFacts,
  breaks: readonly Mark[],
  events: readonly CampaignEvent[] = [],
): Pick<Extras, 'marks'> {
  const all = [...breaks, ...events.map((event) => eventMark(event, now))].filter(
    ({ day }) => day >= window.start && day <= window.end,
  );
  // If there are too many, what broke stays, and what is new.
  const kept = all
    .toSorted(
      (one, other) => Number(other.kind === 'break') - Number(one.kind === 'break') || other.day - one.day,
    )
    .slice(0, MAX_MARKS);
  return {
    marks: kept
      .toSorted((one, other) => one.day - other.day || one.campaignId - other.campaignId)
      .map(({ day, kind, campaignId, text }) => ({
        date: formatDay(day),
        kind,
        campaign_id: campaignId,
        text,
      })),
  };
}

/** The break of a campaign in its own report: all there is to say. */
export function breakOf(campaignId: number, broken: BrokenCampaign | undefined, now: Date): Mark[] {
  if (!broken) return [];
  const text = brokenText(broken, plainFormats(dayOf(now)));
  return [{ day: broken.day, kind: 'break', campaignId, text }];
}

/** Those of several campaigns, each in a short sentence. */
export function breaksOf({ breaks = [], now }: ReportFacts): Mark[] {
  return breaks.flatMap(({ campaign, ...found }): Mark[] => {
    if (!campaign) return [];
    const text = shortBrokenText(found, plainFormats(dayOf(now)), quoted(campaign.name, UNNAMED));
    return [{ day: found.day, kind: 'break', campaignId: campaign.id, text }];
  });
}

function eventMark({ kind, day, campaign: { id, name } }: CampaignEvent, now: Date): Mark {
  const text = campaignEventText({ kind, day, name: quoted(name, UNNAMED) }, plainFormats(dayOf(now)));
  return { day, kind, campaignId: id, text };
}
