import {
  dateText,
  dayOf,
  differenceInterval,
  MIN_VIEWS,
  numberText,
  proportionOf,
  type Share,
  shareOf,
  viewersNeeded,
} from '@funnel/domain';
import { experimentsIn } from './experiments.ts';
import {
  judge,
  type Judged,
  type JudgedVariant,
  type Living,
  ORDER,
  placeOf,
  UNBORN,
  type VerdictContext,
} from './judge.ts';
import type { Answered, Note } from './note.ts';
import { quoted, roundedPoints, signed } from './words.ts';

/** More would not fit; the rest is counted. */
const MAX_VERDICTS = 2;
const MAX_VARIANTS = 4;
const MAX_NAMED = 6;
/** Whoever would have to wait longer should end the experiment. */
const MAX_WEEKS = 52;

/** Which variants differ beyond chance, over the whole lives of their experiments. */
export function verdicts(answered: Answered): Note[] {
  if (experimentsIn(answered.body).length === 0) return [];
  const judgement = judge(answered);
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
  const { outcome, variants, experiment } = judged;
  const [best, second] = variants;
  const [last, beforeLast] = [variants.at(-1), variants.at(-2)];
  const name = quoted(experiment.name);
  if (!best || !second || !last || !beforeLast)
    return { code: 'variants_too_few', text: tooFew(experiment, context) };
  const orders = revenueText(judged, context);
  const since = `(${sinceText(experiment, context)})`;
  if (outcome === 'wins' || outcome === 'loses') {
    const [one, other] = outcome === 'wins' ? [best, second] : [last, beforeLast];
    const others = variants.filter((each) => each !== one);
    const verb = outcome === 'wins' ? 'beats' : 'loses to';
    const whom = others.length === 1 ? other.letter : 'every other variant';
    const { text: points, isOfWindow } = difference(one, other, judged, context);
    // What is about the same days stays together.
    const [inLife, inWindow] = isOfWindow ? ['', ` ${points}.`] : [` ${points}.`, ''];
    const open = outcome === 'loses' && others.length > 1 ? ' Between the others nothing is decided.' : '';
    const tail = `${outcome === 'wins' ? brokenText([one], others, context) : brokenText(others, [one], context)}${inLife}${open}${orders}${inWindow}`;
    return {
      code: outcome === 'wins' ? 'variant_wins' : 'variant_loses',
      text: `${name}: ${one.letter} ${verb} ${whom} beyond chance, however often you look: ${ratesOf([one, ...others])} ${since}.${tail}`,
    };
  }
  const mixed = outcome === 'mixed' ? ' Some pairs differ beyond chance.' : '';
  const points = difference(best, second, judged, { ...context, window: undefined }).text;
  // What is broken changes more than time does.
  const broken = brokenText([], variants, context);
  const wait = context.isOver || judged.revenue?.isDecided || broken !== '' ? '' : ` ${needed(judged)}`;
  const text = `${name}: no variant is best beyond chance: ${ratesOf(variants)} ${since}. ${points}.${broken}${mixed}${wait}${orders}`;
  return { code: 'variants_undecided', text };
}

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

/** "In this window +6.32 points (95 % interval +3.8 to +8.8)" */
function difference(
  one: JudgedVariant,
  other: JudgedVariant,
  { variants, experiment }: Judged,
  { window }: VerdictContext,
): { text: string; isOfWindow: boolean } {
  const { days } = experiment.life;
  const isOther = window !== undefined && (window.start !== days.start || window.end !== days.end);
  const hasWindow = isOther && one.inWindow.of > 0 && other.inWindow.of > 0;
  const [a, b] = hasWindow ? [one.inWindow, other.inWindow] : [one.share, other.share];
  const comparisons = (variants.length * (variants.length - 1)) / 2;
  const { low, high } = differenceInterval(a, b, { comparisons });
  const [from, to] = [low, high].map((end) => signed(roundedPoints(100 * end)));
  const where = hasWindow ? 'In this window ' : '';
  // Where nobody converts, the interval says nothing.
  const interval = low === high ? '' : ` (95 % interval ${from} to ${to})`;
  const text = `${where}${one.letter} ${aboveText(a.rate - b.rate, other.letter)}${interval}`;
  return { text, isOfWindow: hasWindow };
}

/** "is 6.32 points above A" */
function aboveText(points: number, other: string): string {
  const rounded = roundedPoints(points);
  if (rounded === 0) return `is as high as ${other}`;
  return `is ${numberText(Math.abs(rounded))} points ${rounded > 0 ? 'above' : 'below'} ${other}`;
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
  if (loser) return ` But ${loser.letter} is ${since}, which may be why.`;
  const [winner] = winners.filter(isBroken);
  return winner ? ` And that although ${winner.letter} is ${since}.` : '';
}

