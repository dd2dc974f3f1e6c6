import type { WebsiteFacts } from '@funnel/db';
import type { CompareWith, Period } from '@funnel/domain';
import type { ListedBreak } from '@funnel/metrics';
import type { ChangeParts, RateParts } from '@funnel/words';
import type { Comparison } from './comparison.ts';

/** What every report about days knows when it says something about its answer. */
export interface ReportFacts {
  websites: readonly WebsiteFacts[];
  now: Date;
  /** What the caller chose to compare with. */
  compareWith: CompareWith | undefined;
  period: Period;
  /** What changed from days to days like them; undefined if nobody asked for it. */
  comparison: Comparison | undefined;
  /** The broken campaigns of its websites; of one campaign or below, only its own. */
  breaks?: readonly ListedBreak[] | undefined;
}

/** What explains a change: of the same days. */
export interface ChangeFacts extends ReportFacts {
  changes: ChangeParts | undefined;
  /** What a changed conversion rate is made of. */
  rates: RateParts | undefined;
}
