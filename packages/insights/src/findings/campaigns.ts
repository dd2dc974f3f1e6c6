import type { Counts } from '@funnel/domain';
import type { CampaignWeek, FindingsInput } from './input.ts';
import type { Named } from './finding.ts';
import { type Share, shareOf } from './statistics/share.ts';
import { MIN_VIEWS } from './thresholds.ts';

/** Viewers who convert. */
export function conversionShare({ conversions, views }: Counts): Share {
  return shareOf(conversions, views);
}

/** Nothing can be done about an archived campaign. By id: the order they come in must not matter. */
export function liveCampaigns({ campaigns }: FindingsInput): CampaignWeek[] {
  return campaigns.filter(({ status }) => status === 'live').sort((a, b) => a.id - b.id);
}

export function isSeen({ week }: CampaignWeek): boolean {
  return week.views >= MIN_VIEWS;
}

export function named({ id, name }: Named): Named {
  return { id, name };
}
