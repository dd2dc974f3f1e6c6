import { outlookText, settledText } from '../outlook-text.ts';
import type { Gain, NamedVariant, VariantLoses, VariantsUndecided, VariantWins } from './finding.ts';
import { campaignName, capitalized, letterOf, number, percent, variantName } from './phrases.ts';

/** The text for a variant that should get all traffic. */
export function winnerText({ campaign, variant, others, gain, since }: VariantWins): string {
  const [next] = others;
  const compared = next === undefined ? '' : `, ${comparedWith(next)}${bestOfOthers(others.length)}`;
  return `${firstWords(variant, campaignName(campaign), since)}${compared}. Send all traffic to ${letterOf(variant)}${expected(gain)}.${brokenVariant(others)}`;
}

/** The text for a variant that should be stopped. */
export function loserText({ campaign, variant, others, gain, since }: VariantLoses): string {
  const last = others.at(-1);
  const compared = last === undefined ? '' : `, ${comparedWith(last)}, the next lowest`;
  return `${firstWords(variant, campaignName(campaign), since)}${compared}. Stop ${letterOf(variant)} and split its traffic among the others${expected(gain)}.`;
}

/** The text for an experiment without a clear result. Of more than three variants only the best and the worst appear. */
export function undecidedText(finding: VariantsUndecided): string {
  const { campaign, variants, since } = finding;
  const shown =
    variants.length <= 3 ? variants : [variants[0], variants.at(-1)].filter((v) => v !== undefined);
  const rates = [...shown]
    .sort((a, b) => a.id - b.id)
    .map((variant, index) =>
      index === 0
        ? `${letterOf(variant)} converts ${rateOf(variant)} viewers`
        : `${letterOf(variant)} ${rateOf(variant)}`,
    );
  const among =
    variants.length === shown.length
      ? ''
      : ` (the best and the worst of ${number(variants.length)} variants)`;
  return `The variants of ${campaignName(campaign)} show ${resultText(finding)}: ${rates.join(', ')}${among} since ${since}.${adviceText(finding)}`;
}

function resultText(finding: VariantsUndecided): string {
  return finding.settled.length === 0
    ? 'no clear difference'
    : `no winner yet (${settledText(lettered(finding))})`;
}

/** As the notes on the experiment say it. */
function adviceText({ outlook, earnsMost, ...finding }: VariantsUndecided): string {
  if (earnsMost) return ` But ${letterOf(earnsMost)} earns most per viewer, beyond chance.`;
  if (!outlook) return '';
  const again = outlook.advice === 'end' ? ' Then try a bolder change.' : '';
  return ` ${outlookText(outlook, lettered(finding))}${again}`;
}

/** With one value for each variant, by which they are compared. */
function lettered({ variants, settled }: Pick<VariantsUndecided, 'variants' | 'settled'>) {
  const known = new Map(variants.map((variant) => [variant.id, { letter: letterOf(variant) }]));
  const of = ({ id }: NamedVariant) => known.get(id) ?? { letter: '' };
  return {
    variants: variants.map(of),
    settled: settled.map(({ better, worse }) => ({ better: of(better), worse: of(worse) })),
  };
}

function firstWords(variant: NamedVariant, campaign: string, since: string): string {
  const { of, rate } = variant.share;
  return `${capitalized(variantName(variant))} of ${campaign} converts ${percent(rate)} of its ${number(of)} viewers since ${since}`;
}

function comparedWith(variant: NamedVariant): string {
  return `compared with ${rateOf(variant)} for ${variantName(variant)}`;
}

function bestOfOthers(others: number): string {
  return others === 1 ? '' : `, the best of the other ${number(others)}`;
}

function rateOf({ share }: NamedVariant): string {
  return `${percent(share.rate)} of ${number(share.of)}`;
}

function brokenVariant(others: readonly NamedVariant[]): string {
  const broken = others.find(({ before }) => before !== null);
  if (broken?.before === undefined || broken.before === null) return '';
  return ` Check whether ${letterOf(broken)} is broken: it converted ${percent(broken.before.rate)} the week before.`;
}

/** Nothing where the week had too few viewers. */
function expected({ low, high }: Gain): string {
  if (high < 1) return '';
  const range = low > 0 && low < high ? `${number(low)} to ${number(high)}` : `up to ${number(high)}`;
  return `: expect ${range} more conversions a week`;
}
