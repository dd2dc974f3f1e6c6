import type { Share } from '@funnel/domain';
import type { ConversionRateChange, Finding, FindingKind, StepDropOff, ViewsChange } from '@funnel/words';
import { conversionShare, type FindingsInput } from './input.ts';
import { HALF, MIN_RATE_CHANGE } from './thresholds.ts';

type Change = ConversionRateChange | ViewsChange;

/** The kinds that a finding makes redundant for the same campaign. */
const MAKES_REDUNDANT: Partial<Record<FindingKind, readonly FindingKind[]>> = {
  campaign_broke: [
    'conversion_rate_change',
    'views_change',
    'traffic_without_conversions',
    'conversions_without_completions',
    'next_step_missed',
    'step_drop_off',
  ],
  traffic_without_conversions: ['conversion_rate_change', 'step_drop_off'],
  conversion_rate_change: ['step_drop_off'],
  next_step_missed: ['step_drop_off', 'conversions_without_completions'],
};

/** Keeps one finding per problem: the most specific one. */
export function removeRepeats(all: readonly Finding[], input: FindingsInput): Finding[] {
  const found = websiteOrCampaigns(all, input);
  const isRepeated = (finding: Finding): boolean => {
    const { campaign } = finding;
    // Nothing about the whole website appears twice.
    if (campaign === null)
      return (
        finding.kind === 'conversion_rate_change' &&
        found.some((other) => other.kind === 'campaign_broke' && other.campaign === null)
      );
    const same = found.filter((other) => other !== finding && other.campaign?.id === campaign.id);
    if (same.some((other) => MAKES_REDUNDANT[other.kind]?.includes(finding.kind))) return true;
    return (
      finding.kind === 'conversion_rate_change' && same.some((other) => isExplainedByVariants(finding, other))
    );
  };
  const left = found.filter((finding) => !isRepeated(finding));
  // Only the worst drop-off: the next one is reported once this one is fixed.
  const worst = left.find((finding) => finding.kind === 'step_drop_off');
  return left.flatMap((finding): Finding[] => {
    if (finding.kind !== 'step_drop_off') return [finding];
    return finding === worst ? [{ ...finding, apartFrom: worseThan(finding, found) }] : [];
  });
}

/** Campaigns that lose more than the remaining drop-off; another finding explains them. */
function worseThan(worst: StepDropOff, found: readonly Finding[]): StepDropOff['apartFrom'] {
  const isBroken = (id: number) =>
    found.some(({ kind, campaign }) => kind === 'campaign_broke' && campaign?.id === id);
  const worse = found.flatMap((finding) =>
    finding.kind === 'step_drop_off' && finding.lost > worst.lost ? [finding.campaign] : [],
  );
  const ids = [...new Set(worse.map(({ id }) => id))].filter((id) => id !== worst.campaign.id);
  return ids.flatMap((id) => {
    const campaign = worse.find((one) => one.id === id);
    return campaign ? [{ ...campaign, isBroken: isBroken(id) }] : [];
  });
}

/** The best variant converts as the campaign did before, so the fall comes from the other variants. */
function isExplainedByVariants(change: ConversionRateChange, other: Finding): boolean {
  if (change.direction !== 'down' || !(other.kind === 'variant_wins' || other.kind === 'variant_loses'))
    return false;
  const best = other.kind === 'variant_wins' ? other.variant : other.others[0];
  return best !== undefined && best.share.rate >= (1 - MIN_RATE_CHANGE) * change.previous.rate;
}

/** A change of the website and of its campaigns is reported once: for the website or for the campaigns. */
function websiteOrCampaigns(found: readonly Finding[], input: FindingsInput): Finding[] {
  const changes = found.filter((finding) => isChange(finding)).filter(({ campaign }) => campaign === null);
  const ofWebsite = changes.filter((change) =>
    change.kind === 'views_change' ? isWebsiteViews(change, input) : isWebsiteRate(change, found, input),
  );
  return found.filter((finding) => {
    if (!isChange(finding)) return true;
    if (finding.campaign === null) return ofWebsite.includes(finding);
    return !ofWebsite.some(({ kind, direction }) => kind === finding.kind && direction === finding.direction);
  });
}

/** False if a new or an archived campaign causes the change, because that was intended. */
function isWebsiteViews({ driver }: ViewsChange, { campaigns }: FindingsInput): boolean {
  if (driver === null) return true;
  return (
    driver.previous > 0 &&
    !driver.isNew &&
    campaigns.find(({ id }) => id === driver.id)?.status !== 'archived'
  );
}

/**
 * False if one campaign, or those that stopped, cause half of the change; and if the campaigns convert as before and only
 * their shares of the viewers have changed.
 */
function isWebsiteRate(
  change: ConversionRateChange,
  found: readonly Finding[],
  input: FindingsInput,
): boolean {
  const partOf = (week: Share, previous: Share) =>
    lostOf(week, previous) / lostOf(change.week, change.previous);
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
  const stopped = found.flatMap((finding) =>
    finding.kind === 'campaign_broke' ? partOf(finding.week, finding.previous) : [],
  );
  const all = input.campaigns
    .filter(({ previous, newSince }) => previous.views > 0 && newSince === null)
    .map(({ week, previous }) => partOf(conversionShare(week), conversionShare(previous)));
  return Math.max(sum(stopped), ...all) < HALF && sum(all) >= HALF;
}

/** The conversions at the rate of the week before, minus the actual ones. */
function lostOf(week: Share, previous: Share): number {
  return (week.of * previous.count) / previous.of - week.count;
}

function isChange(finding: Finding): finding is Change {
  return finding.kind === 'conversion_rate_change' || finding.kind === 'views_change';
}
