import { REPORTS } from '../../generated/reports.ts';
import type { Shown } from '../answers/bodies.ts';
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
export function trail({ report: shown, website }: Shown, context: DrawContext): Node[] {
  const { question, link, host } = context;
  if (!host?.hasTrail || !website) return [];
  const own = { website_id: website.id };
  const { within } = host;
  const above = crumbsAbove(own, context);
  // Where nothing but a campaign is shown, the way begins there.
  if (within?.campaignId !== undefined) return above.length > 0 ? [way(above)] : [];
  const overview = link('Overview', deeper(question, 'account_performance', {}));
  const crumbs = [
    ...(within ? [] : [overview]),
    link(website.name, deeper(question, 'website', own)),
    ...above,
  ];
  const isBelow = shown !== 'other' && REPORTS[shown].level !== undefined;
  const current = isBelow ? 'campaigns' : shown;
  const tabs = TABS.map(([report, text]) => {
    const tab = link(text, deeper(question, report, own));
    if (report === current) tab.setAttribute('aria-current', shown === report ? 'page' : 'true');
    return el('li', {}, tab);
  });
  return [
    way(crumbs),
    el('nav', { class: 'tabs', 'aria-label': 'About this website' }, el('ul', {}, ...tabs)),
  ];
}

/** Links to what a variant, step or element belongs to: campaign, variant, step. Empty for everything else. */
function crumbsAbove(own: { website_id: number }, { question, link, extras }: DrawContext): Node[] {
  const { above } = extras;
  if (!above) return [];
  const { campaign, variant, step } = above;
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
