import { dateText, dayOf, MIN_VIEWS, numberText, openRivals, pointsApart, type Share } from '@funnel/domain';
import { outlookText, settledText } from '@funnel/words';
import type { ExperimentFacts } from '../findings/experiments.ts';
import {
  judge,
  type Judged,
  type JudgedVariant,
  type Living,
  type Standing,
  UNBORN,
  type VerdictContext,
} from '../findings/judge.ts';
import type { Note, NoteCode } from './note.ts';
import { revenueText } from './revenue-verdict.ts';
import { quoted, signed } from '../output/words.ts';

/** More would not fit; the rest is counted. */
const MAX_VERDICTS = 2;
const MAX_VARIANTS = 4;
const MAX_NAMED = 6;

/** Which variants differ beyond chance, over the whole lives of their experiments. */
export function variantVerdicts(facts: ExperimentFacts): Note[] {
  if (facts.experiments.length === 0) return [];
  const judgement = judge(facts);
  if (!judgement) return [{ code: 'no_verdict', text: EVENTS }];
  const { judged, odd, context } = judgement;
  // Without a decision there is nothing to say about each of many.
  const said = judged
    .filter(({ outcome }) => outcome !== 'too_few' || judged.length === 1)
    .slice(0, MAX_VERDICTS);
  return [
    ...said.map((one) => verdictOf(one, context)),
    ...(judged.length > said.length ? summaryOf(judged) : []),
    ...odd.slice(0, 1).map((one): Note => ({ code: 'no_verdict', text: oddText(one) })),
  ];
}

/** Why an experiment has no verdict although its visitors are counted. */
export function oddText({ name }: Living): string {
  return `No verdict on ${quoted(name)}: more visitors converted than viewed it.`;
}

/** Why events are not compared. */
export const EVENTS =
  'No verdict on variants: with count_type=total the events of one visitor depend on each other. Ask with count_type=distinct.';

/** What is known about one experiment, as a sentence. */
export function verdictOf(judged: Judged, context: VerdictContext): Note {
  const { outcome, standing, variants, experiment } = judged;
  const [best, second] = variants;
  const [last, beforeLast] = [variants.at(-1), variants.at(-2)];
  const name = quoted(experiment.name);
  if (!best || !second || !last || !beforeLast)
    return { code: CODES[standing], text: tooFew(experiment, context) };
  const orders = ordersText(judged, context);
  const since = `(${sinceText(experiment, context)})`;
  if (outcome === 'wins' || outcome === 'loses') {
    const [one, other] = outcome === 'wins' ? [best, second] : [last, beforeLast];
    const others = variants.filter((each) => each !== one);
    const verb = outcome === 'wins' ? 'beats' : 'loses to';
    const whom = others.length === 1 ? other.letter : 'every other variant';
    const { text: points, isOfWindow } = difference(one, other, judged, context);
    // What is about the same days stays together.
    const [inLife, inWindow] = isOfWindow ? ['', ` ${points}.`] : [` ${points}.`, ''];
    const open = outcome === 'loses' && others.length > 1 ? ` Beyond chance: ${settledText(judged)}.` : '';
    const tail = `${outcome === 'wins' ? brokenText([one], others, context) : brokenText(others, [one], context)}${inLife}${open}${orders}${inWindow}`;
    return {
      code: CODES[standing],
      text: `${name}: ${one.letter} ${verb} ${whom} beyond chance, however often you look: ${ratesOf([one, ...others])} ${since}.${tail}`,
    };
  }
  const mixed = outcome === 'mixed' ? ` Beyond chance: ${settledText(judged)}.` : '';
  // The two that a winner is looked for among.
  const [rival = second] = openRivals(judged).rivals;
  const points = difference(best, rival, judged, { ...context, window: undefined }).text;
  const wait = judged.outlook ? ` ${outlookText(judged.outlook, judged)}` : '';
  const none = standing === 'ended' ? 'it ended, and no variant was best' : 'no variant is best';
  const text = `${name}: ${none} beyond chance: ${ratesOf(variants)} ${since}. ${points}.${brokenText([], variants, context)}${mixed}${wait}${orders}`;
  return { code: CODES[standing], text };
}

/** The notes on each standing. */
const CODES = {
  winner: 'variant_wins',
  loser: 'variant_loses',
  earns_most: 'variant_earns_most',
  mixed: 'variants_mixed',
  no_difference: 'variants_no_difference',
  undecided: 'variants_undecided',
  ended: 'experiment_ended',
  too_few: 'variants_too_few',
} as const satisfies Record<Standing, NoteCode>;

/** "B converts 16.32 % of 1,330 viewers, A 10 % of 1,350" */
function ratesOf(variants: readonly JudgedVariant[]): string {
  const texts = variants
    .slice(0, MAX_VARIANTS)
    .map(({ letter, share }, index) =>
      index === 0 ? `${letter} converts ${rateText(share)} viewers` : `${letter} ${rateText(share)}`,
    );
  const more = variants.length - texts.length;
  return more > 0 ? `${texts.join(', ')} and ${more} more` : texts.join(', ');
}