/** How long it still takes, over all variants, if the best one stays as far ahead of the next. */
function needed({ variants, experiment, alpha }: Judged): string {
  const [best, second] = variants;
  if (!best || !second) return '';
  const weeksFor = (share: Share) => {
    const each = viewersNeeded(share, second.share, alpha);
    const more = variants.reduce((sum, { share: own }) => sum + Math.max(0, each - own.of), 0);
    return { more, weeks: more / experiment.life.weeklyViewers };
  };
  const { more, weeks } = weeksFor(best.share);
  if (weeks <= MAX_WEEKS || (Number.isFinite(more) && !Number.isFinite(weeks))) {
    const time = Number.isFinite(weeks) ? `, ${weeksText(weeks)} at this traffic` : '';
    return `If it stays so, it takes about ${numberText(twoDigits(Math.max(1, more)))} more viewers over all variants${time}.`;
  }
  // The difference may be larger than it looks.
  const { high } = differenceInterval(best.share, second.share);
  const largest = shareOf(
    Math.min(best.share.of, (proportionOf(second.share) + high) * best.share.of),
    best.share.of,
  );
  const possible = weeksFor(largest);
  if (possible.weeks <= MAX_WEEKS)
    return `If it stays so small, a year would not show it; the largest that is possible would take ${weeksText(possible.weeks)}.`;
  return `End it and keep ${variants.length > 2 ? 'any' : 'either'}: at ${numberText(twoDigits(experiment.life.weeklyViewers))} viewers a week, even the largest difference that is possible would take more than a year.`;
}

function weeksText(weeks: number): string {
  const days = Math.max(1, Math.ceil(7 * weeks));
  if (days < 14) return days === 1 ? 'a day' : `${days} days`;
  return `${Math.ceil(weeks)} weeks`;
}

/** In a list only what is decided. */
function revenueText({ revenue }: Judged, { isOnly }: VerdictContext): string {
  return revenue && (isOnly || revenue.isDecided) ? ` ${revenue.text}` : '';
}

/** "since 9 November" */
function sinceText({ life: { days, splitChangedOn } }: Living, { now }: VerdictContext): string {
  return splitChangedOn === undefined
    ? `since ${dateText(days.start, dayOf(now))}`
    : `since the split changed on ${dateText(splitChangedOn, dayOf(now))}`;
}

function tooFew(experiment: Living, context: VerdictContext): string {
  const { name, variants, life } = experiment;
  if (life === UNBORN)
    return `${quoted(name)}: no verdict yet: not every variant has been viewed, or only in the last minutes.`;
  const since = life.splitChangedOn === undefined ? '' : ` ${sinceText(experiment, context)}`;
  const viewers = variants.slice(0, 4).map(({ letter, share }) => `${letter} ${numberText(share.of)}`);
  return `${quoted(name)}: too early to compare (viewers${since}: ${viewers.join(', ')}). Each variant needs ${MIN_VIEWS} viewers and 5 expected conversions.`;
}

/** What is decided by name, and how many are not: all of them, because the descriptions may not fit. */
function summaryOf(all: readonly Judged[]): Note[] {
  const decided = all.filter((one) => placeOf(one) < ORDER.indexOf('mixed'));
  const open = all.filter((one) => !decided.includes(one) && one.outcome !== 'too_few').length;
  const few = all.filter(({ outcome }) => outcome === 'too_few').length;
  const names = decided
    .slice(0, MAX_NAMED)
    .map((one) => `${quoted(one.experiment.name)} (${decisionOf(one)})`);
  const more = decided.length > names.length ? ` and ${decided.length - names.length} more` : '';
  const parts = [
    decided.length > 0 ? `decided ${names.join(', ')}${more}` : 'none is decided',
    ...(open > 0 ? [`${open} not decided yet`] : []),
    ...(few > 0 ? [`${few} with too few viewers to compare`] : []),
  ];
  return [{ code: 'other_experiments', text: `Of ${all.length} experiments: ${parts.join('; ')}.` }];
}

function decisionOf({ outcome, variants, revenue }: Judged): string {
  if (outcome === 'wins') return `${variants[0]?.letter} wins`;
  if (outcome === 'loses') return `${variants.at(-1)?.letter} loses`;
  return `${revenue?.winner} earns most`;
}

/** "Roughly": 12,345 is 12,000. */
function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
