import type { Finding, FindingKind } from './finding.ts';

const MAX_PER_CAMPAIGN = 2;

/** On equal effect: what is broken before what could be better. */
const KIND_ORDER: readonly FindingKind[] = [
  'conversions_stopped',
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

/** By effect; on a tie a kind that was not told yet comes first. At most two of a campaign. */
export function rank(findings: readonly Finding[]): Finding[] {
  const waiting = [...findings];
  const ranked: Finding[] = [];
  const told = (finding: Finding) => ranked.filter(({ kind }) => kind === finding.kind).length;
  while (waiting.length > 0) {
    waiting.sort((a, b) => b.effect - a.effect || told(a) - told(b) || placeOf(a) - placeOf(b));
    const [next] = waiting.splice(0, 1);
    if (next !== undefined && !isFull(ranked, next)) ranked.push(next);
  }
  return ranked;
}

function isFull(ranked: readonly Finding[], { campaign }: Finding): boolean {
  if (campaign === null) return false;
  return ranked.filter((other) => other.campaign?.id === campaign.id).length >= MAX_PER_CAMPAIGN;
}

/** Kinds in order, within a kind the website first, then campaigns by id. */
function placeOf({ kind, campaign }: Finding): number {
  return KIND_ORDER.indexOf(kind) + (campaign === null ? 0 : campaign.id / (campaign.id + 1));
}
