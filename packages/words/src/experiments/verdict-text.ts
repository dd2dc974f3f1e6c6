import {
  type BrokenCampaign,
  type Comparison,
  dayOf,
  MIN_VIEWS,
  numberText,
  openRivals,
  type Outlook,
  pointsApart,
  type Share,
  type Window,
} from '@funnel/domain';
import { type Formats, plainFormats } from '../phrases/formats.ts';
import { listText, quoted } from '../phrases/names.ts';
import { signed } from '../phrases/numbers.ts';
import { comparedSince, decisionText, undecidedText } from './decision-text.ts';
import { outlookText, settledText } from './outlook-text.ts';
import { type Earner, revenueText, type SellingLife } from './revenue-text.ts';

const MAX_VIEWERS = 4;
const MAX_NAMED = 6;

export const EVENTS_NOT_COMPARED =
  'No verdict on variants: with count_type=total the events of one visitor depend on each other. Ask with count_type=distinct.';

/** A variant over the whole life of its experiment (`share`), and in the window of the answer. */
export interface JudgedVariant {
  letter: string;
  share: Share;
  inWindow: Share;
}

/** An experiment over its whole life, and what is known about its variants. */
export interface Verdict<Variant extends JudgedVariant = JudgedVariant> extends Comparison<Variant> {
  experiment: {
    name: string;
    variants: readonly Variant[];
    /** Without a day until all of its variants have been viewed. */
    life: SellingLife & { splitChangedOn: number | undefined };
  };
  revenue: { comparison: Comparison<Earner> | undefined; isDecided: boolean } | undefined;
  /** Whether it is worth to wait; undefined if it is decided, over or broken. */
  outlook: Outlook | undefined;
}

/** What a verdict is said about beside its experiment. */
export interface VerdictContext {
  /** Undefined before a day of it is over: a part of a day says nothing beside a whole life. */
  window: Window | undefined;
  now: Date;
  currency: string;
  /** Whether the answer has no other experiment. */
  isOnly: boolean;
  /** Whether nobody can end or go on with it any more. */
  isOver: boolean;
  /** Some of its variants are broken. */
  broken: BrokenCampaign | undefined;
}

/**
 * @example
 * const share = { count: 2, of: 40, rate: 5 };
 * const variants = ['A', 'B'].map((letter) => ({ letter, share, inWindow: share }));
 * const life = { days: { start: 20_766, end: 20_773 }, splitChangedOn: undefined, variants: new Map() };
 * const nothing = { variants: [], settled: [], revenue: undefined, outlook: undefined };
 * const verdict = { outcome: 'too_few' as const, experiment: { name: 'Quiz', variants, life }, ...nothing };
 * const alone = { window: undefined, currency: 'EUR', isOnly: true, isOver: false, broken: undefined };
 * const text = verdictText(verdict, { ...alone, now: new Date('2026-11-16T08:00:00Z') });
 * assert.match(text, /^“Quiz”: too early to compare \(viewers since 9 November: A 40, B 40\)\./);
 */
export function verdictText(verdict: Verdict, context: VerdictContext): string {
  return `${quoted(verdict.experiment.name)}: ${verdictOf(verdict, context)}`;
}

function verdictOf(verdict: Verdict, context: VerdictContext): string {
  const { outcome, variants, experiment } = verdict;
  const formats = plainFormats(dayOf(context.now));
  const since = comparedSince(experiment.life, formats);
  const [best, second] = variants;
  const [last, beforeLast] = [variants.at(-1), variants.at(-2)];
  if (!best || !second || !last || !beforeLast) return tooFewText(experiment, context, since);
  const settled = `Beyond chance: ${settledText(verdict)}.`;
  // In a list only what is decided.
  const isRevenueSaid = verdict.revenue && (context.isOnly || verdict.revenue.isDecided);
  const revenue =
    isRevenueSaid && revenueText(verdict.revenue?.comparison, experiment.life, context.currency);
  if (outcome === 'wins' || outcome === 'loses') {
    const [one, other] = outcome === 'wins' ? [best, second] : [last, beforeLast];
    const others = variants.filter((each) => each !== one);
    const [winners, losers] = outcome === 'wins' ? [[one], others] : [others, [one]];
    const points = pointsText(one, other, verdict, context);
    return sentences(
      decisionText({ outcome, variant: one, others, since }, formats),
      brokenVariantText(winners, losers, context, formats),
      !points.isOfWindow && points.text,
      outcome === 'loses' && others.length > 1 && settled,
      revenue,
      // What is about the same days stays together.
      points.isOfWindow && points.text,
    );
  }
  // The two that a winner is looked for among.
  const [rival = second] = openRivals(verdict).rivals;
  const hasEnded = context.isOver && !verdict.revenue?.isDecided;
  return sentences(
    undecidedText(variants, { since, hasEnded }, formats),
    pointsText(best, rival, verdict, { ...context, window: undefined }).text,
    brokenVariantText([], variants, context, formats),
    outcome === 'mixed' && settled,
    verdict.outlook && outlookText(verdict.outlook, verdict),
    revenue,
  );
}

