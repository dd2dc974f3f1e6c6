import { type CampaignBreak, dateText, dayOf, numberText } from '@funnel/domain';
import { brokenText, fewText, viewersText } from '@funnel/words';
import type { CampaignState, ListedBreak } from '@funnel/metrics';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';
import { quoted } from '../output/words.ts';

const HOURS = 24;
/** Beyond this, hours mean nothing. */
const MAX_HOURS = 48;
/** After a month, a break is the usual state. */
const MOST_HOURS = 28 * HOURS;
/** After this share of the viewers that a break takes, silence is unusual. */
const UNUSUAL = 0.3;
const MAX_LISTED = 2;
const MAX_IDS = 10;
const ALL_CAMPAIGNS = 'The website as a whole';

type Days = Pick<ReportFacts, 'period' | 'now'>;

/** That a campaign is broken, since when, and what fits; or how soon a break would be noticed. */
export function brokenCampaign({ state, period, now }: Days & { state: CampaignState | undefined }): Note[] {
  if (!state) return [];
  if (state.broken)
    return isConcerned(state.broken, period)
      ? [{ code: 'broken', text: brokenText(state.broken, { today: dayOf(now) }) }]
      : [];
  const {
    viewersUntilNoticed: needed,
    viewersSince,
    peopleSince,
    lastConversion,
    viewersPerDay,
  } = state.watched;
  if (viewersPerDay === 0) return [];
  const since =
    lastConversion === undefined || peopleSince === undefined
      ? ''
      : `Nobody has converted since ${dateText(lastConversion + 1, dayOf(now))}, of ${viewersText(peopleSince)}.`;
  if (needed === undefined) {
    return [
      {
        code: 'watched',
        text: since !== '' ? since : 'It has too few recent conversions to notice a break.',
      },
    ];
  }
  // Those who have not converted since count already.
  const viewers = needed - viewersSince;
  if (viewers <= 0) return since === '' ? [] : [{ code: 'watched', text: since }];
  const hours = (HOURS * viewers) / viewersPerDay;
  const isUnusual = since !== '' && viewersSince >= UNUSUAL * needed;
  if (isUnusual)
    return [
      {
        code: 'watched',
        text: `${since} After about ${numberText(viewers)} more it would be certain that something broke.`,
      },
    ];
  if (hours > MOST_HOURS)
    return [{ code: 'watched', text: 'It has too few viewers to notice a break soon.' }];
  const time = timeText(hours);
  const text = `No break found. If nobody converted any more, it would show here after about ${numberText(viewers)} more viewers, ${time} at this traffic.`;
  return [{ code: 'watched', text }];
}

/** The broken campaigns of a website, the worst first. */
export function brokenCampaigns({ breaks = [], period, now }: ReportFacts): Note[] {
  const concerned = breaks.filter((found) => isConcerned(found, period));
  if (concerned.length === 0) return [];
  const texts = concerned.slice(0, MAX_LISTED).map(({ campaign: named, websiteName, ...found }) => {
    const where = websiteName === undefined ? '' : ` of ${quoted(websiteName)}`;
    const what = named ? quoted(named.name, `campaign ${named.id}`) : ALL_CAMPAIGNS;
    return listedText(found, { now, name: `${what}${where}` });
  });
  return [{ code: 'broken', text: [...texts, ...restText(concerned.slice(MAX_LISTED))].join(' ') }];
}

/** Days before a break are not about it. */
function isConcerned({ day }: CampaignBreak, { window }: Days['period']): boolean {
  return day <= window.end;
}

/** One broken campaign of several, in a sentence. Without a `name` where it stands beside the text. */
export function listedText(
  found: CampaignBreak,
  { now, name }: { now: Date; name?: string | undefined },
): string {
  const since = dateText(found.day, dayOf(now));
  if (found.what === 'views') return `Nobody has viewed ${name ?? 'it'} since ${since}.`;
  const broke = name === undefined ? 'Broken' : `${name} has been broken`;
  return `${broke} since ${since}: of ${viewersText(found.since.of)} ${fewText(found)}.`;
}

/** The ids of the others, to open them. */
function restText(rest: readonly ListedBreak[]): string[] {
  if (rest.length === 0) return [];
  const ids = rest.flatMap(({ campaign }) => campaign?.id ?? []).slice(0, MAX_IDS);
  const more = rest.length > ids.length ? ' …' : '';
  return [`Also broken: ${rest.length} more (ids ${ids.join(', ')}${more}).`];
}

function timeText(hours: number): string {
  if (hours < 1.5) return 'an hour';
  if (hours <= MAX_HOURS) return `${Math.round(hours)} hours`;
  return `${Math.round(hours / HOURS)} days`;
}
