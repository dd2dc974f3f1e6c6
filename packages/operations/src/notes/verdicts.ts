import {
  compareVariants,
  type Comparison,
  differenceInterval,
  MIN_VIEWS,
  numberText,
  shareOf,
  type Share,
  viewersNeeded,
  type Window,
  dateText,
  dayOf,
} from '@funnel/domain';
import type { ExperimentLife } from '@funnel/metrics';
import { type Experiment, experimentsIn, type TestedVariant } from './experiments.ts';
import type { Answered, Note } from './note.ts';
import { isDistinct, windowOf } from './report-body.ts';
import { type RevenueVerdict, revenueVerdicts } from './revenue-verdict.ts';
import { pointsText, quoted, roundedPoints, signed } from './words.ts';

/** More would not fit; the rest is counted. */
const MAX_VERDICTS = 3;
const MAX_VARIANTS = 4;
/** Whoever would have to wait longer should end the experiment. */
const MAX_WEEKS = 52;

/** A variant over the whole life of its experiment (`share`), and in the window of the answer. */
interface JudgedVariant extends TestedVariant {
  inWindow: Share;
}

/** An experiment over its whole life. */
interface Living {
  name: string;
  variants: JudgedVariant[];
  life: ExperimentLife;
}

interface Judged extends Comparison<JudgedVariant> {
  experiment: Living;
  revenue: RevenueVerdict | undefined;
}

/** Decided ones come first. */
const ORDER: readonly Judged['outcome'][] = ['wins', 'loses', 'mixed', 'undecided', 'too_few'];

/**
 * Which variants differ beyond chance, over the whole lives of their experiments. All comparisons of an answer are one family: at most 1 %
 * of experiments without a difference ever get a verdict, however often they are read.
 */
export function verdicts(answered: Answered): Note[] {
  const { body, input, background, now } = answered;
  const experiments = experimentsIn(body);
  if (experiments.length === 0) return [];
  if (!isDistinct(body, input)) return [{ code: 'no_verdict', text: EVENTS }];
  const living = experiments.map((experiment) => livingOf(experiment, background.lives));
  const [testable, odd] = [living.filter(isTestable), living.filter((one) => !isTestable(one))];
  const comparisons = compareVariants(testable.map(({ variants }) => variants));
  const revenues = revenueVerdicts(testable, body.website?.currency ?? '');
  const judged = testable
    .flatMap((experiment, index): Judged[] => {
      const comparison = comparisons[index];
      return comparison ? [{ experiment, revenue: revenues[index], ...comparison }] : [];
    })
    .sort((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
  // Without a decision there is nothing to say about each of many.
  const said = judged
    .filter(({ outcome }) => outcome !== 'too_few' || judged.length === 1)
    .slice(0, MAX_VERDICTS);
  const context = { window: windowOf(body), now, isOnly: experiments.length === 1 };
  return [
    ...said.map((one) => verdictOf(one, context)),
    ...restOf(judged.filter((one) => !said.includes(one))),
    ...odd.slice(0, 1).map(({ name }): Note => {
      return {
        code: 'no_verdict',
        text: `No verdict on ${quoted(name)}: more visitors converted than viewed it.`,
      };
    }),
  ];
}

/** Before all of its variants were shown, an experiment has no life. */
const UNBORN: ExperimentLife = {
  days: { start: 0, end: -1 },
  splitChangedOn: undefined,
  variants: new Map(),
  weeklyViewers: 0,
};

function livingOf({ name, variants }: Experiment, lives: Answered['background']['lives']): Living {
  const life = lives?.get(variants[0]?.id ?? 0) ?? UNBORN;
  return {
    name,
    life,
    variants: variants.map((variant) => {
      const { viewers = 0, converted = 0 } = life.variants.get(variant.id) ?? {};
      return { ...variant, inWindow: variant.share, share: shareOf(converted, viewers) };
    }),
  };
}

/** A rate above 100 % is no share of the viewers. */
function isTestable({ variants }: Living): boolean {
  return variants.every(({ share }) => share.count <= share.of);
}

const EVENTS =
  'No verdict on variants: with count_type=total the events of one visitor depend on each other. Ask with count_type=distinct.';

interface VerdictContext {
  window: Window | undefined;
  now: Date;
  /** Whether the answer has no other experiment. */
  isOnly: boolean;
}

function verdictOf(judged: Judged, context: VerdictContext): Note {
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
    const tail = `${inLife}${open}${orders}${inWindow}`;
    return {
      code: outcome === 'wins' ? 'variant_wins' : 'variant_loses',
      text: `${name}: ${one.letter} ${verb} ${whom} beyond chance, however often you look: ${ratesOf([one, ...others])} ${since}.${tail}`,
    };
  }
  const mixed = outcome === 'mixed' ? ' Some pairs differ beyond chance.' : '';
  const text = `${name}: no variant is best beyond chance: ${ratesOf(variants)} ${since}.${mixed} ${needed(judged)}${orders}`;
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
  const where = hasWindow ? 'In this window' : `To ${other.letter}`;
  const text = `${where} ${pointsText(a.rate, b.rate)} (95 % interval ${from} to ${to})`;
  return { text, isOfWindow: hasWindow };
}

/** How long it still takes, over all variants, if the best one stays as far ahead of the next. */
function needed({ variants, experiment, alpha }: Judged): string {
  const [best, second] = variants;
  if (!best || !second || best.share.rate === second.share.rate) return 'There is no difference so far.';
  const each = viewersNeeded(best.share, second.share, alpha);
  const more = variants.reduce((sum, { share }) => sum + Math.max(0, each - share.of), 0);
  const weeks = more / experiment.life.weeklyViewers;
  if (!Number.isFinite(more)) return 'End it and keep either: the difference is too small ever to show.';
  if (weeks > MAX_WEEKS && Number.isFinite(weeks))
    return `End it: at ${numberText(twoDigits(experiment.life.weeklyViewers))} viewers a week, even a year would not show whether the difference is real. Keep either.`;
  const time = Number.isFinite(weeks) ? `, ${weeksText(weeks)} at this traffic` : '';
  return `If the difference stays, it takes about ${numberText(twoDigits(Math.max(1, more)))} more viewers over all variants${time}.`;
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
  const since = life.splitChangedOn === undefined ? '' : ` ${sinceText(experiment, context)}`;
  const viewers = variants.slice(0, 4).map(({ letter, share }) => `${letter} ${numberText(share.of)}`);
  return `${quoted(name)}: too early to compare (viewers${since}: ${viewers.join(', ')}). Each variant needs ${MIN_VIEWS} viewers and 5 expected conversions.`;
}

function restOf(rest: readonly Judged[]): Note[] {
  if (rest.length === 0) return [];
  const count = (...outcomes: Judged['outcome'][]) =>
    rest.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const parts = [
    [count('wins', 'loses'), 'decided'],
    [count('mixed', 'undecided'), 'not decided yet'],
    [count('too_few'), 'with too few viewers to compare'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return [{ code: 'other_experiments', text: `Other experiments: ${said.join(', ')}.` }];
}

/** "Roughly": 12,345 is 12,000. */
function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
