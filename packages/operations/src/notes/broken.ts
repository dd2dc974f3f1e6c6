import { numberText } from '@funnel/domain';
import type { BrokenCampaign } from '../reports/read-campaign-state.ts';
import type { Answered, Note } from './note.ts';
import type { ListedBreak } from '../reports/read-broken-campaigns.ts';
import { dateText, quoted } from './words.ts';

const HOURS = 24;
/** Beyond this, hours mean nothing. */
const MAX_HOURS = 48;
const MAX_LISTED = 2;

/** That a campaign is broken, since when, and what fits; or how soon a break would be noticed. */
export function broken({ background: { state, breaks = [] }, now }: Answered): Note[] {
  if (!state) return listed(breaks, now);
  if ('broken' in state) return [{ code: 'broken', text: brokenText(state.broken, now) }];
  if ('silentSince' in state) {
    const { silentSince, before } = state;
    const text = `Nobody has viewed it since ${dateText(silentSince, now)}, after about ${numberText(Math.round(before))} viewers a day: it was switched off, or its tracking broke.`;
    return [{ code: 'broken', text }];
  }
  const { viewersUntilNoticed: viewers, viewersPerDay } = state;
  if (viewers === undefined || viewersPerDay === 0) return [];
  const time = timeText((HOURS * viewers) / viewersPerDay);
  const text = `Nothing is broken. A break would be noticed after about ${numberText(viewers)} more viewers, ${time} at this traffic.`;
  return [{ code: 'watched', text }];
}

/** The broken campaigns of a website, the worst first. */
function listed(breaks: readonly ListedBreak[], now: Date): Note[] {
  if (breaks.length === 0) return [];
  const texts = breaks.slice(0, MAX_LISTED).map(({ id, name, websiteName, day, stopped }) => {
    const since = dateText(day, now);
    const where = websiteName === undefined ? '' : ` of ${quoted(websiteName)}`;
    const campaign = `${quoted(name, `campaign ${id}`)}${where}`;
    if (!stopped) return `Nobody has viewed ${campaign} since ${since}.`;
    const { since: share, expected } = stopped;
    return `${campaign} is broken since ${since}: of ${numberText(share.of)} viewers ${fewText(share.count)} converted, where ${numberText(Math.round(expected))} would have before.`;
  });
  const more = breaks.length - texts.length;
  return [
    { code: 'broken', text: [...texts, ...(more > 0 ? [`And ${more} more campaigns.`] : [])].join(' ') },
  ];
}

const WHAT = { conversions: 'converted', submissions: 'submitted a form', completions: 'completed it' };

function brokenText({ what, day, since, expected, also }: BrokenCampaign, now: Date): string {
  const usual = numberText(Math.round(expected));
  const others = [
    ...(also.submissions ? ['submissions'] : []),
    ...also.steps.map((position) => `step ${position}`),
  ];
  const together = others.length > 0 ? ` With it stopped: ${others.join(', ')}.` : '';
  return `Broken since ${dateText(day, now)}: viewers still come, but of ${numberText(since.of)} ${fewText(since.count)} ${WHAT[what]}, where ${usual} would have before.${together} Check ${suspect(what, also)} first.`;
}

/** What fits to what has stopped. */
function suspect(what: BrokenCampaign['what'], also: BrokenCampaign['also']): string {
  if (what === 'submissions' || also.submissions) return 'the form and its tracking';
  const [step] = also.steps;
  if (step !== undefined) return `the way to step ${step} and its tracking`;
  return what === 'completions' ? 'the goal and its tracking' : 'what converts and its tracking';
}

function fewText(count: number): string {
  return count === 0 ? 'none' : `only ${numberText(count)}`;
}

function timeText(hours: number): string {
  if (hours < 1.5) return 'an hour';
  if (hours <= MAX_HOURS) return `${Math.round(hours)} hours`;
  return `${Math.round(hours / HOURS)} days`;
}
