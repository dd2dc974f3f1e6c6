import { brokenText, dateText, type Day, dayOf, formatDay } from '@funnel/domain';
import { listedText } from '../notes/broken.ts';
import type { Answered } from '../notes/note.ts';
import { windowOf } from '../notes/report-body.ts';
import { quoted } from '../notes/words.ts';
import type { CampaignEvent } from './campaign-event.ts';
import type { Extras } from './extras.ts';

interface Mark {
  day: Day;
  kind: CampaignEvent['kind'] | 'break';
  campaignId: number;
  text: string;
}

const MAX_MARKS = 30;
const UNNAMED = 'A campaign without a name';

/** The days of the window on which something happened. */
export function marks(answered: Answered): Pick<Extras, 'marks'> {
  const window = windowOf(answered.body);
  if (!window) return {};
  const all = [...breaksOf(answered), ...eventsOf(answered)].filter(
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

/** In the words of the note: all there is to say in the report of a campaign, a short sentence elsewhere. */
function breaksOf({ body, background: { state, breaks = [] }, now }: Answered): Mark[] {
  if (state) {
    const { broken } = state;
    if (!broken) return [];
    const text = brokenText(broken, { today: dayOf(now) });
    return [{ day: broken.day, kind: 'break', campaignId: body.data?.id ?? 0, text }];
  }
  return breaks.flatMap(({ campaign, ...found }): Mark[] => {
    if (!campaign) return [];
    const text = listedText(found, { now, name: quoted(campaign.name, UNNAMED) });
    return [{ day: found.day, kind: 'break', campaignId: campaign.id, text }];
  });
}

function eventsOf({ background: { events = [] }, now }: Answered): Mark[] {
  return events.map(({ kind, day, campaign: { id, name } }) => {
    const [what, date] = [quoted(name, UNNAMED), dateText(day, dayOf(now))];
    const text = {
      launch: `${what} began on ${date}.`,
      end: `${what} ended on ${date}.`,
      split: `${what}: the split changed on ${date}.`,
    }[kind];
    return { day, kind, campaignId: id, text };
  });
}
