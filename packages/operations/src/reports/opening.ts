import type { WebsiteFacts } from '@funnel/db';
import { timeframeBlock } from '@funnel/domain';
import type { Period } from '../numbers/period.ts';

/** The part of the envelope before `data` (spec 2.3). */
export function opening<Name extends string>(
  report: Name,
  { id, name, currency }: WebsiteFacts,
  period: Period,
) {
  return {
    report,
    website: { id, name, currency },
    timeframe: timeframeBlock(period.timeframe, period.window, period.previous),
  };
}
