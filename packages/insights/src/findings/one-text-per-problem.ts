import type { ConversionRateChange, Finding, FindingKind } from './finding.ts';
import type { FindingsInput } from './input.ts';
import { MIN_RATE_CHANGE } from './thresholds.ts';
import { websiteOrCampaigns } from './website-or-campaigns.ts';

/** What each of these already says of its campaign, so that the others need not say it again. */
const COVERS: Partial<Record<FindingKind, readonly FindingKind[]>> = {
  conversions_stopped: [
    'traffic_without_conversions',
    'conversions_without_completions',
    'next_step_missed',
    'step_drop_off',
  ],
  traffic_without_conversions: ['conversion_rate_change', 'step_drop_off'],
  conversion_rate_change: ['step_drop_off'],
  next_step_missed: ['step_drop_off', 'conversions_without_completions'],
};

/** Lets a problem be told once, where it is most telling. */
export function onePerProblem(all: readonly Finding[], input: FindingsInput): Finding[] {
  const found = websiteOrCampaigns(all, input);
  const isRepeated = (finding: Finding): boolean => {
    const { campaign } = finding;
    if (campaign === null) return false;
    const same = found.filter((other) => other !== finding && other.campaign?.id === campaign.id);
    if (same.some((other) => COVERS[other.kind]?.includes(finding.kind))) return true;
    return finding.kind === 'conversion_rate_change' && same.some((other) => isVariantsDoing(finding, other));
  };
  const left = found.filter((finding) => !isRepeated(finding));
  // Only where the funnels lose most; the other places come when this one is mended.
  const worst = left.find(({ kind }) => kind === 'step_drop_off');
  return left.filter((finding) => finding.kind !== 'step_drop_off' || finding === worst);
}

/** The best variant converts as the campaign used to: its worse ones are what has changed. */
function isVariantsDoing(change: ConversionRateChange, other: Finding): boolean {
  if (change.direction !== 'down' || !(other.kind === 'variant_wins' || other.kind === 'variant_loses'))
    return false;
  const best = other.kind === 'variant_wins' ? other.variant : other.others[0];
  return best !== undefined && best.share.rate >= (1 - MIN_RATE_CHANGE) * change.previous.rate;
}
