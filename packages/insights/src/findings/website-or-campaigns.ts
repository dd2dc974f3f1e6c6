import { conversionShare } from './campaigns.ts';
import type { ConversionRateChange, Finding, ViewsChange } from './finding.ts';
import type { FindingsInput } from './input.ts';
import type { Share } from './statistics/share.ts';
import { HALF } from './thresholds.ts';

type Change = ConversionRateChange | ViewsChange;

/** The same change shows in the website and in its campaigns: it is told of whichever explains the other. */
export function websiteOrCampaigns(found: readonly Finding[], input: FindingsInput): Finding[] {
  const changes = found.filter((finding) => isChange(finding)).filter(({ campaign }) => campaign === null);
  const own = changes.filter((change) =>
    change.kind === 'views_change' ? isOwnViews(change, input) : isOwnRate(change, found, input),
  );
  return found.filter((finding) => {
    if (!isChange(finding)) return true;
    if (finding.campaign === null) return own.includes(finding);
    return !own.some(({ kind, direction }) => kind === finding.kind && direction === finding.direction);
  });
}

/** Not where a campaign began or was archived: that was meant. */
function isOwnViews({ driver }: ViewsChange, { campaigns }: FindingsInput): boolean {
  if (driver === null) return true;
  return driver.previous > 0 && campaigns.find(({ id }) => id === driver.id)?.status !== 'archived';
}

/**
 * Not where one campaign, or those that stopped, make up half of it; nor where the campaigns convert as before
 * and only their mix of viewers has changed.
 */
function isOwnRate(change: ConversionRateChange, found: readonly Finding[], input: FindingsInput): boolean {
  const partOf = (week: Share, previous: Share) =>
    lostOf(week, previous) / lostOf(change.week, change.previous);
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
  const stopped = found.flatMap((finding) =>
    finding.kind === 'conversions_stopped' ? partOf(finding.week, finding.previous) : [],
  );
  const all = input.campaigns
    .filter(({ previous }) => previous.views > 0)
    .map(({ week, previous }) => partOf(conversionShare(week), conversionShare(previous)));
  return Math.max(sum(stopped), ...all) < HALF && sum(all) >= HALF;
}

/** Conversions this week's viewers would have brought at the rate of the week before, less those they did. */
function lostOf(week: Share, previous: Share): number {
  return (week.of * previous.count) / previous.of - week.count;
}

function isChange(finding: Finding): finding is Change {
  return finding.kind === 'conversion_rate_change' || finding.kind === 'views_change';
}
