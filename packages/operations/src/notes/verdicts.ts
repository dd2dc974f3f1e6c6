import {
  compareVariants,
  type Comparison,
  differenceInterval,
  MIN_VIEWS,
  numberText,
  viewersNeeded,
} from '@funnel/domain';
import { type Experiment, experimentsIn, type TestedVariant } from './experiments.ts';
import type { Answered, Note } from './note.ts';
import { isDistinct } from './report-body.ts';
import { pointsText, quoted, roundedPoints, signed } from './words.ts';

/** More would not fit; the rest is counted. */
const MAX_VERDICTS = 3;

interface Judged extends Comparison<TestedVariant> {
  experiment: Experiment;
}

/** Decided ones come first. */
const ORDER: readonly Judged['outcome'][] = ['wins', 'loses', 'mixed', 'undecided', 'too_few'];

/** Which variants differ beyond chance. All comparisons of an answer are one family: at most 1 % of answers err. */
export function verdicts({ body, input }: Answered): Note[] {
  const experiments = experimentsIn(body);
  if (experiments.length === 0) return [];
  if (!isDistinct(body, input)) return [{ code: 'no_verdict', text: EVENTS }];
  const [testable, odd] = [experiments.filter(isTestable), experiments.filter((one) => !isTestable(one))];
  const comparisons = compareVariants(testable.map(({ variants }) => variants));
  const judged = testable
    .flatMap((experiment, index): Judged[] => {
      const comparison = comparisons[index];
      return comparison ? [{ experiment, ...comparison }] : [];
    })
    .sort((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
  // Without a decision there is nothing to say about each of many.
  const said = judged
    .filter(({ outcome }) => outcome !== 'too_few' || judged.length === 1)
    .slice(0, MAX_VERDICTS);
  return [
    ...said.map(verdictOf),
    ...restOf(judged.filter((one) => !said.includes(one))),
    ...odd.slice(0, 1).map(({ name }): Note => {
      return {
        code: 'no_verdict',
        text: `No verdict on ${quoted(name)}: more visitors converted than viewed it.`,
      };
    }),
  ];
}

/** A rate above 100 % is no share of the viewers. */
function isTestable({ variants }: Experiment): boolean {
  return variants.every(({ share }) => share.count <= share.of);
}

const EVENTS =
  'No verdict on variants: with count_type=total the events of one visitor depend on each other. Ask with count_type=distinct.';

function verdictOf(judged: Judged): Note {
  const { outcome, variants, experiment } = judged;
  const [best, second] = variants;
  const [last, beforeLast] = [variants.at(-1), variants.at(-2)];
  const name = quoted(experiment.name);
  if (!best || !second || !last || !beforeLast) return { code: 'variants_too_few', text: tooFew(experiment) };
  const others = variants.length - 2;
  if (outcome === 'wins') {
    const also = others > 0 ? ` It also beats the other ${others}.` : '';
    return {
      code: 'variant_wins',
      text: `${name}: ${compared(best, second, variants)}, beyond chance.${also}`,
    };
  }
  if (outcome === 'loses') {
    const also = ' It loses to every variant; between the others nothing is decided.';
    return {
      code: 'variant_loses',
      text: `${name}: ${compared(last, beforeLast, variants)}, beyond chance.${also}`,
    };
  }
  const mixed = outcome === 'mixed' ? ' Some other pairs differ beyond chance.' : '';
  const text = `${name}: ${compared(best, second, variants)}, not beyond chance yet. ${needed(best, second, judged.alpha)}${mixed}`;
  return { code: 'variants_undecided', text };
}

/** "B converts 16.32 % of 1,330 viewers, A 10 % of 1,350: +6.32 points (95 % interval +3.8 to +8.8)" */
function compared(one: TestedVariant, other: TestedVariant, all: readonly TestedVariant[]): string {
  const comparisons = (all.length * (all.length - 1)) / 2;
  const { low, high } = differenceInterval(one.share, other.share, { comparisons });
  const [from, to] = [low, high].map((end) => signed(roundedPoints(100 * end)));
  return `${one.letter} converts ${rateOf(one)} viewers, ${other.letter} ${rateOf(other)}: ${pointsText(one.share.rate, other.share.rate)} (95 % interval ${from} to ${to})`;
}

function rateOf({ share }: TestedVariant): string {
  return `${numberText(share.rate)} % of ${numberText(share.of)}`;
}

function needed(one: TestedVariant, other: TestedVariant, alpha: number): string {
  const more = viewersNeeded(one.share, other.share, alpha) - Math.min(one.share.of, other.share.of);
  if (!Number.isFinite(more))
    return one.share.rate === other.share.rate
      ? 'There is no difference so far.'
      : 'A difference this small stays hidden in the error of estimated counts.';
  return `If the difference stays, about ${numberText(twoDigits(Math.max(1, more)))} more viewers per variant show it.`;
}

function tooFew({ name, variants }: Experiment): string {
  const viewers = variants.slice(0, 4).map(({ letter, share }) => `${letter} ${numberText(share.of)}`);
  return `${quoted(name)}: too early to compare (viewers: ${viewers.join(', ')}). Each variant needs ${MIN_VIEWS} viewers and 5 expected conversions.`;
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
