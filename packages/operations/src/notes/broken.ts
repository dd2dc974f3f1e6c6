import { type CampaignBreak, dayOf } from '@funnel/domain';
import { brokenText, plainFormats, quoted, shortBrokenText, watchedText } from '@funnel/words';
import type { CampaignState, ListedBreak } from '@funnel/metrics';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

const MAX_LISTED = 2;
const MAX_IDS = 10;
const ALL_CAMPAIGNS = 'The website as a whole';

type Days = Pick<ReportFacts, 'period' | 'now'>;

/** That a campaign is broken, since when, and what fits; or how soon a break would be noticed. */
export function brokenCampaign({ state, period, now }: Days & { state: CampaignState | undefined }): Note[] {
  if (!state) return [];
  const formats = plainFormats(dayOf(now));
  if (state.broken)
    return isConcerned(state.broken, period)
      ? [{ code: 'broken', text: brokenText(state.broken, formats) }]
      : [];
  const text = watchedText(state.watched, formats);
  return text === undefined ? [] : [{ code: 'watched', text }];
}

/** The broken campaigns of a website, the worst first. */
export function brokenCampaigns({ breaks = [], period, now }: ReportFacts): Note[] {
  const concerned = breaks.filter((found) => isConcerned(found, period));
  if (concerned.length === 0) return [];
  const texts = concerned.slice(0, MAX_LISTED).map(({ campaign, websiteName, ...found }) => {
    const where = websiteName === undefined ? '' : ` of ${quoted(websiteName)}`;
    const what = campaign ? quoted(campaign.name, `Campaign ${campaign.id}`) : ALL_CAMPAIGNS;
    return shortBrokenText(found, plainFormats(dayOf(now)), `${what}${where}`);
  });
  return [{ code: 'broken', text: [...texts, ...restText(concerned.slice(MAX_LISTED))].join(' ') }];
}

/** Days before a break are not about it. */
function isConcerned({ day }: CampaignBreak, { window }: Days['period']): boolean {
  return day <= window.end;
}

/** The ids of the others, to open them. */
function restText(rest: readonly ListedBreak[]): string[] {
  if (rest.length === 0) return [];
  const ids = rest.flatMap(({ campaign }) => campaign?.id ?? []).slice(0, MAX_IDS);
  const more = rest.length > ids.length ? ' …' : '';
  return [`Also broken: ${rest.length} more (ids ${ids.join(', ')}${more}).`];
}
