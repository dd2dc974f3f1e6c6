import type { BrokenCampaign, CampaignBreak, Day, StoppedToo } from '@funnel/domain';
import type { Formats } from '../phrases/formats.ts';
import { listText, plainLetter, stepText } from '../phrases/names.ts';
import { countText } from '../phrases/numbers.ts';

const WENT_ON = { conversions: 'converted', submissions: 'submitted a form', completions: 'completed it' };
const MAX_LISTED = 6;

/** What stopped; `views` if nobody comes any more. */
type Stopped = CampaignBreak['what'];

export interface BreakSentences {
  /** Since when, and the numbers. */
  lead: string;
  /** What else stopped, and where. */
  details: string[];
  /** What to check first. */
  advice: string;
}

/**
 * Since when a campaign is broken, the numbers, and what fits. With a `name` where the sentences stand alone.
 * @example
 * const also = { submissions: false, steps: [], variants: [] };
 * const silent = { what: 'views', day: 20_400, viewersPerDay: 31.4, also } as const;
 * const { lead } = breakSentences(silent, plainFormats(20_408));
 * assert.equal(lead, 'Nobody has viewed it since 8 November, after about 31 viewers a day.');
 */
export function breakSentences(broken: BrokenCampaign, formats: Formats, name?: string): BreakSentences {
  const since = formats.day(broken.day);
  if (broken.what === 'views') {
    const before = countText(Math.round(broken.viewersPerDay), 'viewer', formats.number);
    const lead = `Nobody has viewed ${name ?? 'it'} since ${since}, after about ${before} a day.`;
    return { lead, details: [], advice: 'Check whether it was switched off, and its tracking.' };
  }
  const { also, silentSince } = broken;
  const letters = also.variants.map(plainLetter).filter((letter) => letter !== '');
  const others = [...(also.submissions ? ['submissions'] : []), ...also.steps.map(stepText)];
  return {
    lead: `${brokenSince(since, name)}: ${fewText(broken, formats)}.`,
    details: [
      ...(silentSince === undefined ? [] : [`Since ${formats.day(silentSince)} nobody has come at all.`]),
      ...(letters.length > 0 ? [onlyText(letters)] : []),
      ...(others.length > 0 ? [`Also down: ${listText(others, { most: MAX_LISTED })}.`] : []),
    ],
    advice: `Check ${whatToCheck(broken)} first.`,
  };
}

/**
 * The same as one text, for who knows whether viewers still come.
 * @example
 * const also = { submissions: true, steps: [], variants: [] };
 * const stopped = { what: 'conversions', day: 20_401, since: { count: 6, of: 1_064 }, expected: 103.4 } as const;
 * assert.equal(
 *   brokenText({ ...stopped, silentSince: undefined, also }, plainFormats(20_408)),
 *   'Broken since 9 November: viewers still come, but of 1,064 viewers only 6 converted, where 103 would have before. Also down: submissions. Check the form and its tracking first.',
 * );
 */
export function brokenText(broken: BrokenCampaign, formats: Formats, name?: string): string {
  const { lead, details, advice } = breakSentences(broken, formats, name);
  if (broken.what === 'views') return lead.replace(/\.$/, ': it was switched off, or its tracking broke.');
  const coming = broken.silentSince === undefined ? 'viewers still come, but ' : '';
  const since = `${brokenSince(formats.day(broken.day), name)}: `;
  return [`${since}${coming}${fewText(broken, formats)}.`, ...details, advice].join(' ');
}

/**
 * One broken campaign of several, in a sentence. Without a `name` where it stands beside the text.
 * @example
 * const silent = { what: 'views', day: 20_401, viewersPerDay: 31.4 } as const;
 * assert.equal(shortBrokenText(silent, plainFormats(20_408)), 'Nobody has viewed it since 9 November.');
 */
export function shortBrokenText(found: CampaignBreak, formats: Formats, name?: string): string {
  const since = formats.day(found.day);
  if (found.what === 'views') return `Nobody has viewed ${name ?? 'it'} since ${since}.`;
  return `${brokenSince(since, name)}: ${fewText(found, formats)}.`;
}

/**
 * What broke and since when, without numbers: "Broken since 9 November: conversions of “Spring quiz”".
 * @example
 * const line = breakLine({ what: 'conversions', since: '9 November', name: '“Quiz”' });
 * assert.equal(line, 'Broken since 9 November: conversions of “Quiz”');
 */
export function breakLine({ what, since, name }: { what: Stopped; since: string; name: string }): string {
  return what === 'views'
    ? `No views of ${name} since ${since}`
    : `Broken since ${since}: ${what} of ${name}`;
}

/**
 * What nobody, or hardly anybody, does any more. For a whole website without the name of a campaign.
 * @example
 * const names = { campaign: '“Quiz”', website: 'oak.example' };
 * assert.equal(breakTitle({ what: 'conversions', isNone: true, ...names }), '“Quiz” no longer converts');
 */
export function breakTitle({
  what,
  isNone,
  campaign,
  website,
}: {
  what: Stopped;
  isNone: boolean;
  campaign: string | undefined;
  website: string;
}): string {
  const all = campaign ?? `the campaigns of ${website}`;
  const nobody = isNone ? 'Nobody' : 'Hardly anybody';
  return {
    views: `Nobody sees ${all} any more`,
    conversions: `${campaign ?? website} ${isNone ? 'no longer converts' : 'hardly converts any more'}`,
    submissions: `${nobody} submits the ${campaign ? 'form' : 'forms'} of ${campaign ?? website} any more`,
    completions: `${nobody} completes ${all} any more`,
  }[what];
}

/** "of 1,064 viewers only 6 converted, where 103 would have before" */
function fewText(
  { what, since, expected }: Exclude<CampaignBreak, { what: 'views' }>,
  formats: Formats,
): string {
  const { number } = formats;
  const few = since.count === 0 ? 'none' : `only ${number(since.count)}`;
  return `of ${countText(since.of, 'viewer', number)} ${few} ${WENT_ON[what]}, where ${number(Math.round(expected))} would have before`;
}

function brokenSince(since: string, name: string | undefined): string {
  return name === undefined ? `Broken since ${since}` : `${name} has been broken since ${since}`;
}

/** The other variants still work. */
function onlyText(letters: readonly string[]): string {
  const [variants, are] = letters.length === 1 ? ['variant', 'is'] : ['variants', 'are'];
  return `Only ${variants} ${listText(letters, { most: MAX_LISTED })} ${are} broken.`;
}

/** What fits to what has stopped, and is worth a look first. */
function whatToCheck({ what, also }: { what: Stopped; also: StoppedToo }): string {
  if (what === 'submissions' || also.submissions) return 'the form and its tracking';
  const [step] = also.steps;
  if (step) return `the way to ${stepText(step)} and its tracking`;
  return what === 'completions' ? 'the goal and its tracking' : 'what converts and its tracking';
}

/**
 * That a campaign works again.
 * @example
 * const text = recoveryText({ since: 20_401, on: 20_404 }, plainFormats(20_408));
 * assert.equal(text, 'It broke on 9 November and was seen working again on 12 November.');
 */
export function recoveryText({ since, on }: { since: Day; on: Day }, { day }: Formats): string {
  return `It broke on ${day(since)} and was seen working again on ${day(on)}.`;
}
