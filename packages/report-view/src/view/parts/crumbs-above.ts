import type { Body } from '../answers/bodies.ts';
import { stepName } from '../texts/names.ts';
import type { DrawContext } from '../context/draw.ts';
import { deeper } from '../questions/question.ts';
import { variantName } from './variant-name.ts';

/** Links to what a variant, step or element belongs to: campaign, variant, step. Empty for everything else. */
export function crumbsAbove(body: Body, { question, link, extras }: DrawContext): Node[] {
  const { above } = extras;
  if (!above || !('website' in body) || !body.website) return [];
  const { campaign, variant, step } = above;
  const own = { website_id: body.website.id };
  return [
    link(campaign.name, deeper(question, 'campaign', { ...own, id: campaign.id })),
    ...(variant ? [link(variantName(variant), deeper(question, 'variant', { ...own, id: variant.id }))] : []),
    ...(step ? [link(stepName(step, step.name), deeper(question, 'step', { ...own, id: step.id }))] : []),
  ];
}
