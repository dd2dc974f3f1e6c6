import type { ConversionRateChange, Finding, FindingKind, ViewsChange } from './finding.ts';
import type { FindingsInput } from './input.ts';
import { HALF } from './thresholds.ts';

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
export function onePerProblem(found: readonly Finding[], input: FindingsInput): Finding[] {
  const isRepeated = (finding: Finding): boolean => {
    const { campaign } = finding;
    if (campaign === null) return isExplained(finding, found, input);
    const same = found.filter((other) => other !== finding && other.campaign?.id === campaign.id);
    if (same.some((other) => COVERS[other.kind]?.includes(finding.kind))) return true;
    if (finding.kind === 'views_change') return found.some((other) => isWebsiteViews(other, finding));
    return finding.kind === 'conversion_rate_change' && same.some((other) => isVariantsDoing(finding, other));
  };
  const left = found.filter((finding) => !isRepeated(finding));
  const firstOf = (kind: FindingKind, finding: Finding) =>
    left.find((other) => other.kind === kind) === finding;
  // Only where the funnels lose most; the other places come when this one is mended.
  return left.filter((finding) => finding.kind !== 'step_drop_off' || firstOf('step_drop_off', finding));
}

/** A change of the website that is one campaign's: that campaign's text says it, or its end was intended. */
function isExplained(finding: Finding, found: readonly Finding[], { campaigns }: FindingsInput): boolean {
  if (finding.kind === 'views_change') {
    const driver = campaigns.find(({ id }) => id === finding.driver?.id);
    return finding.direction === 'down' && driver?.status === 'archived';
  }
  if (finding.kind !== 'conversion_rate_change') return false;
  const told = found.flatMap((other) => {
    const isTold = other.kind === 'conversion_rate_change' || other.kind === 'conversions_stopped';
    return isTold && other.campaign !== null ? lostOf(other) : [];
  });
  return told.reduce((sum, lost) => sum + lost, 0) / lostOf(finding) >= HALF;
}

/** Conversions this week's viewers would have brought at the rate of the week before, less those they did. */
function lostOf({ week, previous }: Pick<ConversionRateChange, 'week' | 'previous'>): number {
  return (week.of * previous.count) / previous.of - week.count;
}

function isWebsiteViews(other: Finding, { direction }: ViewsChange): boolean {
  return other.kind === 'views_change' && other.campaign === null && other.direction === direction;
}

/** The best variant converts as the campaign used to: its worse ones are what has changed. */
function isVariantsDoing(change: ConversionRateChange, other: Finding): boolean {
  if (change.direction !== 'down' || !(other.kind === 'variant_wins' || other.kind === 'variant_loses'))
    return false;
  const best = other.kind === 'variant_wins' ? other.variant : other.others[0];
  return best !== undefined && best.share.rate >= change.previous.rate;
}
