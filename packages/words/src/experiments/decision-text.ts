import type { Day, Share } from '@funnel/domain';
import type { Formats } from '../phrases/formats.ts';
import { plainLetter, variantTitle } from '../phrases/names.ts';
import { countText } from '../phrases/numbers.ts';

const MAX_VARIANTS = 4;

type Numbers = Omit<Formats, 'day'>;

/** A variant and who converted, since the variants are compared. */
export interface ComparedVariant {
  letter: string;
  /** Where the reader does not see it beside the text. */
  name?: string | null;
  share: Share;
}

/** A variant that is better, or worse, than each of the others. */
export interface Decision {
  outcome: 'wins' | 'loses';
  variant: ComparedVariant;
  /** Best first. */
  others: readonly ComparedVariant[];
  /** Since when they are compared: "since 9 November". */
  since: string;
}

/**
 * "B wins": how an experiment was decided.
 * @example
 * assert.equal(outcomeText({ letter: 'B', outcome: 'wins' }), 'B wins');
 */
export function outcomeText({ letter, outcome }: { letter: string; outcome: Decision['outcome'] }): string {
  return `${plainLetter(letter)} ${outcome}`;
}

/** How an experiment was decided, with the rates. */
export function decisionText(decision: Decision, numbers: Numbers): string {
  const { variant, others, since } = decision;
  return `${claimText(decision)}: ${ratesText([variant, ...others], numbers)} (${since}).`;
}

/**
 * The same where the rates stand beside it.
 * @example
 * const [a, b] = ['A', 'B'].map((letter) => ({ letter, share: { count: 10, of: 100, rate: 10 } }));
 * const text = shortDecisionText({ outcome: 'wins', variant: b, others: [a], since: 'since 9 November' });
 * assert.equal(text, 'B beats A beyond chance, however often you look (since 9 November).');
 */
export function shortDecisionText(decision: Decision): string {
  return `${claimText(decision)} (${decision.since}).`;
}

function claimText({ outcome, variant, others }: Decision): string {
  const verb = outcome === 'wins' ? 'beats' : 'loses to';
  const [other] = others;
  const whom = others.length === 1 && other ? variantTitle(other) : 'every other variant';
  return `${variantTitle(variant)} ${verb} ${whom} beyond chance, however often you look`;
}

/**
 * What to do about it, as a sentence without its end.
 * @example
 * const [a, b] = ['A', 'B'].map((letter) => ({ letter, share: { count: 10, of: 100, rate: 10 } }));
 * const advice = decisionAdvice({ outcome: 'loses', variant: a, others: [b] });
 * assert.equal(advice, 'Stop A, and send its traffic to B');
 */
export function decisionAdvice({ outcome, variant, others }: Omit<Decision, 'since'>): string {
  if (outcome === 'wins') return `Send all traffic to ${variant.letter}, and end the experiment`;
  const [other] = others;
  const rest =
    others.length === 1 && other
      ? `send its traffic to ${other.letter}`
      : 'split its traffic among the others';
  return `Stop ${variant.letter}, and ${rest}`;
}

/** That no variant is best, with the rates. */
export function undecidedText(
  variants: readonly ComparedVariant[],
  { since, hasEnded }: { since: string; hasEnded: boolean },
  numbers: Numbers,
): string {
  const none = hasEnded ? 'it ended, and no variant was best' : 'no variant is best';
  return `${none} beyond chance: ${ratesText(variants, numbers)} (${since}).`;
}

/** "since 9 November" */
export function comparedSince(
  { days, splitChangedOn }: { days: { start: Day }; splitChangedOn?: Day | undefined },
  { day }: Formats,
): string {
  return splitChangedOn === undefined
    ? `since ${day(days.start)}`
    : `since the split changed on ${day(splitChangedOn)}`;
}

/** "B converts 16.32 % of 1,330 viewers, A 10 % of 1,350" */
function ratesText(variants: readonly ComparedVariant[], { number, percent }: Numbers): string {
  const texts = variants
    .slice(0, MAX_VARIANTS)
    .map(({ letter, share: { rate, of } }, index) =>
      index === 0
        ? `${letter} converts ${percent(rate)} of ${countText(of, 'viewer', number)}`
        : `${letter} ${percent(rate)} of ${number(of)}`,
    );
  const more = variants.length - texts.length;
  return more > 0 ? `${texts.join(', ')} and ${more} more` : texts.join(', ');
}
