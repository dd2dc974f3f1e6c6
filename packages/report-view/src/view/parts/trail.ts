import { REPORTS } from '../../generated/reports.ts';
import type { Body } from '../answers/bodies.ts';
import { el } from '../browser/html.ts';
import type { DrawContext } from '../context/draw.ts';
import { deeper, type Question } from '../questions/question.ts';
import { stepName, variantName } from '../texts/names.ts';

const TABS = [
  ['website', 'Report'],
  ['campaigns', 'Campaigns'],
  ['experiments', 'Experiments'],
  ['website_insights', 'Insights'],
] as const;
/** Where a report belongs. */
const TAB_OF: Readonly<Record<string, string>> = {
  website: 'website',
  campaigns: 'campaigns',
  campaign: 'campaigns',
  variant: 'campaigns',
  step: 'campaigns',
  element: 'campaigns',
  experiments: 'experiments',
  website_insights: 'website_insights',
};

/** The way down to a report, and what else there is about its website. */
export function trail(body: Body, context: DrawContext): Node[] {
  const { question, link, host } = context;
  if (!host?.hasTrail || !('website' in body) || !body.website) return [];
  const { id, name } = body.website;
  const own = { website_id: id };
  const to = (report: 'website' | 'campaigns' | 'experiments' | 'website_insights'): Question =>
    report === 'website_insights'
      ? { tool: REPORTS.website_insights.tool, args: own }
      : deeper(question, report, own);
  const { within } = host;
  const above = crumbsAbove(body, context);
  // Where nothing but a campaign is shown, the way begins there.
  if (within?.campaignId !== undefined) return above.length > 0 ? [way(above)] : [];
  const overview = link('Overview', deeper(question, 'account_performance', {}));
  const crumbs = [...(within ? [] : [overview]), link(name, to('website')), ...above];
  const current = TAB_OF[body.report];
  const tabs = TABS.map(([report, text]) => {
    const tab = link(text, to(report));
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
