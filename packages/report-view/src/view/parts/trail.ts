import { REPORTS } from '../../generated/reports.ts';
import type { Body } from '../answers/bodies.ts';
import { el } from '../browser/html.ts';
import type { DrawContext } from '../context/draw.ts';
import { deeper } from '../questions/question.ts';
import { stepName, variantName } from '../texts/names.ts';

const TABS = [
  ['website', 'Report'],
  ['campaigns', 'Campaigns'],
  ['experiments', 'Experiments'],
  ['website_insights', 'Insights'],
] as const;

/** The way down to a report, and what else there is about its website. */
export function trail(body: Body, context: DrawContext): Node[] {
  const { question, link, host } = context;
  if (!host?.hasTrail || !('website' in body) || !body.website) return [];
  const { id, name } = body.website;
  const own = { website_id: id };
  const { within } = host;
  const above = crumbsAbove(body, context);
  // Where nothing but a campaign is shown, the way begins there.
  if (within?.campaignId !== undefined) return above.length > 0 ? [way(above)] : [];
  const overview = link('Overview', deeper(question, 'account_performance', {}));
  const crumbs = [...(within ? [] : [overview]), link(name, deeper(question, 'website', own)), ...above];
  const isBelow = body.report !== 'other' && REPORTS[body.report].level !== undefined;
  const current = isBelow ? 'campaigns' : body.report;
  const tabs = TABS.map(([report, text]) => {
    const tab = link(text, deeper(question, report, own));
    if (report === current) tab.setAttribute('aria-current', body.report === report ? 'page' : 'true');
    return el('li', {}, tab);
  });
  return [
    way(crumbs),
    el('nav', { class: 'tabs', 'aria-label': 'About this website' }, el('ul', {}, ...tabs)),
  ];
}

/** Links to what a variant, step or element belongs to: campaign, variant, step. Empty for everything else. */
function crumbsAbove(body: Body, { question, link, extras }: DrawContext): Node[] {
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

function way(crumbs: readonly Node[]): Node {
  const items = crumbs.map((crumb) => el('li', {}, crumb));
  return el('nav', { class: 'trail', 'aria-label': 'Where you are' }, el('ol', {}, ...items));
}
