import { numberText } from '@funnel/domain';
import {
  type ComparedVariant,
  decisionAdvice,
  decisionText,
  undecidedText,
} from '../experiments/decision-text.ts';
import { outlookText, settledText } from '../experiments/outlook-text.ts';
import { percentText, PLAIN_NUMBERS } from '../phrases/formats.ts';
import { campaignName, letterOf } from '../phrases/names.ts';
import { chanceText } from '../phrases/numbers.ts';
import type { Gain, NamedVariant, VariantDecided, VariantsUndecided } from './finding.ts';

export function decidedText({ kind, campaign, variant, others, gain, since }: VariantDecided): string {
  const decision = {
    outcome: kind === 'variant_wins' ? ('wins' as const) : ('loses' as const),
    variant: comparedVariant(variant),
    others: others.map(comparedVariant),
    since: `since ${since}`,
  };
  const text = decisionText(decision, PLAIN_NUMBERS);
  return `${campaignName(campaign)}: ${text} ${decisionAdvice(decision)}${gainText(gain)}.${brokenText(others)}`;
}

export function undecidedFindingText(finding: VariantsUndecided): string {
  const { campaign, variants, since, settled, outlook, earnsMost } = finding;
  const compared = new Map(variants.map((variant) => [variant, comparedVariant(variant)]));
  const of = (variant: NamedVariant) => compared.get(variant) ?? comparedVariant(variant);
  const lettered = {
    variants: variants.map(of),
    settled: settled.map(({ better, worse }) => ({ better: of(better), worse: of(worse) })),
  };
  const sentences = [
    undecidedText(lettered.variants, { since: `since ${since}`, hasEnded: false }, PLAIN_NUMBERS),
    ...(settled.length > 0 ? [`Beyond chance: ${settledText(lettered)}.`] : []),
    ...(earnsMost ? [`But ${letterOf(earnsMost)} earns most per viewer, ${chanceText(true)}.`] : []),
    ...(outlook && !earnsMost ? [outlookText(outlook, lettered)] : []),
    ...(outlook?.advice === 'end' && !earnsMost ? ['Then try a bolder change.'] : []),
  ];
  return `${campaignName(campaign)}: ${sentences.join(' ')}`;
}

function comparedVariant(variant: NamedVariant): ComparedVariant {
  return { letter: letterOf(variant), name: variant.name, share: variant.share };
}

function brokenText(others: readonly NamedVariant[]): string {
  const broken = others.find(({ before }) => before !== null);
  if (!broken?.before) return '';
  return ` Check whether ${letterOf(broken)} is broken: it converted ${percentText(broken.before.rate)} the week before.`;
}

/** Nothing where the week had too few viewers. */
function gainText({ low, high }: Gain): string {
  if (high < 1) return '';
  const range =
    low > 0 && low < high ? `${numberText(low)} to ${numberText(high)}` : `up to ${numberText(high)}`;
  return `: expect ${range} more conversions a week`;
}
