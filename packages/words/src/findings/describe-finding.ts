import type { Finding, FindingKind } from './finding.ts';
import { brokeText, rateChangeText, viewsChangeText } from './change-texts.ts';
import { bestRateText, websiteSummaryText, weekRevenueText } from './fact-texts.ts';
import {
  bestRevenueText,
  dropOffText,
  missedStepText,
  noCompletionsText,
  noConversionsText,
} from './funnel-texts.ts';
import { decidedText, undecidedFindingText } from './variant-texts.ts';

const TEXTS: { [Kind in FindingKind]: (finding: Extract<Finding, { kind: Kind }>) => string } = {
  variant_wins: decidedText,
  variant_loses: decidedText,
  variants_undecided: undecidedFindingText,
  campaign_broke: brokeText,
  conversion_rate_change: rateChangeText,
  views_change: viewsChangeText,
  traffic_without_conversions: noConversionsText,
  conversions_without_completions: noCompletionsText,
  next_step_missed: missedStepText,
  step_drop_off: dropOffText,
  best_revenue_per_view: bestRevenueText,
  best_conversion_rate: bestRateText,
  week_revenue: weekRevenueText,
  website_week: websiteSummaryText,
};

/**
 * Describes a finding for a marketer: the campaign, the numbers, what to do next. Every number is in the finding.
 * @example
 * const share = { count: 90, of: 1_000, rate: 9 };
 * const week = { kind: 'website_week', campaign: null, newSince: null, week: share, previous: share, effect: 0 } as const;
 * assert.match(describeFinding(week), /^1,000 visitors saw a campaign during the week and 90 converted/);
 */
export function describeFinding(finding: Finding): string {
  const textOf = TEXTS[finding.kind] as (one: Finding) => string;
  return textOf(finding);
}
