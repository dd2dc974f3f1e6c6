import { formatDay, rate } from '@funnel/domain';
import { z } from 'zod';
import { dashboardPage } from '../links.ts';
import type { DecidedVariant, ExperimentDecided, Links } from '../message.ts';
import { count, day, named, url, website } from './fields.ts';
import { namedOf, urlOf } from './values.ts';

const variant = z.object({
  id: z.int().describe('The id of the variant'),
  name: z.string().nullable().describe('The name of the variant, if it has one'),
  letter: z.string().describe('The letter of the variant, as pages show it: `A`'),
  viewers: count('Distinct visitors who saw it'),
  converted: count('Distinct visitors who converted'),
  conversion_rate: z.number().describe('Conversions per 100 viewers'),
});

export const experimentData = z.object({
  website,
  campaign: named('campaign').describe('The campaign of the experiment'),
  outcome: z.enum(['wins', 'loses']).describe('Whether the variant is better or worse than the others'),
  since: day('Since when the variants are compared'),
  variant: variant.describe('The variant that wins or loses'),
  others: z.array(variant).describe('The other variants, the best first'),
  url,
});

export function experimentDataOf(message: ExperimentDecided, links: Links): z.infer<typeof experimentData> {
  return {
    website: namedOf(message.website),
    campaign: namedOf(message.campaign),
    outcome: message.outcome,
    since: formatDay(message.since),
    variant: variantOf(message.variant),
    others: message.others.map(variantOf),
    ...urlOf(dashboardPage(links, message.website, message.campaign)),
  };
}

function variantOf({ id, name, letter, viewers, converted }: DecidedVariant): z.infer<typeof variant> {
  return {
    id,
    name: name?.toWellFormed() ?? null,
    letter: letter.toWellFormed(),
    viewers,
    converted,
    conversion_rate: rate(converted, viewers),
  };
}