function rateText({ rate, of }: Share): string {
  return `${numberText(rate)} % of ${numberText(of)}`;
}

/** "In this window, today included, B is 6.32 points above A (95 % interval +3.8 to +8.8)" */
function difference(
  one: JudgedVariant,
  other: JudgedVariant,
  { variants, experiment }: Judged,
  { window, now }: VerdictContext,
): { text: string; isOfWindow: boolean } {
  const { days } = experiment.life;
  const isOther = window !== undefined && (window.start !== days.start || window.end !== days.end);
  const hasWindow = isOther && one.inWindow.of > 0 && other.inWindow.of > 0;
  const [a, b] = hasWindow ? [one.inWindow, other.inWindow] : [one.share, other.share];
  const { points, low, high } = pointsApart(a, b, variants.length);
  const isRunning = window !== undefined && window.end >= dayOf(now);
  const where = hasWindow ? `In this window${isRunning ? ', today included,' : ''} ` : '';
  // Where nobody converts, the interval says nothing.
  const interval = low === high ? '' : ` (95 % interval ${signed(low)} to ${signed(high)})`;
  const text = `${where}${one.letter} ${aboveText(points, other.letter)}${interval}`;
  return { text, isOfWindow: hasWindow };
}

/** "is 6.32 points above A" */
function aboveText(points: number, other: string): string {
  if (points === 0) return `is as high as ${other}`;
  return `is ${numberText(Math.abs(points))} points ${points > 0 ? 'above' : 'below'} ${other}`;
}

/** A broken variant does not lose; and one that wins although it is broken wins all the more. */
function brokenText(
  winners: readonly JudgedVariant[],
  losers: readonly JudgedVariant[],
  context: VerdictContext,
): string {
  const { broken, now } = context;
  if (!broken) return '';
  const isBroken = ({ letter }: JudgedVariant) => broken.also.variants.includes(letter);
  const since = `broken since ${dateText(broken.day, dayOf(now))}`;
  const [loser] = losers.filter(isBroken);
  if (loser) return ` But ${loser.letter} has been ${since}, which may be why.`;
  const [winner] = winners.filter(isBroken);
  return winner ? ` And that although ${winner.letter} has been ${since}.` : '';
}

/** In a list only what is decided. */
function ordersText({ revenue, experiment }: Judged, { isOnly, currency }: VerdictContext): string {
  return revenue && (isOnly || revenue.isDecided)
    ? ` ${revenueText(revenue, experiment.life, currency)}`
    : '';
}

/** "since 9 November" */
function sinceText({ life: { days, splitChangedOn } }: Living, { now }: VerdictContext): string {
  return splitChangedOn === undefined
    ? `since ${dateText(days.start, dayOf(now))}`
    : `since the split changed on ${dateText(splitChangedOn, dayOf(now))}`;
}

function tooFew(experiment: Living, context: VerdictContext): string {
  const { name, variants, life } = experiment;
  if (context.isOver) return `${quoted(name)}: it ended before its variants could be compared.`;
  if (life === UNBORN)
    return `${quoted(name)}: no verdict yet: not every variant has been viewed, or only in the last minutes.`;
  const since = life.splitChangedOn === undefined ? '' : ` ${sinceText(experiment, context)}`;
  const viewers = variants.slice(0, 4).map(({ letter, share }) => `${letter} ${numberText(share.of)}`);
  return `${quoted(name)}: too early to compare (viewers${since}: ${viewers.join(', ')}). Each variant needs ${MIN_VIEWS} viewers and 5 expected conversions.`;
}

const DECIDED: readonly Standing[] = ['winner', 'loser', 'earns_most'];

/** What is decided by name, and how many are not: all of them, because the descriptions may not fit. */
function summaryOf(all: readonly Judged[]): Note[] {
  const decided = all.filter(({ standing }) => DECIDED.includes(standing));
  const count = (...standings: Standing[]) => all.filter((one) => standings.includes(one.standing)).length;
  const [open, alike, few] = [count('undecided', 'mixed'), count('no_difference'), count('too_few')];
  const names = decided
    .slice(0, MAX_NAMED)
    .map((one) => `${quoted(one.experiment.name)} (${decisionOf(one)})`);
  const more = decided.length > names.length ? ` and ${decided.length - names.length} more` : '';
  const parts = [
    decided.length > 0 ? `decided ${names.join(', ')}${more}` : 'none is decided',
    ...(open > 0 ? [`${open} not decided yet`] : []),
    ...(alike > 0 ? [`${alike} without a difference, to be ended`] : []),
    ...(few > 0 ? [`${few} with too few viewers to compare`] : []),
  ];
  return [{ code: 'other_experiments', text: `Of ${all.length} experiments: ${parts.join('; ')}.` }];
}

function decisionOf({ outcome, variants, revenue }: Judged): string {
  if (outcome === 'wins') return `${variants[0]?.letter} wins`;
  if (outcome === 'loses') return `${variants.at(-1)?.letter} loses`;
  return `${revenue?.comparison?.variants[0]?.letter} earns most`;
}
