import type { Finding } from './finding.ts';
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

/**
 * Describes a finding for a marketer: the campaign, the numbers, what to do next. Every number is in the finding.
 * @example
 * const share = { count: 90, of: 1_000, rate: 9 };
 * const week = { kind: 'website_week', campaign: null, newSince: null, week: share, previous: share, effect: 0 } as const;
 * assert.match(describeFinding(week), /^1,000 visitors saw a campaign during the week and 90 converted/);
 */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'variant_wins':
    case 'variant_loses':
      return decidedText(finding);
    case 'variants_undecided':
      return undecidedFindingText(finding);
    case 'campaign_broke':
      return brokeText(finding);
    case 'conversion_rate_change':
      return rateChangeText(finding);
    case 'views_change':
      return viewsChangeText(finding);
    case 'traffic_without_conversions':
      return noConversionsText(finding);
    case 'conversions_without_completions':
      return noCompletionsText(finding);
    case 'next_step_missed':
      return missedStepText(finding);
    case 'step_drop_off':
      return dropOffText(finding);
    case 'best_revenue_per_view':
      return bestRevenueText(finding);
    case 'best_conversion_rate':
      return bestRateText(finding);
    case 'week_revenue':
      return weekRevenueText(finding);
    default:
      return websiteSummaryText(finding);
  }
}
