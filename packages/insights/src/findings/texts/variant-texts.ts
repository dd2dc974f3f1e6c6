import type { Gain, NamedVariant, VariantLoses, VariantsUndecided, VariantWins } from '../finding.ts';
import { campaignName, capitalized, letterOf, number, percent, variantName } from './words.ts';

export function winnerText({ campaign, variant, others, gain }: VariantWins): string {
  const [next] = others;
  const rest = next === undefined ? '' : `, ${nextBest(next, others.length)} ${converts(next)}`;
  return `${opening(variant, campaignName(campaign))}${rest}. Give ${letterOf(variant)} the traffic${untilMended(others)}: ${expected(gain)}.`;
}

export function loserText({ campaign, variant, others, gain }: VariantLoses): string {
  const last = others.at(-1);
  const than = last === undefined ? '' : `, the next worst, ${variantName(last)}, ${converts(last)}`;
  return `${opening(variant, campaignName(campaign))}${than}. Stop ${letterOf(variant)} and share its traffic among the others: ${expected(gain)}.`;
}

export function undecidedText({ campaign, variants }: VariantsUndecided): string {
  const listed =
    variants.length <= 3 ? variants : [variants[0], variants.at(-1)].filter((v) => v !== undefined);
  const rates = [...listed]
    .sort((a, b) => a.id - b.id)
    .map((variant, index) => `${letterOf(variant)} ${index === 0 ? 'converts ' : ''}${converts(variant)}`);
  const among =
    variants.length === listed.length ? '' : ` (${number(variants.length)} variants, the ends shown)`;
  return `The variants of ${campaignName(campaign)} do not differ beyond chance: ${rates.join(', ')} viewers${among}. Let the test run on, or try a bolder change; these numbers are no reason to pick one.`;
}

function opening(variant: NamedVariant, campaign: string): string {
  const { of, rate } = variant.share;
  return `${capitalized(variantName(variant))} of ${campaign} converts ${percent(rate)} of its ${number(of)} viewers`;
}

function nextBest(next: NamedVariant, others: number): string {
  return others === 1 ? variantName(next) : `the best of the other ${number(others)}, ${variantName(next)},`;
}

function converts({ share }: NamedVariant): string {
  return `${percent(share.rate)} of ${number(share.of)}`;
}

function untilMended(others: readonly NamedVariant[]): string {
  const broken = others.find(({ before }) => before !== null);
  if (broken?.before === undefined || broken.before === null) return '';
  const letter = letterOf(broken);
  return ` and look whether ${letter} is broken, which converted ${percent(broken.before.rate)} the week before`;
}

function expected({ low, high }: Gain): string {
  const range = low > 0 && low < high ? `${number(low)} to ${number(high)}` : `up to ${number(high)}`;
  return `expect ${range} more conversions a week`;
}
