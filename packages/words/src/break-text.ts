import {
  type BrokenCampaign,
  type CampaignBreak,
  dateText,
  type Day,
  numberText,
  plainName,
  type Stopped,
  type StoppedToo,
} from '@funnel/domain';

const MAX_NAME = 30;
const WENT_ON = { conversions: 'converted', submissions: 'submitted a form', completions: 'completed it' };

/**
 * What stopped, for a sentence that has named the viewers.
 * @example
 * const since = { count: 6, of: 1_064 };
 * const stopped = { what: 'conversions', day: 20_000, since, expected: 103.4, silentSince: undefined } as const;
 * assert.equal(fewText(stopped), 'only 6 converted, where 103 would have before');
 */
export function fewText({ what, since, expected }: Stopped): string {
  const few = since.count === 0 ? 'none' : `only ${numberText(since.count)}`;
  return `${few} ${WENT_ON[what]}, where ${numberText(Math.round(expected))} would have before`;
}

/**
 * Since when a campaign is broken, the numbers, and what fits. With a `name` where the text stands alone.
 * @example
 * import { parseDay } from '@funnel/domain';
 *
 * const today = parseDay('2026-11-17') ?? 0;
 * const silent = { what: 'views', day: today - 8, viewersPerDay: 31.4 } as const;
 * const also = { submissions: false, steps: [], variants: [] };
 * assert.match(brokenText({ ...silent, also }, { today }), /^Nobody has viewed it since 9 November, after about 31 viewers a day/);
 */
export function brokenText(
  broken: BrokenCampaign,
  { today, name }: { today: Day; name?: string | undefined },
): string {
  const since = dateText(broken.day, today);
  if (broken.what === 'views') {
    const before = numberText(Math.round(broken.viewersPerDay));
    return `Nobody has viewed ${name ?? 'it'} since ${since}, after about ${before} ${before === '1' ? 'viewer' : 'viewers'} a day: it was switched off, or its tracking broke.`;
  }
  const { also } = broken;
  const others = stoppedTooTexts(also);
  const together = others.length > 0 ? ` Also down: ${others.join(', ')}.` : '';
  const where = also.variants.length > 0 ? ` It is variant ${also.variants.join(' and ')}.` : '';
  const isSilent = broken.silentSince !== undefined;
  const coming = isSilent ? '' : 'viewers still come, but ';
  const gone = isSilent ? ` Since ${dateText(broken.silentSince ?? 0, today)} nobody has come at all.` : '';
  const broke = name === undefined ? 'Broken' : `${name} has been broken`;
  return `${broke} since ${since}: ${coming}of ${viewersText(broken.since.of)} ${fewText(broken)}.${gone}${where}${together} Check ${whatToCheck(broken)} first.`;
}

/**
 * People who viewed something, in a sentence.
 * @example
 * assert.equal(viewersText(836), '836 viewers');
 */
export function viewersText(people: number): string {
  return `${numberText(people)} ${people === 1 ? 'viewer' : 'viewers'}`;
}

/**
 * What else stopped, one text for each.
 * @example
 * const steps = [{ position: 2, name: 'Your size' }];
 * assert.deepEqual(stoppedTooTexts({ submissions: true, steps, variants: [] }), ['submissions', 'step 2 “Your size”']);
 */
export function stoppedTooTexts({ submissions, steps }: StoppedToo): string[] {
  return [...(submissions ? ['submissions'] : []), ...steps.map(stepText)];
}

/**
 * What fits to what has stopped, and is worth a look first.
 * @example
 * const also = { submissions: true, steps: [], variants: [] };
 * assert.equal(whatToCheck({ what: 'conversions', also }), 'the form and its tracking');
 */
export function whatToCheck({ what, also }: { what: CampaignBreak['what']; also: StoppedToo }): string {
  if (what === 'views') return 'whether it was switched off, and its tracking';
  if (what === 'submissions' || also.submissions) return 'the form and its tracking';
  const [step] = also.steps;
  if (step) return `the way to ${stepText(step)} and its tracking`;
  return what === 'completions' ? 'the goal and its tracking' : 'what converts and its tracking';
}

function stepText({ position, name }: { position: number; name: string | null }): string {
  const plain = plainName(name ?? '', MAX_NAME);
  return `step ${position}${plain === '' ? '' : ` “${plain}”`}`;
}