function sentences(...all: readonly (string | false | undefined)[]): string {
  return all.filter(Boolean).join(' ');
}

/** "In this window, today included, B is 6.32 points above A (95 % interval +3.8 to +8.8)." */
function pointsText(
  one: JudgedVariant,
  other: JudgedVariant,
  { variants, experiment }: Verdict,
  { window, now }: VerdictContext,
): { text: string; isOfWindow: boolean } {
  const { days } = experiment.life;
  const isOther = window !== undefined && (window.start !== days.start || window.end !== days.end);
  const isOfWindow = isOther && one.inWindow.of > 0 && other.inWindow.of > 0;
  const [a, b] = isOfWindow ? [one.inWindow, other.inWindow] : [one.share, other.share];
  const { points, low, high } = pointsApart(a, b, variants.length);
  const isRunning = window !== undefined && window.end >= dayOf(now);
  const where = isOfWindow ? `In this window${isRunning ? ', today included,' : ''} ` : '';
  const apart =
    points === 0
      ? `as high as ${other.letter}`
      : `${numberText(Math.abs(points))} points ${points > 0 ? 'above' : 'below'} ${other.letter}`;
  // Where nobody converts, the interval says nothing.
  const interval = low === high ? '' : ` (95 % interval ${signed(low)} to ${signed(high)})`;
  return { text: `${where}${one.letter} is ${apart}${interval}.`, isOfWindow };
}

/** A broken variant does not lose; and one that wins although it is broken wins all the more. */
function brokenVariantText(
  winners: readonly JudgedVariant[],
  losers: readonly JudgedVariant[],
  { broken }: VerdictContext,
  { day }: Formats,
): string | undefined {
  if (!broken) return undefined;
  const isBroken = ({ letter }: JudgedVariant) => broken.also.variants.includes(letter);
  const since = `broken since ${day(broken.day)}`;
  const loser = losers.find(isBroken);
  if (loser) return `But ${loser.letter} has been ${since}, which may be why.`;
  const winner = winners.find(isBroken);
  return winner && `And that although ${winner.letter} has been ${since}.`;
}

function tooFewText(
  { variants, life }: Verdict['experiment'],
  { isOver }: VerdictContext,
  since: string,
): string {
  if (isOver) return 'it ended before its variants could be compared.';
  // On the day on which the split changed there are no days to compare either, but viewers.
  if (life.splitChangedOn === undefined && life.days.end < life.days.start) {
    const isUnseen = variants.some(({ inWindow }) => inWindow.of === 0);
    return `no verdict yet: ${isUnseen ? 'not every variant has been viewed, or ' : ''}views accepted in the last minutes are not compared yet.`;
  }
  const viewers = variants
    .slice(0, MAX_VIEWERS)
    .map(({ letter, share }) => `${letter} ${numberText(share.of)}`)
    .join(', ');
  return `too early to compare (viewers ${since}: ${viewers}). Each variant needs ${MIN_VIEWS} viewers and 5 expected conversions.`;
}

/**
 * Why an experiment has no verdict although its visitors are counted.
 * @example
 * assert.equal(noVerdictText('Quiz'), 'No verdict on “Quiz”: more visitors converted than viewed it.');
 */
export function noVerdictText(name: string): string {
  return `No verdict on ${quoted(name)}: more visitors converted than viewed it.`;
}

/**
 * What is decided by name, and how many are not: all of them, because the descriptions may not fit.
 * @example
 * const decided = [{ name: 'Quiz', decision: 'B wins' }];
 * assert.equal(
 *   experimentsText({ all: 4, decided, open: 3, alike: 0, few: 0 }),
 *   'Of 4 experiments: decided “Quiz” (B wins); 3 not decided yet.',
 * );
 */
export function experimentsText({
  all,
  decided,
  open,
  alike,
  few,
}: Record<'all' | 'open' | 'alike' | 'few', number> & {
  decided: readonly { name: string; decision: string }[];
}): string {
  const names = decided.map(({ name, decision }) => `${quoted(name)} (${decision})`);
  const parts = [
    decided.length > 0 ? `decided ${listText(names, { most: MAX_NAMED })}` : 'none is decided',
    ...(open > 0 ? [`${open} not decided yet`] : []),
    ...(alike > 0 ? [`${alike} without a difference, to be ended`] : []),
    ...(few > 0 ? [`${few} too early to compare`] : []),
  ];
  return `Of ${all} experiments: ${parts.join('; ')}.`;
}
