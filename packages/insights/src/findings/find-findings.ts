import type { Finding, FindingKind } from '@funnel/words';
import type { FindingsInput } from './input.ts';
import { brokenCampaigns } from './kinds/broken.ts';
import { bestRevenuePerView } from './kinds/revenue.ts';
import { missedNextSteps, stepDropOffs } from './kinds/steps.ts';
import { variantFindings } from './kinds/variants.ts';
import { conversionsWithoutCompletions, trafficWithoutConversions } from './kinds/weak-campaigns.ts';
import { weekChanges } from './kinds/week-changes.ts';
import { removeRepeats } from './remove-repeats.ts';

const MAX_PER_CAMPAIGN = 2;

/** The order of findings with the same effect: broken things come before possible improvements. */
const KIND_ORDER: readonly FindingKind[] = [
  'campaign_broke',
  'views_change',
  'next_step_missed',
  'conversions_without_completions',
  'variant_wins',
  'variant_loses',
  'conversion_rate_change',
  'traffic_without_conversions',
  'best_revenue_per_view',
  'step_drop_off',
];

/** Returns everything in the week that somebody can act on, the most important first. */
export function findFindings(input: FindingsInput): Finding[] {
  const found: Finding[] = [
    ...brokenCampaigns(input),
    ...variantFindings(input).filter(({ kind }) => kind !== 'variants_undecided'),
    ...weekChanges(input),
    ...trafficWithoutConversions(input),
    ...conversionsWithoutCompletions(input),
    ...missedNextSteps(input),
    ...stepDropOffs(input),
    ...bestRevenuePerView(input),
  ];
  return rank(removeRepeats(found, input));
}

/** What is broken comes first; then by effect. On a tie, a kind that is not in the list yet comes first. At most two findings per campaign. */
function rank(findings: readonly Finding[]): Finding[] {
  const waiting = [...findings];
  const ranked: Finding[] = [];
  const listed = ({ kind }: Finding) => ranked.filter((other) => other.kind === kind).length;
  while (waiting.length > 0) {
    waiting.sort(
      (a, b) =>
        Number(isBroken(b)) - Number(isBroken(a)) ||
        b.effect - a.effect ||
        listed(a) - listed(b) ||
        placeOf(a) - placeOf(b),
    );
    const [next] = waiting.splice(0, 1);
    if (next !== undefined && !isFull(ranked, next)) ranked.push(next);
  }
  return ranked;
}

function isBroken({ kind }: Finding): boolean {
  return kind === 'campaign_broke';
}

function isFull(ranked: readonly Finding[], { campaign }: Finding): boolean {
  if (campaign === null) return false;
  return ranked.filter((other) => other.campaign?.id === campaign.id).length >= MAX_PER_CAMPAIGN;
}

/** Sorts by kind; within a kind the website comes first, then the campaigns by id. */
function placeOf({ kind, campaign }: Finding): number {
  return KIND_ORDER.indexOf(kind) + (campaign === null ? 0 : campaign.id / (campaign.id + 1));
}
